// Tests releases of the version that stored each release in its own folder.
import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { ratesPerMinute } from '#contract/limits.ts';
import { listNames } from '#contract/content-types.ts';
import { type Encoding, encodingSuffix } from '#domain/release/page.ts';
import { columns } from '#domain/search/text-index.ts';
import { openRelease, readDocument, type Release } from '../../sidecar/release/release.ts';
import {
  objectFile,
  openSnapshot,
  readPages,
  removeOldReleases,
  removeRoomDb,
  roomFile,
} from '../../sidecar/release/room-db.ts';
import { type RoomBuildSettings, roomBuilder } from '../build/room-builder.ts';
import { stopwatch } from '../build/stopwatch.ts';
import { root } from '../settings.ts';
import { memoryIo } from '../test-io.ts';
import { adoptRelease } from './adopt-release.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenroom-adopt-'));
after(() => rmSync(folder, { recursive: true }));
const content = join(folder, 'content');
const dist = join(folder, 'dist');
const builder = () =>
  roomBuilder(memoryIo().io, content, {
    ...({ baseUrl: 'https://room.example', rates: ratesPerMinute, nexus: { isOn: false } } as RoomBuildSettings),
    distDir: dist,
  });

/** Writes a live release as the previous version did. The oldest entry of a list is the last line of file 1. */
function writeOldRelease(): void {
  const db = openSnapshot(dist);
  const dir = join(dist, 'releases', 'old');
  const put = (name: string, bytes: Buffer | string): void => {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), bytes);
  };
  const entries: Record<string, object> = {};
  for (const [path, { inputs, ...page }] of readPages(db).entries()) {
    const place = `${page.private ? 'private' : 'public'}/${page.file}`;
    for (const encoding of [undefined, ...Object.keys(page.encodings ?? {})] as (Encoding | undefined)[])
      put(place + (encoding ? encodingSuffix[encoding] : ''), readFileSync(objectFile(dist, page, encoding)));
    entries[path] = { ...page, ...(inputs && { key: inputs }) };
  }
  const changed = Object.fromEntries(Object.entries(entries).slice(0, 5));
  const facts = { release: 'old', baseUrl: 'https://room.example', content: { digest: 'd', changedAt: 7 }, others: {} };
  put('base.json', JSON.stringify({ ...facts, entries: { ...entries, '/gone': entries['/'] } }));
  put('manifest.json', JSON.stringify({ ...facts, base: { gone: ['/gone'] }, entries: changed }));
  for (const list of listNames) {
    const query = db.prepare('select json from entry where list = ? order by position desc');
    const lines = query.all(list).map(({ json }) => `${json}\n`);
    put(`private/lists/${list}/1.ndjson`, lines.slice(3).join(''));
    if (lines.length > 0) put(`private/lists/${list}/2.ndjson`, lines.slice(0, 3).join(''));
  }
  for (const name of ['room', 'hidden']) {
    const { value } = db.prepare('select value from fact where name = ?').get(name) as { value: string };
    put(`private/${name}.json`, value);
  }
  const texts = new DatabaseSync(join(dir, 'private', 'texts.db'));
  const fields = ['row', 'id', 'key', 'hasPage', 'segments', 'origin'];
  texts.exec(`attach '${roomFile(dist)}' as room;
    create table items as select ${fields.join()} from room.freeTexts;
    create virtual table texts using fts5(${columns.join()});
    insert into texts (rowid, ${columns.join()}) select row, ${columns.join()} from room.freeTexts;
    create table forms as select * from room.freeForms`);
  texts.close();
  db.close();
  symlinkSync('releases/old', join(dist, 'current'));
}

async function answersOf(release: Release): Promise<Record<string, unknown>> {
  const { items, visible } = release.index;
  const answers = {
    items: [...items],
    types: [...visible.types],
    lists: listNames.map((name) => release.lists[name].slice(0)),
    found: release.texts.rank('"tide" OR "harbour"', 20),
    candidate: release.texts.candidate(0),
    facts: release.facts,
    hidden: release.hiddenItems,
    home: await readDocument(release, '/'),
    pages: [...release.pages.entries()].map(([path, { inputs: _, ...page }]) => [path, page]),
  };
  release.close();
  return answers;
}

let expected: Record<string, unknown>;
before(async () => {
  cpSync(join(root, 'content', 'example'), content, { recursive: true, filter: (path) => !path.endsWith('.build') });
  const published = join(content, 'published');
  for (const name of readdirSync(published).filter((_, at) => at % 4 > 0)) rmSync(join(published, name));
  await builder().build(stopwatch());
  expected = await answersOf(openRelease(dist));
  writeOldRelease();
  removeRoomDb(dist);
  rmSync(join(dist, 'objects'), { recursive: true });
});

test('it is served as it was', async () => {
  assert.equal(adoptRelease(dist), true);
  const release = openRelease(dist);
  assert.deepEqual([release.id, release.content], ['old', { digest: 'd', changedAt: 7 }]);
  assert.deepEqual(await answersOf(release), expected);
  assert.equal(adoptRelease(dist), false, 'there is a room.db now');
});

test('the next build replaces it, and the old folders go with it', async () => {
  const warm = builder();
  assert.equal((await warm.build(stopwatch())).built, true);
  await warm.tidy();
  const answers = await answersOf(openRelease(dist));
  for (const [name, answer] of Object.entries(expected)) assert.deepEqual(answers[name], answer, name);
  assert.ok(!existsSync(join(dist, 'releases')) && !existsSync(join(dist, 'current')));
});

test('one that is damaged is left to the build, and a folder without one is no problem', () => {
  removeRoomDb(dist);
  assert.equal(adoptRelease(dist), false);
  mkdirSync(join(dist, 'releases', 'old'), { recursive: true });
  writeFileSync(join(dist, 'releases', 'old', 'manifest.json'), '{"entries":');
  symlinkSync('releases/old', join(dist, 'current'));
  assert.equal(adoptRelease(dist), false);
  assert.ok(!existsSync(roomFile(dist)));
  removeOldReleases(dist);
  assert.ok(!existsSync(join(dist, 'releases')));
});
