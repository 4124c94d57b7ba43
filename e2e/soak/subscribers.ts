// Subscribers: HTTP servers on loopback that check each delivery and answer as they are told.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { command, postJson, type Room } from '../room.ts';

export interface Subscriber {
  url: string;
  secret: string;
  /** Body by webhook-id, in the order in which they came for the first time. */
  bodies: Map<string, string>;
  /** Number of deliveries by event. */
  times: Map<string, number>;
  /** Unexpected deliveries. */
  problems: string[];
  /** Status of the answer; 0 hangs up. */
  answer: (id: string) => number | Promise<number>;
  stop: () => void;
}

/** The same bytes each time, with a signature of the secret that was handed out. */
function check({ secret, bodies, problems }: Subscriber, id: string, body: string, headers: Record<string, string>) {
  if ((bodies.get(id) ?? body) !== body) problems.push(`${id} came with another payload`);
  try {
    new Webhook(secret).verify(body, headers);
  } catch (error) {
    problems.push(`${id}: ${(error as Error).message}`);
  }
}

async function take(subscriber: Subscriber, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  const headers = request.headers as Record<string, string>;
  const id = headers['webhook-id']!;
  check(subscriber, id, body, headers);
  subscriber.bodies.set(id, subscriber.bodies.get(id) ?? body);
  subscriber.times.set(id, (subscriber.times.get(id) ?? 0) + 1);
  const status = await subscriber.answer(id);
  if (status === 0) response.destroy();
  else response.writeHead(status).end();
}

export async function startSubscriber(): Promise<Subscriber> {
  const server = createServer((request, response) => {
    // A sidecar that is killed breaks its requests off.
    take(subscriber, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const subscriber: Subscriber = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    secret: '',
    bodies: new Map(),
    times: new Map(),
    problems: [],
    answer: () => 204,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return subscriber;
}

/** Asks for the events, and has the creator approve. */
export async function subscribe(room: Room, subscriber: Subscriber, events: string[]): Promise<void> {
  const response = await postJson(room, '/api/agent/webhook-subscribe', { callbackUrl: subscriber.url, events });
  assert.equal(response.status, 200);
  const { subscriptionId, secret } = (await response.json()) as { subscriptionId: string; secret: string };
  subscriber.secret = secret;
  await command(room.env, 'requests', '--approve', subscriptionId);
}
