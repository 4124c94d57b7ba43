// Sync: a client that keeps a cursor hears of everything, over rebuilds and restarts.
import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { idOf, itemFile, testContent } from './content.ts';
import { type RunningRoom, startRoom } from './room.ts';

interface Changes {
  items: { change: string; id: string; title?: string; url?: string }[];
  count: number;
  total: number;
  nextCursor: string;
}

let room: RunningRoom;
before(async () => {
  room = await startRoom(await testContent());
});
after(() => room.stop());

const ask = (query: string, headers: Record<string, string> = {}) =>
  fetch(`${room.baseUrl}/api/agent/changes?${query}`, { headers });
const changes = async (query: string): Promise<Changes> => (await ask(query)).json() as Promise<Changes>;
const live = async () => {
  const response = await fetch(`${room.baseUrl}/api/agent/content-index?limit=1000`);
  const { items } = (await response.json()) as { items: { id: string }[] };
  return items.map(({ id }) => id).sort();
};

/** Pages of `limit` from a cursor, until nothing is left. */
async function pull(held: Set<string>, cursor: string | undefined, limit: number): Promise<string> {
  for (;;) {
    const page = await changes(`limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`);
    for (const { change, id } of page.items)
      if (change === 'retracted') held.delete(id);
      else held.add(id);
    cursor = page.nextCursor;
    if (page.total === page.count) return cursor;
  }
}

async function next(cursor: string): Promise<Changes> {
  for (let i = 0; i < 200; i++) {
    const page = await changes(`cursor=${cursor}`);
    if (page.count > 0) return page;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error('no change came');
}

test('all pages together are what is live, and nothing that is hidden', async () => {
  const held = new Set<string>();
  await pull(held, undefined, 4);
  assert.deepEqual([...held].sort(), await live());
  assert.ok(!held.has(idOf('secret', 8)));
});

test('published, changed and retracted items follow the cursor, also after a rebuild and a crash', async () => {
  const held = new Set<string>();
  const cursor = await pull(held, undefined, 1000);
  const file = (name: string, n: number) => join(room.content, 'published', `${idOf(name, n)}.md`);
  const fields = (name: string, n: number, more: object = {}) => ({
    id: idOf(name, n),
    type: 'article',
    title: 'Title',
    date: '2026-04-01T00:00:00Z',
    ...more,
  });
  await writeFile(file('brand-new', 20), itemFile(fields('brand-new', 20)));
  await writeFile(file('second-map', 2), itemFile(fields('second-map', 2), 'Another text.'));
  await rm(file('walk', 5));
  await writeFile(file('third-sea', 3), itemFile(fields('third-sea', 3, { hiddenOn: ['api'] })));
  await room.rebuild();
  const { items, nextCursor } = await next(cursor);
  const said = items.map(({ change, id }) => `${change} ${id.replace(/-\d{8}$/, '')}`);
  assert.deepEqual(said.sort(), ['created brand-new', 'retracted third-sea', 'retracted walk', 'updated second-map']);
  const gone = items.find(({ id }) => id === idOf('walk', 5))!;
  assert.deepEqual([gone.title, gone.url], [undefined, undefined]);
  await room.restart();
  assert.deepEqual((await changes(`cursor=${nextCursor}`)).items, []);
  await pull(held, cursor, 1);
  assert.deepEqual([...held].sort(), await live());
});

test('a text that gets a price is an update, and its words are in no answer', async () => {
  const { nextCursor } = await changes('limit=1000');
  const prices = { articles: 5 };
  await writeFile(join(room.content, 'access.json'), JSON.stringify({ enabled: true, prices }));
  await room.rebuild();
  const { items } = await next(nextCursor);
  assert.ok(items.length > 1 && items.every(({ change, id }) => change === 'updated' && !id.startsWith('talk-')));
});

test('a client that is up to date gets 304, and never a cached answer', async () => {
  const { nextCursor } = await changes('limit=1000');
  const first = await ask(`cursor=${nextCursor}`);
  assert.equal(first.headers.get('cache-control'), 'no-cache');
  assert.equal((await ask(`cursor=${nextCursor}`, { 'if-none-match': first.headers.get('etag')! })).status, 304);
});

test('a cursor that is forged, or from another room, is refused with the reason', async () => {
  const { nextCursor } = await changes('limit=1000');
  const ahead = nextCursor.replace(/\.(.*)$/, '.zzzzz');
  for (const [cursor, reason] of [
    ['nonsense', 'malformed'],
    ['other.1', 'unknown'],
    [ahead, 'unknown'],
    ["'--", 'malformed'],
  ] as const) {
    const response = await ask(`cursor=${encodeURIComponent(cursor)}`);
    assert.equal(response.status, 400);
    const { error } = (await response.json()) as { error: { details: object } };
    assert.deepEqual(error.details, { field: 'cursor', reason });
  }
  for (const query of ['limit=0', 'limit=1001', `cursor=${'x'.repeat(101)}`])
    assert.equal((await ask(query)).status, 400, query);
});
