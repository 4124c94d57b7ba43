// For tests: a release of the example creator whose articles have a price.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Release } from '../../release/release.ts';
import type { Sender } from './open.ts';
import { exampleMaterial } from './test-room.ts';
import { itemsInMemory, testItem } from '../../release/test-items.ts';

const { pieces, publication, language, themes } = exampleMaterial();
const items = pieces.map(({ id, title, summary, labels }) => testItem(id, { title, summary, keywords: labels }));
const creator = { publication, language, themes: themes.map((theme) => ({ ...theme, keywords: [] })) };
export const access = { enabled: true, prices: { articles: 5, 'guest-kit': 5, transcribe: 20 } };

/** Texts of a release that have a price. */
const dir = mkdtempSync(join(tmpdir(), 'greenroom-work-'));
// Several test files of one process may use it.
process.on('exit', () => rmSync(dir, { recursive: true }));
mkdirSync(join(dir, 'private'));
const entries = new Map(
  pieces.map(({ id, text }) => {
    writeFileSync(join(dir, 'private', id), text());
    return [`/api/article/${id}/markdown`, { file: id, private: true }];
  }),
);
export const release = {
  facts: { creator, access, baseUrl: 'http://room.example' },
  dir,
  entries,
  index: { items: itemsInMemory(items) },
  texts: {
    candidate: (position: number) => ({ texts: { body: pieces[position]!.text() } }),
    keyOf: (id: string) => (pieces.some((piece) => piece.id === id) ? id : ''),
  },
} as unknown as Release;

export const from = (address: string): Sender => ({ address, client: async () => address });
export const me = from('192.0.2.1');
