// Writes a test release with pages and their objects, in the format of a build.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { sha256 } from '#domain/ids.ts';
import { type Encoding, etagLength, type ReleasePage } from '#domain/release/page.ts';
import { objectFile, openToBuild, createPageWriter, readFacts } from '../../sidecar/release/room-db.ts';

export interface TestPage extends Partial<ReleasePage> {
  file: string;
  text: string;
}

export type TestPages = Record<string, TestPage>;

function writeObject(dist: string, etag: string, text: string, encoding?: Encoding): void {
  const file = objectFile(dist, { etag }, encoding);
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) writeFileSync(file, text);
}

export function testPage({ text, ...page }: TestPage): ReleasePage {
  const etag = sha256(text).slice(0, etagLength);
  return { type: 'text/html; charset=utf-8', etag, lastModified: '2026-01-01T00:00:00Z', size: text.length, ...page };
}

/** Replaces the live release. The compressed form of a text is the name of its encoding in capitals, such as BR. */
export function makeRelease(dist: string, pages: TestPages, baseUrl = 'https://room.example'): void {
  mkdirSync(dist, { recursive: true });
  const db = openToBuild(dist, false);
  const number = (readFacts(db)?.number ?? 0) + 1;
  db.exec('delete from page');
  const write = createPageWriter(db);
  for (const [path, { text, ...more }] of Object.entries(pages)) {
    const page = testPage({ text, ...more });
    writeObject(dist, page.etag, text);
    for (const encoding of Object.keys(page.encodings ?? {}) as Encoding[])
      writeObject(dist, page.etag, encoding.toUpperCase(), encoding);
    write(path, page);
  }
  db.prepare('insert or replace into release values (1, ?, ?, ?, ?, ?)').run(number, `r${number}`, baseUrl, '', 0);
  db.close();
}
