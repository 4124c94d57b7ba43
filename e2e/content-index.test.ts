// The content index as a client asks it: filters, counts, lines, limits, and why something is empty.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContent } from './content.ts';
import { type RunningRoom, startRoom } from './room.ts';

interface Index {
  items: { id: string; type: string; date: string; publishedAt: string; engagementScore?: number }[];
  count: number;
  total: number;
  emptyReason?: string;
  offsetPastEnd?: boolean;
  shards?: string[];
}

let room: RunningRoom;
before(async () => {
  room = await startRoom(await testContent());
});
after(() => room.stop());

const index = '/api/agent/content-index';
const get = (query: string) => fetch(`${room.baseUrl}${index}${query}`);
const json = async (query: string): Promise<Index> => (await get(query)).json() as Promise<Index>;
const names = async (query: string) => (await json(query)).items.map(({ id }) => id.replace(/-\d{8}$/, ''));

test('everything that the API shows, newest first', async () => {
  const all = [
    'unlisted',
    'a-talk',
    'live-drawing',
    'walk',
    'talk-about-tides',
    'third-sea',
    'second-map',
    'first-river',
    'priced',
  ];
  assert.deepEqual(await names(''), all);
  assert.deepEqual(await names('?limit=1000'), all);
  const items = (await json('')).items;
  const sorted = items.toSorted((a, b) =>
    a.publishedAt < b.publishedAt ? 1 : a.publishedAt > b.publishedAt ? -1 : a.id < b.id ? -1 : 1,
  );
  assert.deepEqual(items, sorted);
  for (const { date, publishedAt } of items) assert.equal(publishedAt.slice(0, 10), date);
});

test('type and types join; types come comma-separated or repeated', async () => {
  assert.deepEqual(await names('?type=video'), ['walk']);
  assert.deepEqual(await names('?types=video,stream'), ['live-drawing', 'walk']);
  assert.deepEqual(await names('?types=video&types=stream'), ['live-drawing', 'walk']);
  assert.deepEqual(await names('?type=episode&types=stream'), ['live-drawing', 'talk-about-tides']);
});

test('tag and topic look in themes and keywords, whatever the case', async () => {
  assert.deepEqual(await names('?tag=WATER'), ['talk-about-tides', 'third-sea', 'first-river']);
  assert.deepEqual(await names('?topic=Map&type=article'), ['third-sea', 'second-map']);
});

test('days are inclusive, and offsets of instants count', async () => {
  assert.deepEqual(await names('?dateFrom=2026-03-12&dateTo=2026-03-13'), ['live-drawing', 'walk']);
  assert.deepEqual(await names('?dateFrom=2026-03-12T23:30:00-02:00&dateTo=2026-03-13'), ['live-drawing']);
  assert.deepEqual((await json('?digest=7d')).items, []);
});

test('a window of the list, with the total before it', async () => {
  const { items, count, total } = await json('?limit=2&offset=1');
  assert.deepEqual(
    items.map(({ type }) => type),
    ['timeline', 'stream'],
  );
  assert.deepEqual([count, total], [2, 9]);
});

test('count=true gives the count alone', async () => {
  const body = (await (await get('?count=true&type=article')).json()) as Record<string, unknown>;
  assert.deepEqual(Object.keys(body).sort(), ['count', 'indexUpdatedAt', 'total']);
  assert.deepEqual([body.count, body.total], [5, 5]);
});

test('ndjson gives one item a line and the totals as headers; the bundle says the same', async () => {
  const response = await get('?format=ndjson&limit=3');
  assert.match(response.headers.get('content-type')!, /^application\/x-ndjson/);
  assert.equal(response.headers.get('x-content-index-total'), '9');
  assert.equal(response.headers.get('x-content-index-count'), '3');
  assert.equal(response.headers.get('x-content-index-max-limit'), '1000');
  const text = await response.text();
  assert.deepEqual(
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
    (await json('?limit=3')).items,
  );
  assert.equal(await (await fetch(`${room.baseUrl}${index}/bundle?limit=3`)).text(), text);
});

