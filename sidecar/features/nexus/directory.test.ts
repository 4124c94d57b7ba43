// Tests of the directory's queries: filters, order, totals, search, topics, digest.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nexusHandlers } from './handlers.ts';
import { ApiError } from '#contract/errors.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { migrations } from '../../storage/migrations.ts';
import { latestTopics } from './nexus.ts';
import { emptyNexus, reportRoom, type TestNexus } from './test-web.ts';

async function three(nexus: TestNexus): Promise<void> {
  await reportRoom(nexus, 'https://ann.example', {
    name: 'Ann Ríos',
    oneLiner: 'Letters about tides.',
    topics: ['Tides and the moon', 'Rivers'],
    indexUpdatedAt: '2026-04-03T00:00:00Z',
    items: [
      { id: 'a1', title: 'The moon and the harbour', summary: 'How tides come about.', keywords: ['Tides'] },
      { id: 'a2', title: 'A walk', summary: 'Along the shore.', date: '2026-01-01' },
    ],
  });
  await reportRoom(nexus, 'https://bob.example', {
    name: 'bob',
    oneLiner: 'Films about rivers.',
    topics: ['Rivers', 'Film'],
    indexUpdatedAt: '2026-04-02T00:00:00Z',
    items: [{ id: 'b1', title: 'Harbour walls', summary: 'Made of stone.', keywords: ['stone', '100% dry'] }],
  });
  await reportRoom(nexus, 'https://cleo.example', {
    name: 'Cléo',
    oneLiner: '潮の本',
    topics: ['Maps'],
    indexUpdatedAt: '2026-04-01T00:00:00Z',
    items: [{ id: 'c1', title: '潮汐について', date: '2999-01-01' }],
  });
}

