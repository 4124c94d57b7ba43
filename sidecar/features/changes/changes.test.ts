// The log of changes as clients see it: complete, in order, and the same for all sidecars that share a store.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tombstoneDays } from '#contract/limits.ts';
import type { Change } from '#contract/schemas/changes.ts';
import type { ContentItem } from '#contract/schemas/content.ts';
import type { Cursor } from './difference.ts';
import type { Release } from '../../release/release.ts';
import type { Db, Store } from '../../storage/store.ts';
import { resetReleaseOrder, createOrderCheck } from '../../release/release-check.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { readChanges, type ChangesPage } from './page.ts';
import { changeRecorder, type OnChanges, recordRelease } from './record.ts';
import { StoredItems } from '../../release/stored-items.ts';
import { itemsInMemory } from '../../release/test-items.ts';

const none = async () => undefined;
const start = Date.parse('2026-05-01T12:00:00Z');
const day = 86_400_000;

const item = (id: string, title = `Title of ${id}`): ContentItem => ({
  type: 'article',
  id,
  title,
  url: `https://room.example/articles/${id}`,
  date: '2026-04-01',
  publishedAt: '2026-04-01T00:00:00Z',
  lastModified: 'Wed, 01 Apr 2026 00:00:00 GMT',
  summary: `About ${id}.`,
  keywords: ['river'],
  themeIds: [],
});

let releases = 0;
/** Creates a release. `items` are newest first; `keys` are the hashes of their texts. */
const release = (items: ContentItem[], keys: Record<string, string> = {}, changedAt = ++releases): Release =>
  ({
    id: `r${++releases}`,
    content: { digest: `d${releases}`, changedAt },
    index: { items: itemsInMemory(items) },
    texts: { keyOf: (id: string) => keys[id] ?? '', keys: () => new Map(Object.entries(keys)) },
  }) as unknown as Release;

async function empty({ db }: Store): Promise<void> {
  for (const table of ['changes', 'changeLog'] as const) await db.deleteFrom(table).execute();
}

async function page(db: Db, cursor?: Cursor, limit = 1000): Promise<ChangesPage> {
  const result = await readChanges(db, cursor, limit);
  assert.ok(typeof result === 'object', String(result));
  return result;
}

const summaries = ({ items }: { items: Change[] }) => items.map(({ change, id }) => `${change} ${id}`);

const recorderOf = (db: Db, live: Release, now = start) =>
  changeRecorder(
    db,
    () => live,
    () => now,
    none,
  );

