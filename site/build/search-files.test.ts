import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchBundle } from '../release/search-bundles.ts';
import { makeBundles, type SearchFile } from './search-files.ts';

const record = {
  title: 'Tides',
  date: '2026-05-01',
  type: 'article',
  language: 'en',
  url: '/a',
  text: 'The sea.',
} as const;
const bundle = (path: string, records: SearchBundle['records'] = () => [record]): SearchBundle => ({
  path,
  inputs: '',
  language: 'en',
  items: [],
  records,
});

async function filesOf(...bundles: SearchBundle[]): Promise<Map<string, SearchFile[]>> {
  const made = new Map<string, SearchFile[]>();
  await makeBundles(bundles, ({ path }, files) => made.set(path, files));
  return made;
}

test('each bundle has its script, its entry and a fragment for each text', async () => {
  const made = await filesOf(bundle('/_search/old'), bundle('/_search/new'));
  assert.deepEqual([...made.keys()], ['/_search/old', '/_search/new']);
  const names = made.get('/_search/new')!.map(({ path }) => path);
  for (const name of ['pagefind-entry.json', 'pagefind.js']) assert.ok(names.includes(name), name);
  assert.equal(names.filter((name) => name.endsWith('.pf_fragment')).length, 1);
});

test('the same records give the same bytes, build after build, also many of them', async () => {
  const many = function* () {
    for (let n = 0; n < 120; n++) yield { ...record, url: `/${n}`, text: `The sea is ${n}.` };
  };
  assert.deepEqual(await filesOf(bundle('/_search/a', many)), await filesOf(bundle('/_search/a', many)));
});

test('a record that cannot be read fails with its own reason, and the next bundle can be made', async () => {
  const fails = bundle('/_search/a', () => {
    throw new Error('a page failed');
  });
  await assert.rejects(filesOf(fails), /^Error: a page failed$/);
  assert.equal((await filesOf(bundle('/_search/a'))).size, 1);
});
