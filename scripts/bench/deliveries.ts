// Deliveries: events a second to 20 subscribers, beside a bare loop of POSTs to the same receiver.
import { Agent, request } from 'node:http';
import process from 'node:process';
import { freePort } from '../free-port.ts';
import { root } from '../settings.ts';
import { buildRoom } from './builds.ts';
import { type Env, start, timed } from './children.ts';
import { generatedItem, writeItem } from './generate.ts';
import type { Received } from './receiver.ts';
import type { Row } from './report.ts';
import { onEachStore, type ServedRoom, withRoom } from './rooms.ts';
import type { Server } from './servers.ts';

const subscribers = 20;
const events = 500;
const deliveries = subscribers * events;
const pollMs = 100;

async function startReceiver(): Promise<Server> {
  const port = String(await freePort());
  const running = await start(process.execPath, ['scripts/bench/receiver.ts', port], { cwd: root });
  return { ...running, origin: `http://127.0.0.1:${port}` };
}

/** Deliveries a second, from the first to the last; then the receiver begins anew. */
async function rateOf({ origin }: Server): Promise<number> {
  for (;;) {
    const { count, firstAt, lastAt } = (await (await fetch(origin)).json()) as Received;
    if (count >= deliveries) {
      await fetch(origin, { method: 'DELETE' });
      return ((count - 1) * 1000) / (lastAt - firstAt);
    }
    await new Promise((done) => setTimeout(done, pollMs));
  }
}

/** A payload of the length of content.published. */
const payload = JSON.stringify({ event: 'content.published', text: 'x'.repeat(300) });

async function bareLoop(receiver: Server): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const headers = { 'content-type': 'application/json' };
  const post = () =>
    new Promise((done, fail) => {
      const sent = request(receiver.origin, { agent, method: 'POST', headers }, (answer) =>
        answer.resume().once('end', done),
      );
      sent.once('error', fail).end(payload);
    });
  const toOne = async () => {
    for (let i = 0; i < events; i++) await post();
  };
  await Promise.all(Array.from({ length: subscribers }, toOne));
  agent.destroy();
  return rateOf(receiver);
}

async function subscribe({ sidecar, env }: ServedRoom, callbackUrl: string): Promise<void> {
  const response = await fetch(`${sidecar.origin}/api/agent/webhook-subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ callbackUrl, events: ['content.published'] }),
  });
  const { subscriptionId } = (await response.json()) as { subscriptionId: string };
  await timed(process.execPath, ['scripts/main.ts', 'requests', '--approve', subscriptionId], { cwd: root, env });
}

const deliver = (receiver: Server, store: Env): Promise<number> =>
  withRoom(1, store, async (room) => {
    for (let n = 0; n < subscribers; n++) await subscribe(room, `${receiver.origin}/${n}`);
    for (let n = 1; n <= events; n++) await writeItem(room.content, generatedItem(n, events));
    await buildRoom(room.env);
    return rateOf(receiver);
  });

export async function measureDeliveries(): Promise<Row[]> {
  const receiver = await startReceiver();
  const comparison = { 'bare loop': { value: await bareLoop(receiver) } };
  const rows = await onEachStore(async (name, store) => {
    const value = await deliver(receiver, store);
    return { items: events, name: `deliveries, ${name}`, value, unit: '/s', comparison };
  });
  await receiver.stop();
  return rows;
}
