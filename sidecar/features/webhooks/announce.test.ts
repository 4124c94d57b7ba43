import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContentItem } from '#contract/schemas/content.ts';
import { buildContentIndex } from '#domain/lists/content-index.ts';
import type { Release } from '../../release/release.ts';
import type { Store } from '../../storage/store.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { announceRelease } from './announce.ts';
import { announceVersion } from './run.ts';
import { createDigest, nextDigestAt, sendDigests } from './digest.ts';
import { rejectSubscription } from './subscriptions.ts';
import { emptyEventTables, startTime, createSubscriber } from './test-events.ts';
import { itemsInMemory } from '../../release/test-items.ts';

const day = 86_400_000;

const item = (id: string, type: ContentItem['type'], date: string): ContentItem => ({
  type,
  id,
  title: `Title of ${id}`,
  url: `https://room.example/${id}`,
  date,
  publishedAt: `${date}T00:00:00Z`,
  lastModified: new Date(date).toUTCString(),
  keywords: [],
  themeIds: [],
});

/** Creates a release with these items, newest first. */
function release(...items: ContentItem[]): Release {
  const articles = items
    .filter(({ type }) => type === 'article')
    .map((one) => JSON.stringify({ ...one, approvedAt: '2026-04-30T08:00:00Z' }));
  return {
    id: `release of ${items.map(({ id }) => id).join(', ')}`,
    index: { items: itemsInMemory(items), visible: buildContentIndex(items, { language: 'en', themes: [] }) },
    lists: { articles },
  } as unknown as Release;
}

const eventsOf = async ({ db }: Store) =>
  (await db.selectFrom('events').select('payload').orderBy('id').execute()).map(({ payload }) => JSON.parse(payload));

const old = item('old', 'article', '2026-01-01');
const film = item('film', 'video', '2026-04-20');
const dot = item('dot', 'article', '2026-04-30');

