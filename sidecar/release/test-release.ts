// For tests: a small release in a temporary folder.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { sha256 } from '#domain/ids.ts';
import type { ContentItem } from '#contract/schemas/content.ts';
import type { Encoding, ReleasePage } from '#domain/release/page.ts';
import { objectFile, openToBuild, createPageWriter } from './room-db.ts';

/** Creates an empty folder, which is removed after the test. */
export function createDist(t: TestContext): string {
  const dist = mkdtempSync(join(tmpdir(), 'greenroom-release-'));
  t.after(() => rmSync(dist, { recursive: true, force: true }));
  return dist;
}

/** Writes rows as a build does. */
export function withRows(dist: string, write: (db: DatabaseSync) => void): void {
  const db = openToBuild(dist, false);
  write(db);
  db.close();
}

function putObject(dist: string, etag: string, text: string, encoding?: Encoding): void {
  const file = objectFile(dist, { etag }, encoding);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Adds a page with its objects. `packed` is the text of its Brotli form. */
export function addPage(dist: string, path: string, text: string, packed?: string): ReleasePage {
  const etag = sha256(text).slice(0, 32);
  const page: ReleasePage = {
    file: `${path.slice(1)}.html`,
    type: 'text/html; charset=utf-8',
    etag,
    lastModified: '2026-05-01T00:00:00Z',
    size: Buffer.byteLength(text),
    ...(packed && { encodings: { br: packed.length } }),
  };
  putObject(dist, etag, text);
  if (packed) putObject(dist, etag, packed, 'br');
  withRows(dist, (db) => createPageWriter(db)(path, page));
  return page;
}

/** Adds items of the content index, newest first. */
export const addItems = (dist: string, items: ContentItem[]): void =>
  withRows(dist, (db) => {
    const put = db.prepare('insert into item values (?, ?, ?, ?, ?)');
    for (const [at, item] of items.entries()) {
      const json = JSON.stringify(item);
      put.run(item.id, items.length - 1 - at, sha256(json), json, json);
    }
  });
