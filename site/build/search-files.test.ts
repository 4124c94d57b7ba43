import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ManifestEntry } from '#domain/release/manifest.ts';
import { ReleaseEntries } from '#domain/release/release-entries.ts';
import type { SearchBundle } from '../release/search-bundles.ts';
import { freshBundles } from './search-files.ts';

const bundle = (path: string, key = 'same'): SearchBundle => ({
  path,
  key,
  language: 'en',
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
