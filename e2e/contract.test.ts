// Every endpoint of the running room, checked against the contract.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Endpoint } from '#contract/endpoint.ts';
import { allEndpoints, endpoints } from '#contract/endpoints.ts';
import { apiVersion } from '#contract/version.ts';
import { assertError, assertShape } from './assert-contract.ts';
import { idOf, itemFile, pricedText, secretText, testContent, unlistedText } from './content.ts';
import { publicFiles } from './release.ts';
import { type RunningRoom, startRoom } from './room.ts';
import { type MediaHost, mediaHost, sound, type SpeechService, speechService } from './speech.ts';
import { claimedWork, freeTask, longText, offeredWork } from './worker.ts';

let room: RunningRoom;
let media: MediaHost;
let service: SpeechService;
before(async () => {
  const piece = { id: idOf('flood', 20), type: 'video', title: 'Flood', date: '2026-01-04T10:00:00Z' };
  const files = { [`published/${piece.id}.md`]: itemFile(piece, longText) };
  media = await mediaHost();
  service = await speechService();
  const recording = sound(3);
  for (const path of ['/episode.mp3', '/unheard.mp3']) media.files.set(path, recording);
  const settings = {
    TRUST_PROXY: '127.0.0.1',
    RATES: 'guestKit=100,transcribe=100,action=1000',
    NEXUS: 'on',
    ALLOWED_HOSTS: '127.0.0.1',
    ...service.settings,
  };
  room = await startRoom(await testContent(files), settings);
});
after(async () => {
  await room.stop();
  media.stop();
  service.stop();
});

/** Pages of other origins may read it. */
const isShared = ({ http }: Endpoint) => http.path !== '/api/mcp';

/** Addresses that another endpoint gave, by path. */
const given = new Map<string, string>();

async function addressOf(record: Endpoint): Promise<string> {
  if (record.docs.foundIn && !given.has(record.http.path)) {
    const [maker, field] = record.docs.foundIn;
    const first = endpoints[maker as 'bookingRequest'] as Endpoint;
    // A recording that nobody asked about before is a job; one that is known is answered at once.
    const job = first.http.accepted && { headers: { prefer: 'respond-async, wait=0' }, media: '/unheard.mp3' };
    const made = (await (await ask(first, job?.headers, first.http.method, job?.media)).json()) as Record<
      string,
      string
    >;
    given.set(record.http.path, made[field]!);
  }
  return given.get(record.http.path) ?? exampleAddress(record);
}

function exampleAddress(record: Endpoint): string {
  const params: Record<string, string | number> = { id: idOf('first-river', 1), ...record.docs.example?.params };
  const path = record.http.path.replace(/\{(\w+)\}/g, (_, key: string) => String(params[key]));
  const query = new URLSearchParams(
    Object.entries(record.docs.example?.query ?? {}).map(([key, value]): [string, string] => [
      key,
      String(value).replace('https://room.example/', `${room.baseUrl}/`),
    ]),
  );
  return room.baseUrl + path + (query.size > 0 ? `?${query}` : '');
}

/** Each record is asked by a client of its own, so that no rate is reached. */
const clientAddressFor = (record: Endpoint) => `10.0.0.${1 + allEndpoints.findIndex(([, one]) => one === record)}`;

/**
 * The example request, with the address of this room and with a recording of this test, or with a secret that only an
 * answer gives.
 */
