import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import fastify from 'fastify';
import type { Release } from '../release/release.ts';
import { createAnswerCache } from './answer-cache.ts';

let live = { id: 'one' } as Release;
let now = 0;
let asked = 0;
const answers = createAnswerCache(
  () => live,
  () => now,
  undefined,
  30_000,
);
const app = fastify({
  serverFactory: (handle) => createServer((req, res) => void (answers.send(req, res) || handle(req, res))),
});
answers.addTo(app);
const body = () => Buffer.from(JSON.stringify({ asked: ++asked }));
app.get('/same', (request, reply) => {
  answers.sameForAll(request.raw, live);
  return reply.header('Cache-Control', 'public, max-age=60').type('application/json').send(body());
});
app.get('/own', (_, reply) => reply.type('application/json').send(body()));
app.get('/late', async (request, reply) => {
  answers.sameForAll(request.raw, live);
  live = { id: 'later' } as Release;
  return reply.type('application/json').send(body());
});
app.get('/cookie', (request, reply) => {
  answers.sameForAll(request.raw, live);
  return reply.header('Set-Cookie', 'a=1').type('application/json').send(body());
});

let origin: string;
before(async () => (origin = await app.listen({ host: '127.0.0.1', port: 0 })));
after(async () => {
  app.server.closeAllConnections();
  await app.close();
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers });
const numberOf = async (path: string, headers?: Record<string, string>) =>
  ((await (await get(path, headers)).json()) as { asked: number }).asked;

test('the same question is answered again with the same bytes and headers, but for the id of the request', async () => {
  const one = await get('/same?a=1');
  const two = await get('/same?a=1');
  assert.deepEqual(await two.json(), await one.json());
  const facts = ({ headers }: Response) => [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  assert.deepEqual(facts(two), facts(one));
  assert.match(two.headers.get('x-request-id')!, /^[0-9a-f-]{36}$/);
});

test('another address, coding, validator or form is another question', async () => {
  const first = await numberOf('/same?b=1');
  const others = [
    numberOf('/same?b=2'),
    numberOf('/same?b=1', { 'accept-encoding': 'identity' }),
    numberOf('/same?b=1', { 'if-none-match': '"x"' }),
    numberOf('/same?b=1', { accept: 'text/markdown' }),
  ];
  assert.equal(new Set([first, ...(await Promise.all(others))]).size, 5);
});

test('an address keeps the latest answers, each for the headers that select it', async () => {
  const ask = (n: number) => numberOf('/same?f=1', { 'if-none-match': `"${n}"` });
  const first: number[] = [];
  for (let n = 0; n < 9; n++) first.push(await ask(n));
  for (let n = 1; n < 9; n++) assert.equal(await ask(n), first[n]);
  assert.notEqual(await ask(0), first[0]);
});

test('requests with a token, the sandbox header or a preference have their own cached response', async () => {
  const first = await numberOf('/same?c=1');
  for (const name of ['authorization', 'x-service-sandbox', 'prefer']) {
    const other = await numberOf('/same?c=1', { [name]: 'x' });
    assert.notEqual(other, first, name);
    assert.notEqual(await numberOf('/same?c=1', { [name]: 'x' }), other, name);
  }
  assert.equal(await numberOf('/same?c=1'), first);
});

test('nothing is kept that is not said to be the same for all, that sets a cookie, or that a newer release overtook', async () => {
  for (const path of ['/own', '/cookie', '/late']) assert.notEqual(await numberOf(path), await numberOf(path), path);
});

test('a new release and a new day forget everything', async () => {
  const first = await numberOf('/same?d=1');
  live = { id: 'two' } as Release;
  const second = await numberOf('/same?d=1');
  assert.notEqual(second, first);
  now += 24 * 3_600_000;
  assert.notEqual(await numberOf('/same?d=1'), second);
});

test('the response that was not requested for the longest time is evicted', async () => {
  const first = await numberOf('/same?e=0');
  for (let n = 1; n < 40; n++) await numberOf(`/same?e=${n}`);
  assert.notEqual(await numberOf('/same?e=0'), first);
});
