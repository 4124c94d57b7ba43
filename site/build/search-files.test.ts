import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { test } from 'node:test';
import { setImmediate as giveWay } from 'node:timers/promises';
import type { ReleasePage } from '#domain/release/page.ts';
import { ReleaseEntries } from '#domain/release/release-entries.ts';
import type { RoomItem } from '#domain/room.ts';
import type { SearchBundle } from '../release/search-bundles.ts';
import { divideBundles, makeAhead, withSearch } from './search-files.ts';

const isLinux = process.platform === 'linux';

const facts = { title: 'Tides', date: '2026-05-01', type: 'article', language: 'en' } as const;
const record = { ...facts, url: '/a', text: 'The sea.' };
const bundle = (path: string, key = 'same'): SearchBundle => ({
  path,
  key,
  language: 'en',
  items: [{} as RoomItem],
  records: () => [record],
});
const live = (path: string) => {
  const entries = new ReleaseEntries([[`${path}/pagefind-entry.json`, { key: 'same' } as ReleasePage]]);
  return { release: 'before', baseUrl: '', content: { digest: '', changedAt: 0 }, others: {}, entries };
};

type Plan = Parameters<typeof withSearch>[0];
const freshBundles = (plan: Plan) => withSearch(plan, [], ({ files }) => files());

test('a bundle that the live release has is not made again, one that is new is', async () => {
  const bundles = [bundle('/_search/old'), bundle('/_search/new')];
  const fresh = await freshBundles({ bundles, previous: live('/_search/old') });
  assert.deepEqual([...fresh.keys()], ['/_search/new']);
  const other = await freshBundles({ bundles: [bundle('/_search/old', 'other')], previous: live('/_search/old') });
  assert.deepEqual([...other.keys()], ['/_search/old']);
  const names = fresh.get('/_search/new')!.map(({ path }) => path);
  for (const name of ['pagefind-entry.json', 'pagefind.js']) assert.ok(names.includes(name), name);
  assert.equal(names.filter((name) => name.endsWith('.pf_fragment')).length, 1);
});

test('the same records give the same bytes, build after build', async () => {
  const make = async () =>
    (await freshBundles({ bundles: [bundle('/_search/a')], previous: undefined })).get('/_search/a');
  assert.deepEqual(await make(), await make());
});

test('a bundle whose items come takes them in its own order, and is the same as one that is made at once', async () => {
  const items = ['c', 'b', 'a'].map((id) => ({ id }) as RoomItem);
  const asked: string[] = [];
  const records = function* () {
    for (const { id } of items) {
      asked.push(id);
      yield { ...record, url: `/${id}`, text: `The sea is ${id}.` };
    }
  };
  const plan = { bundles: [{ ...bundle('/_search/a'), items, records }], previous: undefined };
  const passed = await withSearch(plan, items, async ({ take, keepUp, files }) => {
    const order = items.toReversed();
    for (const item of [...order, ...order]) {
      take(item);
      await keepUp();
    }
    assert.deepEqual(asked, ['c', 'b'], 'one that came too early is not taken');
    return files();
  });
  assert.deepEqual(asked, ['c', 'b', 'a']);
  assert.deepEqual(passed, await freshBundles(plan));
});

test(
  'a Pagefind that died while nobody used it is started again',
  { skip: !isLinux && 'finds it in /proc' },
  async () => {
    const plan = { bundles: [bundle('/_search/a')], previous: undefined };
    const made = await freshBundles(plan);
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
    const isPagefind = (pid: string) => readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('pagefind');
    const killed = children.filter(isPagefind);
    for (const pid of killed) process.kill(Number(pid), 'SIGKILL');
    while (killed.some((pid) => existsSync(`/proc/${pid}`))) await giveWay();
    assert.deepEqual(await freshBundles(plan), made);
  },
);

test('a release that fails while records are sent fails with its own reason', async () => {
  const plan = { bundles: [bundle('/_search/a'), bundle('/_search/b')], previous: undefined };
  const fails = withSearch(plan, plan.bundles[0]!.items, async ({ take }) => {
    take(plan.bundles[0]!.items[0]!);
    throw new Error('a page failed');
  });
  await assert.rejects(fails, /^Error: a page failed$/);
});

test('where nothing is new, nothing is started', async () => {
  assert.equal((await freshBundles({ bundles: [bundle('/_search/a')], previous: live('/_search/a') })).size, 0);
});

test('of the bundles that changed, all but the newest may be left for later, and are found once they are made', async () => {
  const [old, other, newest] = [bundle('/_search/old'), bundle('/_search/other', 'o'), bundle('/_search/newest', 'n')];
  const plan = { previous: live('/_search/old') };
  const all = [old, other, newest];
  const now = divideBundles(all, plan, false);
  assert.deepEqual([now.bundles, now.bundlesLater], [all, []]);
  const later = divideBundles(all, plan, true);
  assert.deepEqual([later.bundles, later.bundlesLater], [[old, newest], [other]]);
  await makeAhead(later);
  const next = divideBundles(all, plan, true);
  assert.deepEqual([next.bundles, next.bundlesLater], [all, []]);
  const fresh = await freshBundles({ ...next, ...plan });
  assert.deepEqual([...fresh.keys()].sort(), ['/_search/newest', '/_search/other']);
});

test('where many bundles changed, the release waits for them', () => {
  const all = Array.from({ length: 9 }, (_, n) => bundle(`/_search/${n}`));
  assert.deepEqual(divideBundles(all, { previous: undefined }, true).bundlesLater, []);
});
