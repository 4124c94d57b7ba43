// Item files: YAML front matter between two lines of three dashes, then the body in Markdown.
import { dump, JSON_SCHEMA, load } from 'js-yaml';
import { StoredItem } from '#contract/schemas/stored-item.ts';
import { problemFinder } from '#contract/validation.ts';
import { omitUndefined } from '../omit-undefined.ts';

export interface ItemFile {
  item: StoredItem;
  body: string;
}

const frontMatter = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?/;

/** Returns the body without parsing the front matter, which is ten times slower. */
export const itemBody = (source: string): string => source.replace(frontMatter, '').trim();

/** Problem of an item that cannot be published. */
export const missingDate = 'date is missing';

export const itemProblems = problemFinder(StoredItem);

/** Splits an item file without validating the front matter. Throws an Error if there is no front matter. */
export function parseItemFile(source: string): { item: unknown; body: string } {
  const match = frontMatter.exec(source);
  if (!match) throw new Error('has no front matter between two lines of ---');
  return { item: load(match[1]!, { schema: JSON_SCHEMA }), body: source.slice(match[0].length).trim() };
}

/** Formats an item file. The same item always gives the same bytes. */
export function formatItemFile({ item, body }: ItemFile): string {
  return `---\n${dump(omitUndefined(item), { schema: JSON_SCHEMA, lineWidth: -1, noRefs: true })}---\n\n${body.trim()}\n`;
}
