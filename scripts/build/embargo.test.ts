// Tests that an item approved for a later time is in no file of an earlier release, despite clock changes and crashes.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, lstatSync, writeFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ratesPerMinute } from '#contract/limits.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { formatItemFile } from '#domain/items/item-file.ts';
import type { ReleasePage } from '#domain/release/page.ts';
import { openDesk } from '../../sidecar/content/desk.ts';
import { liftDueEmbargoes } from '../../sidecar/content/lift-embargoes.ts';
import { approve, edit, retract } from '../../sidecar/content/review.ts';
import { type ReviewDesk, readItem } from '../../sidecar/content/review-desk.ts';
import { objectFile, openSnapshot, readPages } from '../../sidecar/release/room-db.ts';
import { memoryIo } from '../test-io.ts';
import { type RoomBuildSettings, roomBuilder } from './room-builder.ts';
import { stopwatch } from './stopwatch.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenroom-embargo-'));
after(() => rmSync(folder, { recursive: true }));
const content = join(folder, 'content');
for (const name of ['published', 'inbox']) mkdirSync(join(content, name), { recursive: true });
const creator = {
  ...{ name: 'Ida Measure', publication: 'Low Water', oneLiner: 'One.', description: 'Two.', language: 'en' },
  ...{ topics: [], themes: [], updatedAt: '2026-01-01' },
};
writeFileSync(join(content, 'creator.json'), JSON.stringify(creator));

const word = 'umbrafax';
const liveAt = '2026-05-01T12:00:00Z';
const before = new Date('2026-05-01T11:59:59Z');
const then = new Date('2026-05-01T12:00:00Z');
const deskAt = (now: Date): ReviewDesk => ({ ...openDesk(content), now: () => now });
const put = (where: string, item: Partial<StoredItem>, body = 'Text.') => {
  const whole = { type: 'article', title: 'Open', date: '2026-04-01T00:00:00Z', keywords: [], ...item } as StoredItem;
  writeFileSync(join(content, where, `${whole.id}.md`), formatItemFile({ item: whole, body }));
};

const unpacked = (bytes: Buffer): string =>
  [brotliDecompressSync, gunzipSync].reduce((text, unpack) => {
    try {
      return text + unpack(bytes).toString('latin1');
    } catch {
      return text;
    }
  }, bytes.toString('latin1'));

/** Lists files of the folder that contain the word in their names or texts, compressed or not. */
const filesWith = (root: string, text: string): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(root, name);
    return (
      name.includes(text) || (lstatSync(path).isFile() && unpacked(readFileSync(path)).toLowerCase().includes(text))
    );
  });

const dist = join(folder, 'dist');
const build = () =>
  roomBuilder(memoryIo().io, content, {
    ...({ baseUrl: 'https://room.example', rates: ratesPerMinute, nexus: { isOn: false } } as RoomBuildSettings),
    distDir: dist,
  }).build(stopwatch());

test('an item with an embargo is in no lane and no format before its moment, and in all of them after it', async () => {
  put('published', { id: 'open-00000001' });
  const id = `${word}-00000002`;
  put('inbox', { id, title: `The ${word} report`, keywords: [word], liveAt, image: `https://a.example/${word}.png` });
  assert.equal((await approve(deskAt(before), id)).outcome, 'approved');
  await build();
  assert.deepEqual(filesWith(dist, word), []);
  assert.deepEqual(await liftDueEmbargoes(deskAt(before), before), []);
  await build();
  assert.deepEqual(filesWith(dist, word), []);

  // The write is interrupted: the file is unchanged, and the next check repeats the work.
  const rename = () => Promise.reject(new Error('cut off'));
  await assert.rejects(liftDueEmbargoes({ ...deskAt(then), fs: { ...fs, rename } }, then));
  const found = await readItem(deskAt(then), 'published', id);
  assert.equal(found.outcome === 'found' && found.item.liveAt, liveAt);
  assert.deepEqual(await liftDueEmbargoes(deskAt(then), then), [id]);
  await build();
  const db = openSnapshot(dist);
  const isNamed = (page: ReleasePage) => readFileSync(objectFile(dist, page)).includes(word);
  const live = [...readPages(db).entries()].flatMap(([path, page]) => (isNamed(page) ? [path] : [])).join('\n');
  db.close();
  for (const lane of [`articles/${id}`, 'api/agent/articles', 'llms', 'feed']) assert.match(live, new RegExp(lane));

  // A clock that is set back withholds nothing that was already live.
  assert.deepEqual(await liftDueEmbargoes(deskAt(before), before), []);
  await build();
  assert.ok(filesWith(dist, word).length > 0);
  const lifted = await readItem(deskAt(then), 'published', id);
  assert.ok(lifted.outcome === 'found');
  assert.deepEqual([lifted.item.liveAt, lifted.item.date], [undefined, liveAt]);
});

test('an embargo that has ended at approval has no effect, and a live item cannot get one', async () => {
  const id = 'late-00000003';
  put('inbox', { id, liveAt });
  await approve(deskAt(then), id);
  const found = await readItem(deskAt(then), 'published', id);
  assert.equal(found.outcome === 'found' && found.item.liveAt, undefined);
  const kept = await edit(deskAt(then), id, { fields: { liveAt: '2027-01-01T00:00:00Z' } });
  assert.deepEqual(kept, { outcome: 'invalid', problems: ['liveAt is for what is not live yet'] });
  put('inbox', { id, liveAt: '2027-01-01T00:00:00Z' });
  assert.equal((await approve(deskAt(then), id)).outcome, 'invalid');
});

test('an item that is retracted before its publication time leaves no trace', async () => {
  const id = 'never-00000004';
  put('published', { id, liveAt });
  await retract(deskAt(before), id);
  const found = await readItem(deskAt(before), 'rejected', id);
  assert.equal(found.outcome === 'found' && found.item.retractedAt, undefined);
  await build();
  assert.deepEqual(filesWith(dist, 'never-00000004'), []);
});
