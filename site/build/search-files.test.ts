import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ManifestEntry } from '#domain/release/manifest.ts';
import { ReleaseEntries } from '#domain/release/release-entries.ts';
import type { RoomItem } from '#domain/room.ts';
import type { SearchBundle } from '../release/search-bundles.ts';
import { divideBundles, freshBundles, makeAhead } from './search-files.ts';

const bundle = (path: string, key = 'same'): SearchBundle => ({
  path,
  key,
  language: 'en',
  items: [{} as RoomItem],
  records: () => [{ url: '/a', title: 'Tides', date: '2026-05-01', type: 'article', language: 'en', text: 'The sea.' }],
});
const live = (path: string) => {
  const entries = new ReleaseEntries([[`${path}/pagefind-entry.json`, { key: 'same' } as ManifestEntry]]);
  return { release: 'before', baseUrl: '', content: { digest: '', changedAt: 0 }, others: {}, entries };
};

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
