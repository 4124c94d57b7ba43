// Webhooks as a subscriber sees them: asked for, approved, signed, announced once content is live, and never lost.
import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { idOf, publish, testContent } from './content.ts';
import { type RoomProcess, startRoomProcess } from './room.ts';
import { until } from './until.ts';

interface Received {
  path: string;
  id: string;
  headers: Record<string, string>;
  body: string;
}

let room: RoomProcess;
let receiver: Server;
let host: string;
const received: Received[] = [];
/** Response of the receiver to a request; undefined leaves it unanswered. */
let answer: (one: Received) => number | undefined = () => 204;

before(async () => {
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = request.headers as Record<string, string>;
    const one = { path: request.url!, id: headers['webhook-id']!, headers, body: Buffer.concat(chunks).toString() };
    received.push(one);
    const status = answer(one);
    if (status) response.writeHead(status).end();
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  room = await startRoomProcess(await testContent(), { ALLOWED_HOSTS: host, TRUST_PROXY: '127.0.0.1' });
});
after(async () => {
  await room.stop();
  receiver.closeAllConnections();
  receiver.close();
});

let clients = 0;
/** Sends each request as another client, so that no rate limit is reached. */
const ask = (url: string, method = 'GET', body?: object) =>
  fetch(url, {
    method,
    headers: {
      'x-forwarded-for': `10.1.${++clients >> 8}.${clients & 255}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });

interface Subscribed {
  subscriptionId: string;
  status: string;
  secret: string;
  manageUrl: string;
}

const subscribe = async (path: string, events: string[]): Promise<Subscribed> => {
  const body = { callbackUrl: `http://${host}${path}`, events };
  const response = await ask(`${room.baseUrl}/api/agent/webhook-subscribe`, 'POST', body);
  assert.equal(response.status, 200);
  return (await response.json()) as Subscribed;
};

function approve(id: string): void {
  const store = new DatabaseSync(join(room.env.DATA_DIR!, 'greenroom.db'));
  store.exec('PRAGMA busy_timeout=5000');
  store.prepare(`update subscriptions set status = 'approved', decidedAt = 1 where id = ?`).run(id);
  store.close();
}

const at = (path: string) => received.filter((one) => one.path === path);

interface State {
  status: string;
  deliveries: { webhookId: string; state: string; event: string }[];
}
const stateOf = async ({ manageUrl }: Subscribed) => (await (await ask(manageUrl)).json()) as State;

test('an approved article is announced to approved subscribers once it is live, with valid signatures', async () => {
  const events = ['dot.approved', 'content.published', 'content.updated', 'content.retracted'];
  const approved = await subscribe('/live', events);
  const pending = await subscribe('/pending', events);
  assert.equal(approved.status, 'pending');
  approve(approved.subscriptionId);
  const id = idOf('fresh', 30);
  await publish(room.content, { id, title: 'Fresh', date: '2026-04-01T00:00:00Z', approvedAt: '2026-04-02T00:00:00Z' });
  const liveWhenReceived: Promise<number>[] = [];
  answer = () => {
    liveWhenReceived.push(fetch(`${room.baseUrl}/api/agent/articles/${id}`).then(({ status }) => status));
    return 204;
  };
  await room.rebuild();
  await until(() => at('/live').length === 2, 'two events');
  answer = () => 204;
  assert.deepEqual(await Promise.all(liveWhenReceived), [200, 200]);
  const [dot, published] = at('/live').map(
    ({ body, headers }) => new Webhook(approved.secret).verify(body, headers) as Record<string, unknown>,
  );
  const url = `${room.baseUrl}/articles/${id}`;
  const { timestamp, ...rest } = dot!;
  assert.ok(timestamp);
  assert.deepEqual(rest, {
    event: 'dot.approved',
    articleId: id,
    title: 'Fresh',
    url,
    approvedAt: '2026-04-02T00:00:00Z',
    type: 'dot.approved',
  });
  assert.deepEqual(published!.item, { id, type: 'article', title: 'Fresh', url, date: '2026-04-01' });
  assert.equal(at('/pending').length, 0);
  await until(
    async () => (await stateOf(approved)).deliveries.every(({ state }) => state === 'delivered'),
    'delivered',
  );
  assert.deepEqual((await stateOf(pending)).deliveries, []);

  await publish(room.content, {
    id,
    title: 'Fresher',
    date: '2026-04-01T00:00:00Z',
    approvedAt: '2026-04-02T00:00:00Z',
  });
  await room.rebuild();
  await until(() => at('/live').length === 3, 'the edit');
  const file = join(room.content, 'published', `${id}.md`);
  const text = await readFile(file);
  await rm(file);
  await room.rebuild();
  await until(() => at('/live').length === 4, 'the retraction');
  const [updated, retracted] = at('/live')
    .slice(2)
    .map(({ body, headers }) => new Webhook(approved.secret).verify(body, headers) as Record<string, unknown>);
  const item = { id, type: 'article', title: 'Fresher', url, date: '2026-04-01' };
  assert.deepEqual(
    [updated!.event, updated!.item, retracted!.event, retracted!.item],
    ['content.updated', item, 'content.retracted', item],
  );
  assert.match(String(updated!.hash), /^[0-9a-f]{64}$/);
  await writeFile(file, text);
  await room.rebuild();
  await until(() => at('/live').length === 6, 'what is back');
  assert.deepEqual(
    at('/live')
      .slice(4)
      .map(({ body }) => (JSON.parse(body) as { event: string }).event),
    ['dot.approved', 'content.published'],
  );
});

test('manageUrl sends a test event and ends the subscription', async () => {
  const subscribed = await subscribe('/managed', ['changelog.updated']);
  const { webhookId } = (await (await ask(subscribed.manageUrl, 'POST')).json()) as { webhookId: string };
  assert.equal((await stateOf(subscribed)).deliveries[0]!.state, 'pending');
  approve(subscribed.subscriptionId);
  await until(() => at('/managed').length === 1, 'the test event');
  assert.equal(at('/managed')[0]!.id, webhookId);
  assert.deepEqual(await (await ask(subscribed.manageUrl, 'DELETE')).json(), {
    subscriptionId: subscribed.subscriptionId,
    status: 'ended',
  });
  assert.equal((await stateOf(subscribed)).status, 'ended');
  assert.equal((await ask(subscribed.manageUrl, 'POST')).status, 409);
  assert.equal((await ask(`${subscribed.manageUrl}x`)).status, 404);
});

test('an invalid subscription is refused with the name of the field', async () => {
  const good = { callbackUrl: `https://hooks.example.org/x`, events: ['dot.approved'] };
  const digest = { ...good, events: ['content_index.digest'], digestSchedule: 'daily', digestWindow: '7d' };
  const cases: [object, string][] = [
    [{ events: good.events }, 'callbackUrl'],
    [{ ...good, callbackUrl: 'http://hooks.example.org/x' }, 'callbackUrl'],
    [{ ...good, callbackUrl: 'https://127.0.0.1/x' }, 'callbackUrl'],
    [{ ...good, callbackUrl: 'https://169.254.169.254/x' }, 'callbackUrl'],
    [{ ...good, callbackUrl: `https://hooks.example.org/${'x'.repeat(2048)}` }, 'callbackUrl'],
    [{ callbackUrl: good.callbackUrl }, 'events'],
    [{ ...good, events: [] }, 'events'],
    [{ ...good, events: ['dot.deleted'] }, 'events'],
    [{ ...good, digestSchedule: 'daily', digestWindow: '7d' }, 'digestSchedule'],
    [{ ...good, digestWindow: '7d' }, 'digestWindow'],
    [{ ...digest, digestSchedule: undefined }, 'digestSchedule'],
    [{ ...digest, digestWindow: undefined }, 'digestWindow'],
    [{ ...digest, digestWindow: '14d' }, 'digestWindow'],
  ];
  const post = (body: object) => ask(`${room.baseUrl}/api/agent/webhook-subscribe`, 'POST', body);
  for (const [body, field] of cases) {
    const response = await post(body);
    const { error } = (await response.json()) as { error: { code: string; details: { field: string } } };
    assert.deepEqual([response.status, error.code, error.details.field], [400, 'bad_request', field]);
  }
  for (const body of [good, digest]) assert.equal((await post(body)).status, 200);
});

test('a digest comes soon after the approval', async () => {
  const body = { callbackUrl: `http://${host}/digest`, events: ['content_index.digest'] };
  const wish = { ...body, digestSchedule: 'weekly', digestWindow: '30d' };
  const response = await ask(`${room.baseUrl}/api/agent/webhook-subscribe`, 'POST', wish);
  const { subscriptionId } = (await response.json()) as Subscribed;
  approve(subscriptionId);
  const store = new DatabaseSync(join(room.env.DATA_DIR!, 'greenroom.db'));
  store.prepare('update subscriptions set nextDigestAt = 1 where id = ?').run(subscriptionId);
  store.close();
  await room.restart('SIGTERM');
  await until(() => at('/digest').length === 1, 'a digest');
  const { event, digest, count, items } = JSON.parse(at('/digest')[0]!.body);
  assert.deepEqual([event, digest, count], ['content_index.digest', '30d', items.length]);
});

test('kill -9 while deliveries are pending: all arrive after the restart, with the same webhook-id', async () => {
  const subscribed = await subscribe('/killed', ['dot.approved']);
  approve(subscribed.subscriptionId);
  answer = ({ path }) => (path === '/killed' ? undefined : 204);
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) {
    const made = (await (await ask(subscribed.manageUrl, 'POST')).json()) as { webhookId: string };
    ids.push(made.webhookId);
  }
  await until(() => at('/killed').length === 1, 'a first request without an answer');
  answer = () => 204;
  await room.restart('SIGKILL');
  await until(
    () =>
      ids.every((id) =>
        at('/killed')
          .slice(1)
          .some((one) => one.id === id),
      ),
    'all five',
  );
  assert.deepEqual(
    at('/killed').map(({ id }) => id),
    [ids[0], ...ids],
  );
});