onBothStores('the directory', (open) => {
  const names = async ({ nexus }: TestNexus, query: object) =>
    (await nexus.creators(query)).creators.map(({ name }) => name);

  test('filters are combined with AND, and keywords ignore case and accents', async () => {
    const nexus = await emptyNexus(open());
    await three(nexus);
    assert.deepEqual(await names(nexus, {}), ['Ann Ríos', 'bob', 'Cléo']);
    assert.deepEqual(await names(nexus, { sort: 'nameAsc' }), ['Ann Ríos', 'bob', 'Cléo']);
    assert.deepEqual(await names(nexus, { topic: 'RIVERS' }), ['Ann Ríos', 'bob']);
    assert.deepEqual(await names(nexus, { topic: 'rivers', tag: 'film' }), ['bob']);
    assert.deepEqual(await names(nexus, { topic: 'tides-and-the Móon' }), ['Ann Ríos']);
    assert.deepEqual(await names(nexus, { topic: 'river' }), []);
    assert.deepEqual(await names(nexus, { topic: 'rivers', keyword: 'rios' }), ['Ann Ríos']);
    assert.deepEqual(await names(nexus, { keyword: 'moon tides' }), ['Ann Ríos']);
    assert.deepEqual(await names(nexus, { keyword: 'cleo' }), ['Cléo']);
    assert.deepEqual(await names(nexus, { keyword: '潮' }), ['Cléo']);
    assert.deepEqual(await names(nexus, { keyword: '?!' }), []);
  });

  test('totals count all matches, regardless of the page', async () => {
    const nexus = await emptyNexus(open());
    await three(nexus);
    const page = await nexus.nexus.creators({ topic: 'rivers', limit: 1, offset: 1 });
    assert.deepEqual([page.count, page.total, page.creators[0]!.name], [1, 2, 'bob']);
    assert.equal((await nexus.nexus.creators({ offset: 5 })).count, 0);
  });

  test('search returns creators with their best items, matches in titles first', async () => {
    const nexus = await emptyNexus(open());
    await three(nexus);
    const found = await nexus.nexus.search({ q: 'harbour' });
    assert.deepEqual([found.matched, found.total], ['all', 2]);
    const items = new Map(found.creators.map(({ name, items: own }) => [name, own.map(({ id }) => id)]));
    assert.deepEqual(Object.fromEntries(items), { 'Ann Ríos': ['a1'], bob: ['b1'] });
    const [ann] = (await nexus.nexus.search({ q: 'how do tid' })).creators;
    assert.equal(ann!.bookingRequestUrl, 'https://ann.example/api/agent/booking-request');
    assert.deepEqual(ann!.items[0], {
      id: 'a1',
      type: 'article',
      title: 'The moon and the harbour',
      url: 'https://ann.example/articles/a1',
      date: '2026-04-30',
      summary: 'How tides come about.',
      topics: ['tides'],
    });
    assert.equal((await nexus.nexus.search({ q: 'harbour submarine' })).matched, 'any');
    assert.equal((await nexus.nexus.search({ q: '潮汐' })).creators[0]!.name, 'Cléo');
    const nothing = await nexus.nexus.search({ q: 'submarine' });
    assert.deepEqual([nothing.matched, nothing.total], ['none', 0]);
  });

  test('if nobody has a topic, similar topics are suggested, the nearest first', async () => {
    const nexus = await emptyNexus(open());
    await three(nexus);
    const { nexusCreators } = nexusHandlers(nexus.nexus);
    const ask = async (topic: string) => {
      const answer = await nexusCreators({ query: { topic } } as never, {} as never);
      return JSON.parse((answer as { body: string }).body) as { total: number; suggestions?: string[] };
    };
    assert.equal((await ask('riverz')).suggestions![0], 'rivers');
    assert.equal('suggestions' in (await ask('rivers')), false);
  });

  test('the topic of a search matches topics of creators, and items that are filed under it or name it', async () => {
    const nexus = await emptyNexus(open());
    await three(nexus);
    const of = async (topic: string) =>
      (await nexus.nexus.search({ q: 'harbour', topic })).creators.map(({ name }) => name).sort();
    assert.deepEqual(await of('Rivers'), ['Ann Ríos', 'bob']);
    assert.deepEqual(await of('Stone'), ['bob']);
    assert.deepEqual(await of('100% dry'), ['bob']);
    assert.deepEqual(await of('100-DRY'), ['bob']);
    assert.deepEqual(await of('Harbour walls'), ['bob']);
    assert.deepEqual(await of('made of stone'), ['bob']);
    assert.deepEqual(await of('sto'), []);
    assert.deepEqual(await of('1%'), []);
    assert.deepEqual(await of('_ides'), []);
  });

  test('query injection: only words of a search reach the database', async () => {
    const nexus = await emptyNexus(open());
    await three(nexus);
    for (const q of [
      `"`,
      `harbour" OR title:*`,
      `'; drop table members; --`,
      'a:* & !b',
      'NEAR(x y)',
      '\\',
      'x'.repeat(200),
    ])
      await nexus.nexus.search({ q }).catch((error: unknown) => assert.ok(error instanceof ApiError, q));
    assert.equal((await nexus.nexus.creators({})).total, 3);
    await assert.rejects(nexus.nexus.search({ q: '?!' }), ApiError);
  });

  test('the digest has the newest items of all members, without future ones, and can be filtered by topic', async () => {
    const nexus = await emptyNexus(open());
    await three(nexus);
    const ids = async (query: object) => (await nexus.nexus.newest(query)).map(({ url }) => url.slice(-2));
    assert.deepEqual((await ids({})).sort(), ['a1', 'b1']);
    assert.deepEqual(await ids({ topic: 'film' }), ['b1']);
    assert.deepEqual(await ids({ topic: 'tides' }), ['a1']);
    assert.deepEqual(await ids({ topic: 'moon' }), ['a1']);
    assert.deepEqual(await ids({ topic: '?!' }), []);
    assert.equal((await ids({ limit: 1 })).length, 1);
  });

  test('topic stuffing: topics of a single member are not listed with shared ones', async () => {
    const nexus = await emptyNexus(open());
    const shared = ['a', 'b', 'c', 'd', 'e', 'f'];
    const stuffed = Array.from({ length: 24 }, (_, n) => `only ${n}`);
    await reportRoom(nexus, 'https://mallory.example', { topics: stuffed });
    assert.equal((await latestTopics(open().db, () => 0)()).length, 24);
    for (const name of ['ann', 'bob']) await reportRoom(nexus, `https://${name}.example`, { topics: shared });
    assert.deepEqual(await latestTopics(open().db, () => 0)(), shared);
  });

  test('different spellings of a topic count as one, also in a store of an earlier version', async () => {
    const nexus = await emptyNexus(open());
    const { db, kind } = open();
    for (const [name, topics] of Object.entries({ ann: ['Self-Hosting'], bob: ['self hosting', 'Film'] }))
      await reportRoom(nexus, `https://${name}.example`, {
        topics,
        items: [{ id: 'x', title: 'A server', keywords: topics }],
      });
    assert.deepEqual(await latestTopics(db, () => 0)(), ['self-hosting', 'film']);
    await db.schema.alterTable('memberItems').dropColumn('topicKeys').execute();
    await migrations(kind)['097-nexus-topic-keys']!.up(db);
    assert.equal((await nexus.nexus.search({ q: 'server', topic: 'selfhosting' })).total, 2);
    const etags = await db.selectFrom('members').select('profileEtag').execute();
    assert.ok(etags.every(({ profileEtag }) => profileEtag === null));
  });

  test('topics and outlines come from the members', async () => {
    const nexus = await emptyNexus(open());
    await three(nexus);
    assert.equal((await nexus.nexus.topics())[0], 'rivers');
    assert.deepEqual(
      (await nexus.nexus.outlines()).map(({ origin }) => origin),
      ['https://ann.example', 'https://bob.example', 'https://cleo.example'],
    );
  });
});