test('the bundle has a sandbox, and no count', async () => {
  const mock = await (await get('?format=ndjson&sandbox=1')).text();
  assert.match(mock, /^\{"type":"\w+","id":"sandbox-/);
  assert.equal(await (await get('/bundle?sandbox=1')).text(), mock);
  const byHeader = await fetch(`${room.baseUrl}${index}/bundle`, { headers: { 'x-service-sandbox': '1' } });
  assert.equal(await byHeader.text(), mock);
  assert.equal(await (await get('/bundle?count=true')).text(), await (await get('/bundle')).text());
});

test('out of bounds is an error that names the bounds, never a silent cap', async () => {
  for (const query of ['?limit=0', '?limit=1001', '?limit=-1', '?limit=1.5', '?limit=ten']) {
    const response = await get(query);
    assert.equal(response.status, 400, query);
    const { error } = (await response.json()) as { error: { details: unknown } };
    assert.deepEqual(error.details, { field: 'limit', minimum: 1, maximum: 1000 });
  }
  for (const [query, field] of [
    ['?offset=-1', 'offset'],
    ['?type=song', 'type'],
    ['?types=article,song', 'types'],
    ['?dateFrom=2026-02-30', 'dateFrom'],
    ['?dateTo=yesterday', 'dateTo'],
    ['?dateFrom=2026-03-02&dateTo=2026-03-01', 'dateFrom'],
    ['?digest=1d', 'digest'],
    ['?format=xml', 'format'],
  ] as const) {
    const response = await get(query);
    assert.equal(response.status, 400, query);
    const { error } = (await response.json()) as { error: { details: { field: string } } };
    assert.equal(error.details.field, field, query);
  }
});

test('unknown parameters are ignored', async () => {
  assert.equal((await json('?utm_source=x')).total, 9);
});

test('an empty answer says why', async () => {
  assert.equal((await json('?tag=nothing')).emptyReason, 'filter');
  assert.equal((await json('?tag=secret')).emptyReason, 'per_surface_visibility');
  const past = await json('?offset=100');
  assert.deepEqual([past.emptyReason, past.offsetPastEnd], [undefined, true]);
  assert.equal(((await (await get('?count=true&tag=nothing')).json()) as Index).emptyReason, 'filter');
  const reasonAt = async (path: string) =>
    ((await (await fetch(`${room.baseUrl}/api/agent/${path}`)).json()) as Index).emptyReason;
  assert.equal(await reasonAt('search?q=water&tag=secret'), 'per_surface_visibility');
  assert.equal(await reasonAt('search?q=zebra'), 'filter');
  assert.equal(await reasonAt('show-prep?showUrl=https://show.example&topic=secret'), 'per_surface_visibility');
  const { nextCursor } = (await (await fetch(`${room.baseUrl}/api/agent/changes`)).json()) as { nextCursor: string };
  assert.equal(await reasonAt(`changes?cursor=${nextCursor}`), 'filter');
});

test('a query has its own validator', async () => {
  const one = await get('?type=article');
  const other = await get('?type=video');
  assert.notEqual(one.headers.get('etag'), other.headers.get('etag'));
  const again = await fetch(`${room.baseUrl}${index}?type=article`, {
    headers: { 'if-none-match': one.headers.get('etag')! },
  });
  assert.equal(again.status, 304);
});

test('the shards hold the whole index', async () => {
  const { shards, total } = await json('');
  const pages = await Promise.all(shards!.map(async (url) => (await (await fetch(url)).json()) as Index));
  assert.equal(pages.flatMap(({ items }) => items).length, total);
});

test('the other lists page, too', async () => {
  const list = async (path: string) => (await (await fetch(`${room.baseUrl}/api/agent/${path}`)).json()) as Index;
  const all = await list('articles');
  const second = await list('articles?limit=1&offset=1');
  assert.deepEqual(second.items, [all.items[1]]);
  assert.deepEqual([second.count, second.total], [1, all.total]);
  assert.equal((await list('episodes?limit=1')).items.length, 1);
});

test('the same question gets the same answer, headers and all, in every coding and where the client holds it', async () => {
  const facts = async (response: Response) => ({
    status: response.status,
    headers: [...response.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id'),
    body: await response.text(),
  });
  for (const coding of ['identity', 'br', 'gzip']) {
    const ask = (held?: string) =>
      fetch(`${room.baseUrl}${index}?limit=20&type=article`, {
        headers: { 'accept-encoding': coding, ...(held && { 'if-none-match': held }) },
      });
    const first = await ask();
    const etag = first.headers.get('etag')!;
    assert.deepEqual(await facts(await ask()), await facts(first), coding);
    const unchanged = await ask(etag);
    assert.equal(unchanged.status, 304);
    assert.deepEqual(await facts(await ask(etag)), await facts(unchanged), coding);
  }
});