onBothStores('announcing', (open) => {
  test('a scheduled item is announced once, by the release in which it becomes visible', async () => {
    const { db } = open();
    await emptyEventTables(open());
    const talk = item('talk', 'video', '2026-06-01');
    const planned = { ...release({ ...talk, status: 'planned' }, old), id: 'planned' };
    const current = { ...release(talk, old), id: 'current' };
    assert.equal(await announceRelease(db, release(old), startTime), 0);
    assert.equal(await announceRelease(db, planned, startTime, release(old).index.items), 0);
    assert.equal(await announceRelease(db, current, startTime, planned.index.items), 1);
    assert.equal(await announceRelease(db, { ...current, id: 'again' }, startTime), 0);
    assert.deepEqual(
      (await eventsOf(open())).map((event) => event.item.id),
      ['talk'],
    );
  });

  test('a release with older content than the newest one is neither announced nor stored', async () => {
    const { db } = open();
    await emptyEventTables(open());
    const log = { id: 1, epoch: 'e', number: 0, forgotten: 0, release: 'newer', changedAt: startTime };
    await db
      .insertInto('changeLog')
      .values({ ...log, contentAt: 2000, contentDigest: 'newer' })
      .execute();
    const older = { ...release(dot), content: { digest: 'older', changedAt: 1000 } };
    await assert.rejects(announceRelease(db, older, startTime), /-- --rollback/);
    assert.deepEqual(await db.selectFrom('announced').selectAll().execute(), []);
    await db.deleteFrom('changeLog').execute();
  });

  test('the first run stores existing items, and later runs announce new ones once, oldest first', async () => {
    const store = open();
    await emptyEventTables(store);
    assert.equal(await announceRelease(store.db, release(old), startTime), 0);
    assert.equal(await announceRelease(store.db, release(dot, film, old), startTime), 2);
    assert.equal(await announceRelease(store.db, release(dot, film, old), startTime), 0);
    assert.equal(await announceRelease(store.db, release(old), startTime), 0);
    assert.equal(await announceRelease(store.db, release(dot, old), startTime), 0);
    const at = { timestamp: '2026-05-01T12:00:00.000Z' };
    const published = ({ id, type, title, url, date }: ContentItem) => ({
      event: 'content.published',
      item: { id, type, title, url, date },
      publishedAt: at.timestamp,
      type: 'content.published',
      ...at,
    });
    assert.deepEqual(await eventsOf(store), [
      published(film),
      {
        event: 'dot.approved',
        articleId: 'dot',
        title: dot.title,
        url: dot.url,
        approvedAt: '2026-04-30T08:00:00Z',
        type: 'dot.approved',
        ...at,
      },
      published(dot),
    ]);
  });

  test('a run without content also counts as the first run', async () => {
    const store = open();
    await emptyEventTables(store);
    await announceRelease(store.db, release(), startTime);
    assert.equal(await announceRelease(store.db, release(old), startTime), 1);
  });

  test('a release that was announced is not read again', async () => {
    const store = open();
    await emptyEventTables(store);
    await announceRelease(store.db, release(old), startTime);
    await store.db.deleteFrom('announced').execute();
    await announceRelease(store.db, release(old), startTime);
    assert.deepEqual(await store.db.selectFrom('announced').selectAll().execute(), []);
  });

  test('two sidecars that announce concurrently announce each item once', async () => {
    const store = open();
    await emptyEventTables(store);
    await announceRelease(store.db, release(), startTime);
    const results = await Promise.all(
      [1, 2, 3].map(() => announceRelease(store.db, release(dot, film, old), startTime)),
    );
    assert.deepEqual(results.sort(), [0, 0, 3]);
    assert.equal((await eventsOf(store)).length, 5);
  });

  test('an announcement that fails leaves no trace and is repeated', async () => {
    const store = open();
    await emptyEventTables(store);
    await announceRelease(store.db, release(), startTime);
    const broken = release(dot);
    broken.lists.articles = ['{'];
    await assert.rejects(announceRelease(store.db, broken, startTime));
    assert.equal(await announceRelease(store.db, release(dot), startTime), 1);
  });

  test('a version is announced once, even if an older one starts again next to it', async () => {
    const store = open();
    await emptyEventTables(store);
    const versions = ['1', '1', '2', '1', '2'];
    const fresh = [];
    for (const version of versions)
      fresh.push(await announceVersion(store.db, 'https://room.example', startTime, version));
    assert.deepEqual(fresh, [true, false, true, false, false]);
    const [event] = await eventsOf(store);
    const { latestEntry, ...rest } = event;
    assert.deepEqual(rest, {
      event: 'changelog.updated',
      version: '1',
      changelogUrl: 'https://room.example/api/agent/changelog',
      deliveredAt: '2026-05-01T12:00:00.000Z',
      type: 'changelog.updated',
      timestamp: '2026-05-01T12:00:00.000Z',
    });
    assert.ok(latestEntry.summary);
  });

  test('digests go to each subscription by its own schedule and window', async () => {
    const store = open();
    await emptyEventTables(store);
    await createSubscriber(store, 'd', ['content_index.digest'], { digestSchedule: 'daily', digestWindow: '7d' });
    await createSubscriber(store, 'w', ['content_index.digest'], { digestSchedule: 'weekly', digestWindow: '30d' });
    await createSubscriber(store, 'none');
    const ended = await createSubscriber(store, 'x', ['content_index.digest'], {
      digestSchedule: 'daily',
      digestWindow: '7d',
    });
    await store.db.transaction().execute((tx) => rejectSubscription(tx, ended.id, 'creator', startTime));
    const { index } = release(dot, film, old);
    const sent: number[] = [];
    for (let days = 0; days < 8; days++) sent.push(await sendDigests(store, index, startTime + days * day));
    assert.deepEqual(sent, [2, 1, 1, 1, 1, 1, 1, 2]);
    assert.equal(await sendDigests(store, index, startTime + 7 * day + 1), 0);
    const digests = (await eventsOf(store)).filter(({ timestamp }) => Date.parse(timestamp) === startTime);
    const ids = Object.fromEntries(
      digests.map(({ digest, items }) => [digest, items.map((one: ContentItem) => one.id)]),
    );
    assert.deepEqual(ids, { '7d': ['dot'], '30d': ['dot', 'film'] });
    assert.equal((await store.db.selectFrom('deliveries').select('id').execute()).length, 10);
  });

  test('digests resume after a clock that was ahead is corrected', async () => {
    const store = open();
    await emptyEventTables(store);
    await createSubscriber(store, 'd', ['content_index.digest'], { digestSchedule: 'daily', digestWindow: '7d' });
    const { index } = release(dot);
    const sent: number[] = [];
    for (const days of [1800, 0, 0.5, 1]) sent.push(await sendDigests(store, index, startTime + days * day));
    assert.deepEqual(sent, [1, 1, 0, 1]);
  });

  test('two sidecars send a digest once', async () => {
    const store = open();
    await emptyEventTables(store);
    await createSubscriber(store, 'd', ['content_index.digest'], { digestSchedule: 'daily', digestWindow: '7d' });
    const { index } = release(dot);
    const sent = await Promise.all([1, 2, 3].map(() => sendDigests(store, index, startTime)));
    assert.deepEqual(sent.sort(), [0, 0, 1]);
  });
});

test('missed digests are sent once, and the time of day stays the same', () => {
  assert.equal(nextDigestAt('daily', startTime, startTime), startTime + day);
  assert.equal(nextDigestAt('daily', startTime, startTime + day - 1), startTime + day);
  assert.equal(nextDigestAt('daily', startTime, startTime + 5 * day + 1), startTime + 6 * day);
  assert.equal(nextDigestAt('weekly', startTime, startTime + 8 * day), startTime + 14 * day);
});

test('a digest without items is sent', () => {
  const { payload } = createDigest(release(old).index, '7d', startTime);
  assert.deepEqual(payload, { digest: '7d', count: 0, items: [], deliveredAt: '2026-05-01T12:00:00.000Z' });
});