onBothStores('changes', (open) => {
  test('all items of the first release are created, the oldest first', async () => {
    const { db } = open();
    await empty(open());
    assert.equal(await recordRelease(db, release([item('new'), item('old')]), start, none), 2);
    const { items, total } = await page(db);
    assert.equal(total, 2);
    assert.deepEqual(items[0], {
      change: 'created',
      id: 'old',
      type: 'article',
      title: 'Title of old',
      url: 'https://room.example/articles/old',
      date: '2026-04-01',
      lastModified: 'Wed, 01 Apr 2026 00:00:00 GMT',
      summary: 'About old.',
      keywords: ['river'],
      hash: items[0]!.hash!,
      at: '2026-05-01T12:00:00.000Z',
    });
    assert.match(items[0]!.hash!, /^[0-9a-f]{64}$/);
    assert.equal(items[1]!.id, 'new');
  });

  test('the callback gets updated, retracted and restored items, but not new ones', async () => {
    const { db } = open();
    await empty(open());
    const reported: string[] = [];
    const onChanges: OnChanges = async (_, { updated, retracted, restored }) => {
      reported.push(...updated.map(({ itemId, hash }) => `updated ${itemId} ${hash!.length}`));
      reported.push(...retracted.map(({ itemId, entry }) => `retracted ${itemId} ${JSON.parse(entry!).title}`));
      reported.push(...restored.map((id) => `restored ${id}`));
    };
    await recordRelease(db, release([item('b'), item('a')]), start, onChanges);
    assert.deepEqual(reported, []);
    await recordRelease(db, release([item('a', 'Other')]), start + 1, onChanges);
    await recordRelease(db, release([item('b'), item('a', 'Other')]), start + 2, onChanges);
    assert.deepEqual(reported, ['updated a 64', 'retracted b Title of b', 'restored b']);
  });

  test('a client gets each change once, in order, and only the latest change of an item', async () => {
    const { db } = open();
    await empty(open());
    await recordRelease(db, release([item('b'), item('a')]), start, none);
    const { next } = await page(db);
    assert.deepEqual(summaries(await page(db, next)), []);
    await recordRelease(db, release([item('c'), item('b', 'Other'), item('a')]), start + 1, none);
    await recordRelease(db, release([item('c', 'Other'), item('b', 'Third')]), start + 2, none);
    const later = await page(db, next);
    assert.deepEqual(summaries(later), ['updated b', 'created c', 'retracted a']);
    assert.deepEqual(summaries(await page(db, later.next)), []);
    assert.deepEqual(
      later.items.find(({ id }) => id === 'a'),
      {
        change: 'retracted',
        id: 'a',
        type: 'article',
        at: '2026-05-01T12:00:00.002Z',
      },
    );
    await recordRelease(db, release([item('c', 'Other'), item('b', 'Third'), item('a')]), start + 3, none);
    assert.deepEqual(summaries(await page(db, later.next)), ['created a']);
  });

  test('an item whose text or price changed is updated, even if its entry is the same', async () => {
    const { db } = open();
    await empty(open());
    await recordRelease(db, release([item('a')], { a: '1' }), start, none);
    const { next } = await page(db);
    await recordRelease(db, release([item('a')], { a: '1 priced' }), start, none);
    assert.deepEqual(summaries(await page(db, next)), ['updated a']);
  });

  test('a client that reads all pages during releases ends with exactly the live items', async () => {
    const { db } = open();
    await empty(open());
    const copies = new Map<string, string>();
    let cursor: Cursor | undefined;
    let seed = 7;
    const chance = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    let live: ContentItem[] = [];
    const pull = async (limit: number) => {
      const { items, next } = await page(db, cursor, limit);
      for (const { change, id, title } of items)
        if (change === 'retracted') copies.delete(id);
        else copies.set(id, title!);
      cursor = next;
      return items.length;
    };
    for (let round = 0; round < 30; round++) {
      const remaining = live
        .filter(() => chance(5) > 0)
        .map((one) => (chance(4) === 0 ? item(one.id, `v${round}`) : one));
      const ids = new Set(remaining.map(({ id }) => id));
      const fresh = Array.from({ length: 3 }, () => `i${chance(40)}`).filter(
        (id, n, all) => !ids.has(id) && all.indexOf(id) === n,
      );
      live = [...fresh.map((id) => item(id, `v${round}`)), ...remaining];
      await recordRelease(db, release(live), start + round, none);
      await pull(2);
    }
    while ((await pull(2)) > 0);
    assert.deepEqual([...copies].sort(), live.map(({ id, title }) => [id, title]).sort());
  });

  test('a running process reads only changed items and records the same as a restarted one', async () => {
    const { db } = open();
    let seed = 11;
    const chance = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const keys: Record<string, string> = {};
    const steps: Release[] = [];
    let live: ContentItem[] = [];
    for (let round = 0; round < 30; round++) {
      const remaining = live
        .filter(() => chance(6) > 0)
        .map((one) => (chance(5) === 0 ? item(one.id, `v${round}`) : one));
      const fresh = [`i${chance(40)}`].filter((id) => remaining.every((one) => one.id !== id)).map((id) => item(id));
      live = [...fresh, ...remaining];
      const texts = live.filter(() => chance(5) === 0).map(({ id }) => id);
      for (const id of texts) keys[id] = `text ${round}`;
      steps.push(release(live, { ...keys }));
    }
    let read = 0;
    const recordAll = async (isRestarted: boolean) => {
      await empty(open());
      let current = steps[0]!;
      const startRecorder = () =>
        changeRecorder(
          db,
          () => current,
          () => start,
          none,
        );
      let record = startRecorder();
      for (current of steps) {
        const { items } = current.index;
        const at = StoredItems.prototype.at.bind(items);
        read = 0;
        items.at = (position) => (read++, at(position));
        await record();
        if (isRestarted) record = startRecorder();
      }
      return db.selectFrom('changes').select(['itemId', 'hash']).orderBy('itemId').execute();
    };
    const continuous = await recordAll(false);
    assert.ok(read > 0 && read < live.length, `${read} of ${live.length} were read`);
    assert.deepEqual(await recordAll(true), continuous);
    assert.equal(read, live.length);
  });

  test('sidecars that share a store record a release once, with unique numbers', async () => {
    const { db } = open();
    await empty(open());
    await recordRelease(db, release([item('a')]), start, none);
    const next = release([item('c'), item('b'), item('a')]);
    const counts = await Promise.all([1, 2, 3, 4].map(() => recordRelease(db, next, start, none)));
    assert.deepEqual(counts.sort(), [0, 0, 0, 2]);
    const numbers = (await db.selectFrom('changes').select('number').orderBy('number').execute()).map(
      ({ number }) => number,
    );
    assert.deepEqual(numbers, [1, 2, 3]);
  });

  test('a failed record leaves nothing behind and is repeated', async () => {
    const { db } = open();
    await empty(open());
    const broken = release([item('a'), { ...item('b'), type: null as never }]);
    const record = recorderOf(db, broken);
    await assert.rejects(record());
    assert.equal((await db.selectFrom('changes').selectAll().execute()).length, 0);
    broken.index.items = itemsInMemory([item('a')]);
    await record();
    assert.deepEqual(summaries(await page(db)), ['created a']);
  });

  test('an older release is refused until a rollback allows it', async () => {
    const { db } = open();
    await empty(open());
    await recordRelease(db, release([item('b'), item('a')], {}, 2000), start, none);
    const { next } = await page(db);
    const older = release([item('old'), item('a')], {}, 1000);
    const isRefused = /has content of 1970-01-01T00:00:01\.000Z, but .* -- --rollback/;
    await assert.rejects(recordRelease(db, older, start, none), isRefused);
    assert.match((await createOrderCheck(db)({ release: 'r', content: older.content }))!.message, isRefused);
    assert.deepEqual((await page(db, next)).items, []);
    await resetReleaseOrder(db);
    assert.equal(await createOrderCheck(db)({ release: 'r', content: older.content }), undefined);
    await recordRelease(db, older, start, none);
    assert.deepEqual(summaries(await page(db, next)), ['created old', 'retracted b']);
  });

  test('the same content is not older on a machine that built it earlier', async () => {
    const { db } = open();
    await empty(open());
    const here = release([item('a')], {}, 2000);
    const there = { ...release([item('a')], {}, 1000), content: { ...here.content, changedAt: 1000 } };
    await recordRelease(db, here, start, none);
    await recordRelease(db, there, start, none);
    const { content } = release([item('a')], {}, 1500);
    assert.equal((await createOrderCheck(db)({ release: 'r', content }))?.reason, 'older');
  });

  test('a restart with the same release records nothing and keeps the cursor', async () => {
    const { db } = open();
    await empty(open());
    const same = release([item('a')]);
    await recorderOf(db, same)();
    const { next } = await page(db);
    await recorderOf(db, same, start + day)();
    assert.deepEqual((await page(db, next)).items, []);
    assert.deepEqual((await page(db)).next, next);
  });

  test('forged cursor: a cursor of another store or beyond the last change is refused', async () => {
    const { db } = open();
    await empty(open());
    await recordRelease(db, release([item('a')]), start, none);
    const { next } = await page(db);
    assert.equal(await readChanges(db, { ...next, epoch: 'other' }, 10), 'unknown');
    assert.equal(await readChanges(db, { ...next, number: next.number + 1 }, 10), 'unknown');
    assert.equal(await readChanges(db, { ...next, number: Number.MAX_SAFE_INTEGER }, 10), 'unknown');
  });

  test('a tombstone expires, and an older cursor is then refused', async () => {
    const { db } = open();
    await empty(open());
    await recordRelease(db, release([item('b'), item('a')]), start, none);
    const { next: old } = await page(db);
    await recordRelease(db, release([item('b')]), start + day, none);
    const { next: since } = await page(db);
    const forgottenIds: string[] = [];
    const onChanges: OnChanges = async (_, { forgotten }) => void forgottenIds.push(...forgotten);
    await recordRelease(db, release([item('c'), item('b')]), start + (tombstoneDays + 2) * day, onChanges);
    assert.deepEqual(forgottenIds, ['a']);
    assert.equal(await readChanges(db, old, 10), 'too_old');
    assert.deepEqual(summaries(await page(db, since)), ['created c']);
    assert.deepEqual(summaries(await page(db)), ['created b', 'created c']);
  });
});
