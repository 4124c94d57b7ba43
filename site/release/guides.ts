// Reads the guides for developers of agents: Markdown files in site/guides, published below /docs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decisions } from '#contract/decisions.ts';
import { parseItemFile } from '#domain/items/item-file.ts';

export interface Guide {
  path: string;
  title: string;
  summary: string;
  /** Markdown, with addresses of this room in its examples. */
  body: string;
}

/** Address of the room that `npm start` serves by default. The examples in the files use it. */
const exampleRoom = 'http://127.0.0.1:4321';

const decisionsGuide: Guide = {
  path: '/docs/decisions',
  title: 'Decisions',
  summary: 'Behaviour of the API where its specification leaves a choice.',
  body: Object.entries(decisions)
    .map(([name, text]) => `- **${name}**: ${text}`)
    .join('\n'),
};

/** Reads the guides of a folder, in the order of their titles. */
export function readGuides(folder: string, baseUrl: string): Guide[] {
  const guides = readdirSync(folder).map((file) => {
    const { item, body } = parseItemFile(readFileSync(join(folder, file), 'utf8'));
    const { title, summary } = item as Pick<Guide, 'title' | 'summary'>;
    return { path: `/docs/${file.replace('.md', '')}`, title, summary, body: body.replaceAll(exampleRoom, baseUrl) };
  });
  return [...guides, decisionsGuide].sort((a, b) => (a.title < b.title ? -1 : 1));
}
