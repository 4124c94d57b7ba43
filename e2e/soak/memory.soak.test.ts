// Half an hour of everything that strangers can ask, from thousands of addresses: memory is as it was after the
// warm-up.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, type RunningRoom, startRoom } from '../room.ts';
import { type Chance, chanceOf, seed } from './size.ts';

const minuteMs = 60_000;
const allMs = 30 * minuteMs;
const warmUpMs = 10 * minuteMs;
const windowMs = 5 * minuteMs;
const sampleEveryMs = 5000;
const requestsPerSecond = 20;
/** The caches fill, so that what grows afterwards is no cache. */
const inWarmUpPerSecond = 2 * requestsPerSecond;
/** Variation of a measurement that garbage collection causes, in MB. */
const mostGrowth = 1.1;
const figures = {
  heap: 'nodejs_heap_size_used_bytes',
  external: 'nodejs_external_memory_bytes',
  resident: 'process_resident_memory_bytes',
} as const;
/**
 * Retained memory is the minimum of some minutes. Of pages that the system takes back for a while, the maximum
 * counts.
 */
const ofWindow = { heap: Math.min, external: Math.min, resident: Math.max };
const names = Object.keys(figures) as (keyof typeof figures)[];

interface Sample extends Record<keyof typeof figures, number> {
  atMs: number;
}
const transcribePath = '/api/agent/transcribe';

type Request = [path: string, init?: RequestInit];

const words = ['tide', 'sea', 'salt', 'harbour', 'moon', 'gauge', 'chart', 'wrack', 'weight', 'air'];

function requests(chance: Chance, ids: string[]): () => Request {
  const below = (n: number) => Math.floor(chance() * n);
  const word = () => words[below(words.length)]! + (chance() < 0.5 ? '' : below(1e9).toString(36));
  const id = () => ids[below(ids.length)]!;
  const site = () => `https://${word()}.example.org/${word()}`;
  const post = (path: string, body: object, headers: Record<string, string> = {}): Request => [
    path,
    { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) },
  ];
  const rpc = (method: string, params: object) => ({ jsonrpc: '2.0', id: below(1e6), method, params });
  const streams = { accept: 'application/json, text/event-stream' };
  const kinds: (() => Request)[] = [
    () => ['/'],
    () => ['/articles', { headers: { accept: 'text/markdown' } }],
    () => [`/articles/${id()}`],
    () => [`/api/agent/articles/${id()}`, { headers: { 'accept-encoding': chance() < 0.5 ? 'br' : 'gzip' } }],
    () => [`/api/agent/search?q=${word()}+${word()}`],
    () => [`/search?q=${word()}+${word()}`],
    () => [`/api/agent/content-index?topic=${word()}&limit=${1 + below(50)}&offset=${below(50)}`],
    () => [`/api/agent/show-prep?showUrl=${site()}&topic=${word()}`],
    () => [`/api/agent/changes?limit=${1 + below(20)}`],
    () => post('/api/agent/booking-request', { showName: word(), message: 'x'.repeat(below(4000)) }),
    () => post('/api/guest-kit', { showName: word(), topic: word(), format: chance() < 0.2 ? 'pdf' : 'json' }),
    () => post('/api/agent/webhook-subscribe', { callbackUrl: site(), events: ['content.published'] }),
    () => post('/api/agent/verify-quote', { text: `The sea is never late ${word()}` }),
    () => post(transcribePath, { sourceUrl: `${site()}.mp3` }, { prefer: 'respond-async' }),
    () => post('/api/mcp/call', { tool: 'get_content_index', arguments: { limit: 1 + below(5) } }),
    () => post('/api/mcp', rpc('tools/list', {}), streams),
    () => post('/api/l402/payment-request', { resourceId: 'articles' }),
    () => post('/api/nexus/register', { agentBaseUrl: site() }),
    () => [`/api/nexus/creators?topic=${word()}`],
    () => [`/${word()}/${word()}`],
    () => ['/console'],
    () => ['/media-kit.zip', { headers: { range: `bytes=${below(1000)}-${1000 + below(1e5)}` } }],
  ];
  return () => kinds[below(kinds.length)]!();
}

const figure = (text: string, name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)![1]);

describe('Memory', () => {
  let room: RunningRoom;
  let metrics: string;
  before(async () => {
    const port = await freePort();
    metrics = `http://127.0.0.1:${port}/metrics`;
    room = await startRoom(undefined, {
      METRICS_PORT: String(port),
      TRUST_PROXY: '127.0.0.1',
      // V8 lets its young generation grow with the load, up to a part of what the machine has.
      NODE_OPTIONS: '--max-semi-space-size=16',
    });
  });
  after(() => room?.stop());

  async function sample(atMs: number): Promise<Sample> {
    const text = await (await fetch(metrics)).text();
    const mib = (name: (typeof names)[number]) => figure(text, figures[name]) / 1024 ** 2;
    return { atMs, heap: mib('heap'), external: mib('external'), resident: mib('resident') };
  }

  test(`grows by nothing in half an hour of mixed load (seed ${seed})`, async (t) => {
    const index = await fetch(`${room.baseUrl}/api/agent/articles?limit=100`);
    const { items } = (await index.json()) as { items: { id: string }[] };
    const next = requests(
      chanceOf(1),
      items.map(({ id }) => id),
    );
    const address = chanceOf(2);
    const statuses = new Map<string, number>();
    const ask = async () => {
      const [path, init] = next();
      const from = Array.from({ length: 3 }, () => Math.floor(address() * 256)).join('.');
      const headers = { ...init?.headers, 'x-forwarded-for': `198.${from}` };
      const response = await fetch(room.baseUrl + path, { ...init, headers, redirect: 'manual' });
      await response.arrayBuffer();
      // A host that cannot be found is a failure of the network, which a transcription answers with 500.
      const seen = `${response.status}${path === transcribePath ? ' of transcriptions' : ''}`;
      statuses.set(seen, (statuses.get(seen) ?? 0) + 1);
    };
    const samples: Sample[] = [];
    const start = performance.now();
    const sinceStart = () => performance.now() - start;
    const pauseMs = () => 1000 / (sinceStart() < warmUpMs ? inWarmUpPerSecond : requestsPerSecond);
    const underWay = new Set<Promise<void>>();
    for (let sampledAt = -Infinity; sinceStart() < allMs; await sleep(pauseMs())) {
      const one: Promise<void> = ask().finally(() => underWay.delete(one));
      underWay.add(one);
      if (sinceStart() - sampledAt < sampleEveryMs) continue;
      sampledAt = sinceStart();
      samples.push(await sample(sampledAt));
      if (samples.length % 24 === 0) console.error(JSON.stringify(samples.at(-1)));
    }
    await Promise.all(underWay);
    t.diagnostic(`statuses: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`);
    for (const name of names) {
      const from = (start: number) =>
        ofWindow[name](
          ...samples.filter(({ atMs }) => atMs >= start && atMs < start + windowMs).map((one) => one[name]),
        );
      const early = from(warmUpMs);
      const late = from(allMs - windowMs);
      t.diagnostic(`${name}: ${early.toFixed(1)} MiB after the warm-up, ${late.toFixed(1)} MiB at the end`);
      assert.ok(late <= early * mostGrowth, `${name} grew from ${early} to ${late} MiB`);
    }
    assert.equal(statuses.get('500'), undefined);
  });
});
