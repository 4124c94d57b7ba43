// Tests of searches on the page of the directory, by name and by word.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothStores } from '../../storage/test-stores.ts';
import { queryDirectory, readDirectoryQuery } from './page-route.ts';
import { emptyNexus, reportRoom, type TestNexus } from './test-web.ts';

onBothStores('the page', (open) => {
  async function two(): Promise<TestNexus> {
    const nexus = await emptyNexus(open());
    const items = [{ id: 'a', title: 'A letter from Río' }];
    await reportRoom(nexus, 'https://ann.example', { name: 'Ann Ríos', topics: ['harbour'] });
    await reportRoom(nexus, 'https://bob.example', { name: 'Bob', topics: ['rivers'], items });
    return nexus;
  }
  const names = async ({ nexus }: TestNexus, query: object) =>
    (await queryDirectory(nexus, readDirectoryQuery(query))).creators.map(({ name }) => name);

  test('a creator is found by name, by topic, and by what they published, the name first', async () => {
    const nexus = await two();
    assert.deepEqual(await names(nexus, { q: 'ann' }), ['Ann Ríos']);
    assert.deepEqual(await names(nexus, { q: 'rios ann' }), ['Ann Ríos']);
    assert.deepEqual(await names(nexus, { q: 'harbour' }), ['Ann Ríos']);
    assert.deepEqual(await names(nexus, { q: 'letter' }), ['Bob']);
    await reportRoom(nexus, 'https://letter.example', { name: 'The Letter', oneLiner: 'x' });
    assert.deepEqual(await names(nexus, { q: 'letter' }), ['The Letter', 'Bob']);
    assert.deepEqual(await names(nexus, { q: 'letter', topic: 'harbour' }), []);
  });

  test('a creator who matches by name and by items is listed once, with the items', async () => {
    const nexus = await two();
    await reportRoom(nexus, 'https://letter.example', {
      name: 'The Letter',
      items: [{ id: 'a', title: 'First letter' }],
    });
    const { creators, total } = await queryDirectory(nexus.nexus, readDirectoryQuery({ q: 'letter' }));
    assert.deepEqual([creators.length, total, creators[0]!.items?.length], [2, 2, 1]);
  });

  test('any query in the address gives a valid page', async () => {
    const nexus = await two();
    const everyone = await names(nexus, {});
    for (const query of [{ q: ['a'] }, { q: ' ' }, { topic: '\0' }, { q: '\0' }])
      assert.deepEqual(await names(nexus, query), everyone, JSON.stringify(query));
    for (const query of [{ q: '?!' }, { cursor: 'x' }, { q: 'x '.repeat(500) }, { topic: 'a\0' }])
      assert.deepEqual(await names(nexus, query), [], JSON.stringify(query));
  });
});
