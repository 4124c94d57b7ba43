// For tests: the articles of the example creator, and a release of them in which articles have a price.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import type { Creator } from '#contract/schemas/content-files.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { parseItemFile } from '#domain/items/item-file.ts';
import { plainTextOfMarkdown } from '#domain/search/plain-text.ts';
import type { Release } from './release.ts';
import { itemsInMemory, testItem } from './test-items.ts';

const folder = resolve(import.meta.dirname, '../../content/example');

export const exampleCreator = JSON.parse(readFileSync(join(folder, 'creator.json'), 'utf8')) as Creator;

export const exampleArticles = readdirSync(join(folder, 'published')).map((name) => {
  const file = parseItemFile(readFileSync(join(folder, 'published', name), 'utf8'));
  const { id, title, summary = '', keywords } = file.item as StoredItem;
  const text = plainTextOfMarkdown(file.body);
  return { id, title, summary, labels: keywords, text: () => text };
});

const { publication, language, themes } = exampleCreator;
const items = exampleArticles.map(({ id, title, summary, labels }) =>
  testItem(id, { title, summary, keywords: labels }),
);
const creator = { publication, language, themes: themes.map((theme) => ({ ...theme, keywords: [] })) };
export const exampleAccess = { enabled: true, prices: { articles: 5, 'guest-kit': 5, transcribe: 20 } };

/** Texts of a release that have a price. */
const dir = mkdtempSync(join(tmpdir(), 'greenroom-example-'));
// Several test files of one process may use it.
process.on('exit', () => rmSync(dir, { recursive: true }));
const pages = new Map(
  exampleArticles.map(({ id, text }) => {
    writeFileSync(join(dir, id), text());
    return [`/api/article/${id}/markdown`, { etag: id, private: true }];
  }),
);
export const exampleRelease = {
  facts: { creator, access: exampleAccess, baseUrl: 'http://room.example' },
  fileOf: ({ etag }: { etag: string }) => join(dir, etag),
  pages,
  index: { items: itemsInMemory(items) },
  texts: {
    candidate: (position: number) => ({ texts: { body: exampleArticles[position]!.text() } }),
    keyOf: (id: string) => (exampleArticles.some((piece) => piece.id === id) ? id : ''),
  },
} as unknown as Release;
