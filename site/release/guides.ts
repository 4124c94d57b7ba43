// The guides that come with the program: Markdown files in site/guides, served at /docs/NAME.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decisions } from '#contract/decisions.ts';
import { parseItemFile } from '#domain/items/item-file.ts';

export interface Guide {
  /** Last part of its address. */
  name: string;
  title: string;
  summary: string;
  /** Markdown, with addresses of this room in its examples. */
  body: string;
}

export const guidePath = (name: string): string => `/docs/${name}`;

/** Where a room of the examples is: what `npm start` serves when no setting says otherwise. */
const exampleRoom = 'http://127.0.0.1:4321';

const decisionsGuide: Guide = {
  name: 'decisions',
  title: 'Decisions',
  summary: 'What the API does where its specification leaves the choice open.',
  body: Object.entries(decisions)
    .map(([name, text]) => `- **${name}**: ${text}`)
    .join('\n'),
};

/** In the order of their titles. */
export function readGuides(folder: string, baseUrl: string): Guide[] {
  const written = readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => {
      const { item, body } = parseItemFile(readFileSync(join(folder, file), 'utf8'));
      const { title, summary } = item as Pick<Guide, 'title' | 'summary'>;
      return { name: file.slice(0, -3), title, summary, body: body.replaceAll(exampleRoom, baseUrl) };
    });
  return [...written, decisionsGuide].sort((a, b) => (a.title < b.title ? -1 : 1));
}