async function bodyOf(record: Endpoint, mediaPath = '/episode.mp3'): Promise<unknown> {
  if (record === endpoints.workSubmit) return offeredWork(room, clientAddressFor(record));
  if (record === endpoints.tasksClaim) return freeTask(room, clientAddressFor(record));
  if (record === endpoints.tasksSubmit) return claimedWork(room, clientAddressFor(record));
  if (record !== endpoints.l402Verify)
    return JSON.parse(
      JSON.stringify(record.docs.example!.body)
        .replaceAll('https://room.example', room.baseUrl)
        .replace(/https:\/\/media\.example\.org[^"]*/, media.url + mediaPath),
    );
  const { payment_context_token } = (await (await ask(endpoints.l402PaymentRequest)).json()) as Record<string, string>;
  return { payment_context_token };
}

const ask = async (
  record: Endpoint,
  headers: Record<string, string> = {},
  method: string = record.http.method,
  mediaPath?: string,
): Promise<Response> =>
  fetch(await addressOf(record), {
    method,
    headers: {
      'x-forwarded-for': clientAddressFor(record),
      ...(record.docs.example?.body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(record.docs.example?.body !== undefined &&
      method === 'POST' && { body: JSON.stringify(await bodyOf(record, mediaPath)) }),
  });

const isCacheable = ({ http, access }: Endpoint): boolean => http.method === 'GET' && !access?.rate && !access?.private;

const hasJsonSandbox = ({ http, access }: Endpoint): boolean => access?.sandbox === true && !http.mediaType;

for (const [name, record] of allEndpoints) {
  describe(`${record.http.method} ${record.http.path} (${name})`, () => {
    test('answers in the declared shape with the headers of every answer', async () => {
      const response = await ask(record, { 'x-request-id': 'abc-123' });
      assert.equal(response.status, 200);
      const text = await response.text();
      assertShape(record, text);
      assert.ok(response.headers.get('content-type')!.startsWith(record.http.mediaType ?? 'application/json'));
      assert.equal(response.headers.get('x-service-api-version'), apiVersion);
      assert.equal(response.headers.get('x-request-id'), 'abc-123');
      assert.equal(response.headers.get('access-control-allow-origin'), isShared(record) ? '*' : null);
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
      assert.ok(response.headers.get('cache-control'));
      assert.equal(response.headers.has('x-ratelimit-limit'), record.access?.rate !== undefined);
    });

    test('makes a request id where none, or a bad one, was sent', async () => {
      const cases: Record<string, string>[] = [{}, { 'x-request-id': 'x'.repeat(129) }, { 'x-request-id': 'a b' }];
      for (const headers of cases) {
        const id = (await ask(record, headers)).headers.get('x-request-id')!;
        assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
      }
    });

    test('refuses other methods with what it takes', async () => {
      const all = Object.values<Endpoint>(endpoints).filter(({ http }) => http.path === record.http.path);
      const taken = all.map(({ http }) => http.method);
      const other = ['GET', 'POST', 'DELETE', 'PUT'].find((method) => !taken.includes(method as never))!;
      const response = await ask(record, {}, other);
      const details = await assertError(response, 405, 'method_not_allowed');
      assert.deepEqual(details.supportedMethods, taken);
      assert.ok(response.headers.get('allow')?.includes(record.http.method));
    });

    test('answers a preflight', async () => {
      const response = await ask(
        record,
        {
          origin: isShared(record) ? 'https://example.org' : room.baseUrl,
          'access-control-request-method': record.http.method,
        },
        'OPTIONS',
      );
      assert.equal(response.status, 204);
      assert.ok(response.headers.get('access-control-allow-methods')?.includes(record.http.method));
    });

    if (record.http.path.startsWith('/api/')) {
      test('does not take an apikey', async () => {
        const url = await addressOf(record);
        const response = await fetch(`${url}${url.includes('?') ? '&' : '?'}apikey=x`, { method: record.http.method });
        assert.equal((await assertError(response, 400, 'bad_request')).field, 'apikey');
      });
    }

    if (record.access?.private) {
      test('is kept by no cache and has no validators', async () => {
        const response = await ask(record);
        assert.equal(response.headers.get('cache-control'), 'private, no-store');
        assert.equal(response.headers.has('etag'), false);
        assert.equal(response.headers.has('last-modified'), false);
      });
    }

    // The tests of payment, work and transcription repeat their own requests.
    if (record.http.creates === true) {
      test('runs once for each Idempotency-Key', async () => {
        const key = { 'idempotency-key': `key of ${name}` };
        const first = await (await ask(record, key)).text();
        assert.equal(await (await ask(record, key)).text(), first);
        assert.notEqual(await (await ask(record, { 'idempotency-key': 'another key' })).text(), first);
        assert.notEqual(await (await ask(record)).text(), first);
        const headers = { ...key, 'x-forwarded-for': clientAddressFor(record), 'content-type': 'application/json' };
        const body = JSON.stringify({ ...(record.docs.example!.body as object), other: true });
        const reused = await fetch(await addressOf(record), { method: 'POST', headers, body });
        assert.equal((await assertError(reused, 422, 'bad_request')).field, 'Idempotency-Key');
        const long = await ask(record, { 'idempotency-key': 'x'.repeat(256) });
        assert.equal((await assertError(long, 400, 'bad_request')).field, 'Idempotency-Key');
      });
    }

    if (isCacheable(record)) {
      test('gives 304 for what the client already holds, and HEAD without a body', async () => {
        const full = await ask(record);
        const etag = full.headers.get('etag')!;
        const lastModified = full.headers.get('last-modified')!;
        assert.match(etag, /^"[^"]+"$/);
        const cases: Record<string, string>[] = [
          { 'if-none-match': etag },
          { 'if-none-match': `"other", W/${etag}` },
          { 'if-none-match': '*' },
          { 'if-modified-since': lastModified },
        ];
        for (const headers of cases) {
          const response = await ask(record, headers);
          assert.equal(response.status, 304, JSON.stringify(headers));
          assert.equal(await response.text(), '');
          assert.equal(response.headers.get('etag'), etag);
          // A cache takes the headers of a 304 for those of what it has (RFC 9111 §3.2).
          assert.equal(response.headers.get('vary'), full.headers.get('vary'));
        }
        const stale = await ask(record, { 'if-none-match': '"other"', 'if-modified-since': lastModified });
        assert.equal(stale.status, 200);
        const head = await ask(record, {}, 'HEAD');
        assert.equal(head.status, 200);
        assert.equal(await head.text(), '');
        assert.equal(head.headers.get('etag'), etag);
        assert.equal(head.headers.get('content-type'), full.headers.get('content-type'));
      });
    }

    if (hasJsonSandbox(record)) {
      test('answers with mock data by query and by header', async () => {
        const url = exampleAddress(record);
        const also = url.includes('?') ? '&' : '?';
        const answers = [
          await fetch(`${url}${also}sandbox=1`),
          await fetch(`${url}${also}sandbox=true`),
          await fetch(url, { headers: { 'x-service-sandbox': 'true' } }),
        ];
        for (const answer of answers) assert.match(answer.headers.get('vary') ?? '', /X-Service-Sandbox/);
        const bodies = await Promise.all(answers.map((answer) => answer.text()));
        assert.equal(new Set(bodies.map((body) => JSON.stringify(JSON.parse(body)))).size, 1);
        assert.equal(JSON.parse(bodies[0]!)._sandbox, true);
        assertShape(record, bodies[0]!);
        assert.equal(JSON.parse(await (await fetch(url)).text())._sandbox, undefined);
        await assertError(await fetch(`${url}${also}sandbox=maybe`), 400, 'bad_request');
      });
    }

    if (record.http.body && record.http.servedBy !== 'protocol') {
      test('refuses bodies that are broken, too large, or not JSON', async () => {
        const post = async (body: string, type = 'application/json') =>
          fetch(await addressOf(record), { method: 'POST', body, headers: { 'content-type': type } });
        assert.equal((await assertError(await post('{'), 400, 'bad_request')).field, 'body');
        assert.equal((await assertError(await post(`"${'x'.repeat(70_000)}"`), 413, 'bad_request')).field, 'body');
        assert.equal(
          (await assertError(await post('a=b', 'application/x-www-form-urlencoded'), 415, 'bad_request')).field,
          'body',
        );
      });
    }
  });
}

test('unknown addresses of the API get the envelope, other ones the page', async () => {
  await assertError(await fetch(`${room.baseUrl}/api/nothing`), 404, 'not_found');
  await assertError(await fetch(`${room.baseUrl}/.well-known/nothing`), 404, 'not_found');
  await assertError(await fetch(`${room.baseUrl}/api/agent/articles/nothing-00000000`), 404, 'not_found');
  const page = await fetch(`${room.baseUrl}/nothing`);
  assert.equal(page.status, 404);
  assert.match(page.headers.get('content-type')!, /^text\/html/);
});

test('an address with a slash too many leads to the one without, query and all, and caches may keep that', async () => {
  const response = await fetch(`${room.baseUrl}/articles/?a=1&b=2`, { redirect: 'manual' });
  assert.deepEqual([response.status, response.headers.get('location')], [308, '/articles?a=1&b=2']);
  assert.equal(response.headers.get('cache-control'), 'public, max-age=3600');
});

test('no file that anyone may read holds a text that has a price, or shows an item where it is hidden', async () => {
  const files = [...publicFiles(room.dist)];
  const holding = async (words: string): Promise<string[]> =>
    files.flatMap(([file, bytes]) => (bytes.includes(words) ? [file] : [])).sort();
  const unlisted = idOf('unlisted', 9);
  assert.deepEqual(await holding(pricedText), []);
  assert.deepEqual(await holding(secretText), [`articles/${idOf('secret', 8)}.html`]);
  assert.deepEqual(await holding('Secret for the API'), [
    'articles.html',
    `articles/${idOf('secret', 8)}.html`,
    // The page of the next article leads to it.
    `articles/${idOf('third-sea', 3)}.html`,
    'articles/year/2026.html',
    'index.html',
    'people/test-creator.html',
  ]);
  assert.deepEqual(await holding(unlistedText), [
    `api/agent/articles/${unlisted}.json`,
    `api/article/${unlisted}/markdown.md`,
  ]);
  for (const path of await holding('Unlisted page')) assert.match(path, /^(api\/|llms\.txt)/);
});

test('an item without a page is listed at an address that answers', async () => {
  const { items } = (await (await fetch(`${room.baseUrl}/api/agent/content-index?tag=unlisted`)).json()) as {
    items: { url: string }[];
  };
  assert.equal(items.length, 1);
  assert.equal((await fetch(items[0]!.url)).status, 200);
});
