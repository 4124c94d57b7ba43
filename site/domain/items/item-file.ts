// An item as a file: YAML front matter between two lines of three dashes, then the body in Markdown.
import { dump, JSON_SCHEMA, load } from 'js-yaml';
import { StoredItem } from '#contract/schemas/stored-item.ts';
import { problemFinder } from '#contract/validation.ts';

export interface ItemFile {
  item: StoredItem;
  body: string;
}

const frontMatter = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?/;

/** The body alone, for a file that has been read whole before: the front matter costs ten times as much. */
export const itemBody = (source: string): string => source.replace(frontMatter, '').trim();

/** What is wrong with front matter. */
export const itemProblems = problemFinder(StoredItem);

/** Splits an item file; the front matter is not yet validated. Throws an Error that says what is wrong. */
export function parseItemFile(source: string): { item: unknown; body: string } {
  const match = frontMatter.exec(source);
  if (!match) throw new Error('has no front matter between two lines of ---');
  return { item: load(match[1]!, { schema: JSON_SCHEMA }), body: source.slice(match[0].length).trim() };
}

/** The one way an item file is written: same item, same bytes. */
export function formatItemFile({ item, body }: ItemFile): string {
  const present = Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));
  return `---\n${dump(present, { schema: JSON_SCHEMA, lineWidth: -1, noRefs: true })}---\n\n${body.trim()}\n`;
}
