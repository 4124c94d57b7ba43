// Copies the live release of an older version, which stored each release in its own folder, into room.db. It is served
// until the first build of this version.
import { copyFileSync, existsSync, linkSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { listNames } from '#contract/content-types.ts';
import type { ContentIndexShard, ContentItem } from '#contract/schemas/content.ts';
import { shardPath } from '#domain/documents/content-index.ts';
import { type ContentStamp, type Encoding, encodingSuffix, type ReleasePage } from '#domain/release/page.ts';
import { columns, type IndexName } from '#domain/search/text-index.ts';
import { objectFile, openToBuild, createPageWriter, removeRoomDb, roomFile } from '../../sidecar/release/room-db.ts';

/** Entry of `manifest.json`. */
type ManifestEntry = Omit<ReleasePage, 'inputs'> & { key?: string };

interface Manifest {
  release: string;
  baseUrl: string;
  content: ContentStamp;
  entries: Record<string, ManifestEntry>;
  /** Present if `entries` are changes relative to `base.json`. */
  base?: { gone: string[] };
}

const readJson = <T>(...path: string[]): T => JSON.parse(readFileSync(join(...path), 'utf8')) as T;

function readManifest(dir: string): Manifest {
  const manifest = readJson<Manifest>(dir, 'manifest.json');
  if (!manifest.base) return manifest;
  const { entries } = readJson<Manifest>(dir, 'base.json');
  for (const path of manifest.base.gone) delete entries[path];
  return { ...manifest, entries: { ...entries, ...manifest.entries } };
}

function copyObject(dist: string, dir: string, page: ManifestEntry, encoding?: Encoding): void {
  const from = join(dir, page.private ? 'private' : 'public', page.file + (encoding ? encodingSuffix[encoding] : ''));
  const to = objectFile(dist, page, encoding);
  if (existsSync(to)) return;
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/** Reads the lines of a list. Files are numbered from the oldest entry; the newest entry of each file comes first. */
function readListLines(dir: string, list: string): string[] {
  const folder = join(dir, 'private', 'lists', list);
  const files = readdirSync(folder).sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10));
  return files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean));
}

function readIndexItems(dir: string, entries: Manifest['entries']): ContentItem[] {
  const shards: ContentItem[][] = [];
  for (let n = 1; entries[shardPath(n)]; n++) {
    const { file, private: isPrivate } = entries[shardPath(n)]!;
    shards.unshift(readJson<ContentIndexShard>(dir, isPrivate ? 'private' : 'public', file).items);
  }
  return shards.flat();
}

function copyTexts(db: DatabaseSync, dir: string, file: string, name: IndexName): void {
  if (!existsSync(join(dir, 'private', file))) return;
  const old = new DatabaseSync(join(dir, 'private', file), { readOnly: true });
  const fields = ['row', 'id', 'key', 'hasPage', 'segments', 'origin', ...columns];
  const add = db.prepare(`insert into ${name}Texts (${fields.join()}) values (${fields.map(() => '?').join()})`);
  const texts = old.prepare(`select ${fields.join()} from items join texts on items.row = texts.rowid`);
  for (const row of texts.iterate()) add.run(...fields.map((field) => row[field] as string));
  const addForm = db.prepare(`insert into ${name}Forms values (?, ?, ?)`);
  for (const { word, stem, shown } of old.prepare('select word, stem, shown from forms').iterate())
    addForm.run(word!, stem!, shown!);
  old.close();
}

function writeRelease(db: DatabaseSync, dist: string, dir: string): void {
  const { release, baseUrl, content, entries } = readManifest(dir);
  const writePage = createPageWriter(db);
  for (const [path, { key: _, ...page }] of Object.entries(entries)) {
    copyObject(dist, dir, page);
    for (const encoding of Object.keys(page.encodings ?? {})) copyObject(dist, dir, page, encoding as Encoding);
    writePage(path, page);
  }
  const putItem = db.prepare('insert into item values (?, ?, ?, ?, ?)');
  const items = readIndexItems(dir, entries);
  for (const [at, item] of items.entries()) {
    const { type, date, publishedAt, keywords, themeIds } = item;
    const indexed = JSON.stringify({ type, date, publishedAt, keywords, themeIds });
    putItem.run(item.id, items.length - 1 - at, '', indexed, JSON.stringify(item));
  }
  const putEntry = db.prepare('insert into entry values (?, ?, ?, ?, ?)');
  for (const list of listNames) {
    const lines = readListLines(dir, list);
    for (const [at, json] of lines.entries()) putEntry.run(list, String(at), lines.length - 1 - at, '', json);
  }
  const putFact = db.prepare('insert into fact values (?, ?)');
  for (const name of ['room', 'hidden']) putFact.run(name, readFileSync(join(dir, 'private', `${name}.json`), 'utf8'));
  copyTexts(db, dir, 'texts.db', 'free');
  copyTexts(db, dir, 'priced-texts.db', 'priced');
  db.prepare('insert into release values (1, 1, ?, ?, ?, ?)').run(release, baseUrl, content.digest, content.changedAt);
}

/**
 * Adopts the old release if there is one and room.db does not exist. Returns true on success. The next build replaces a
 * release that cannot be read.
 */
export function adoptRelease(dist: string): boolean {
  const dir = join(dist, 'current');
  if (existsSync(roomFile(dist)) || !existsSync(join(dir, 'manifest.json'))) return false;
  const db = openToBuild(dist, false);
  try {
    db.exec('begin immediate');
    writeRelease(db, dist, dir);
    db.exec('commit');
    db.close();
    return true;
  } catch {
    db.close();
    removeRoomDb(dist);
    return false;
  }
}
