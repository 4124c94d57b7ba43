// The running program as an operator sees it: its log, its metrics, its readiness, its end.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContent } from './content.ts';
import { freePort, postJson, type RoomProcess, startRoomProcess } from './room.ts';

const password = 'a-password-of-the-store';
let room: RoomProcess;
let metricsPort: number;
before(async () => {
  metricsPort = await freePort();
  const settings = { LOG_LEVEL: 'debug', ALLOWED_HOSTS: '127.0.0.1', METRICS_PORT: String(metricsPort) };
  room = await startRoomProcess(await testContent(), settings);
});
after(() => room.stop());

const json = async (response: Response) => (await response.json()) as Record<string, string>;
const logLines = () =>
  room
    .printed()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const metrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();

/** The lines of a log come a moment after the answers. */
async function until(holds: () => boolean): Promise<void> {
  for (let round = 0; round < 200 && !holds(); round++) await new Promise((done) => setTimeout(done, 25));
  assert.ok(holds());
}

test('a walk through everything that has a secret leaves none of them in a log at debug', async () => {
  const agent = await json(await postJson(room, '/api/agent/register-agent-tier', { name: 'A' }));
  const withToken = {
    authorization: `Bearer ${agent.agentToken}`,
    cookie: 'greenroom-session=a-cookie-of-the-creator',
  };
  const asked = await postJson(room, '/api/agent/booking-request', { showName: 'A show' }, withToken);
  const { statusUrl } = await json(asked);
  const hook = { callbackUrl: `http://127.0.0.1:${await freePort()}/a-hook`, events: ['content.published'] };
  const keyed = { 'idempotency-key': 'a-key-of-the-client' };
  const { secret, manageUrl } = await json(await postJson(room, '/api/agent/webhook-subscribe', hook, keyed));
  const booking = new URL(statusUrl!);
  const managed = new URL(manageUrl!);
  const token = booking.searchParams.get('token')!;
  const secrets = [agent.agentToken!, token, secret!, managed.pathname.split('/').at(-1)!];
  for (const url of [booking, managed]) {
    for (const path of [url.href, `${url.origin}${url.pathname}/${url.search}`, `${url.href}%zz`, `${url.href}/x`])
      for (const method of ['GET', 'PUT', 'DELETE', 'GET']) await fetch(path, { method, headers: withToken });
  }
  await fetch(`${room.baseUrl}/articles?link=${token}`);
  await fetch(`${room.baseUrl}/booking/request`, { method: 'POST', body: new URLSearchParams({ token }) });
  const requestLines = () => logLines().filter(({ msg }) => msg === 'request');
  await until(() => requestLines().length >= 37);
  const requests = requestLines();
  assert.ok(requests.some(({ path }) => path === '/api/agent/webhook-subscriptions/…'));
  for (const { path } of requests) assert.ok(!String(path).includes('?'));
  const log = logLines()
    .map((line) => JSON.stringify(line))
    .join('\n');
  for (const one of [...secrets, 'a-cookie-of-the-creator', 'a-key-of-the-client']) {
    assert.ok(one.length > 15);
    assert.ok(!log.includes(one), `the log has ${one}`);
  }
});

test('metrics are at a port of their own', async () => {
  assert.equal((await fetch(`${room.baseUrl}/metrics`)).status, 404);
  const text = await metrics();
  assert.match(text, /^greenroom_requests_total\{lane="live",route="\/api\/agent\/booking-request",status="2xx"\} 1$/m);
  assert.match(text, /^greenroom_outbox_waiting 0$/m);
});

test('a store that is away leaves files served and posts told to come back, and its password unsaid', async () => {
  room.env.DATABASE_URL = `postgres://room:${password}@127.0.0.1:${await freePort()}/room`;
  await room.restart('SIGTERM');
  assert.equal((await fetch(`${room.baseUrl}/api/agent`)).status, 200);
  assert.equal((await fetch(`${room.baseUrl}/healthz`)).status, 200);
  const booked = await postJson(room, '/api/agent/booking-request', { showName: 'A show' });
  for (const answer of [await fetch(`${room.baseUrl}/readyz`), booked]) {
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '10']);
    assert.equal(((await answer.json()) as { error: { code: string } }).error.code, 'internal_error');
  }
  const body = new URLSearchParams({ showName: 'A show' });
  const form = await fetch(`${room.baseUrl}/booking/request`, { method: 'POST', body });
  assert.deepEqual([form.status, form.headers.get('retry-after')], [503, '10']);
  assert.match(await form.text(), /Something went wrong on our side\. Send the form again\./);
  assert.match(await metrics(), /^greenroom_store_errors_total\{kind="away"\} \d+$/m);
  assert.ok(logLines().some(({ level, msg }) => level === 50 && String(msg).includes('tried again')));
  assert.ok(!room.printed().includes(password));
});

test('a signal ends it in order, with the store away as with the store there', async () => {
  assert.equal(await room.sidecar().end('SIGTERM'), 0);
  delete room.env.DATABASE_URL;
  await room.restart('SIGTERM');
  assert.equal((await fetch(`${room.baseUrl}/readyz`)).status, 200);
  assert.equal(await room.sidecar().end('SIGINT'), 0);
  await room.restart('SIGTERM');
});
