import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { createServerFactory } from '../http/server.ts';
import { closeServer, createSignalHandler } from './stop.ts';
import { noCallCounter } from '../http/test-calls.ts';

function handlerAt() {
  let now = 0;
  const did: string[] = [];
  const end = async () => void did.push('in order');
  const onSignal = createSignalHandler({ end, endAtOnce: () => void did.push('at once'), now: () => now });
  const signal = (at: number) => {
    now = at;
    onSignal();
  };
  return { did, signal };
}

test('the same signal from several processes is one, and a second one ends at once', () => {
  const { did, signal } = handlerAt();
  for (const at of [5000, 5001, 5999]) signal(at);
  assert.deepEqual(did, ['in order']);
  signal(6000);
  assert.deepEqual(did, ['in order', 'at once']);
});

/** A server with a request under way, which the test answers by hand. */
async function busyDoor() {
  const answers: ServerResponse[] = [];
  const server = createServerFactory({
    calls: noCallCounter,
    answerClosed: () => false,
    sendAgain: () => false,
    sendFile: (_, res) => answers.push(res) > 0,
    watch: undefined,
    limits: { max: 10, proxies: [], onCut: () => {} },
  })(() => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const asked = once(server, 'request');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await asked;
  const close = () => new Promise<undefined>((done) => server.close(() => done(undefined)));
  return { server, port, socket, answers, close };
}

test('a stop refuses what is new, finishes what is under way, and waits for no idle connection', async () => {
  const { server, port, socket, answers, close } = await busyDoor();
  const closed = closeServer(server, close, 60_000);
  const [refused] = (await once(connect(port, '127.0.0.1'), 'error')) as [NodeJS.ErrnoException];
  assert.equal(refused.code, 'ECONNREFUSED');
  answers[0]!.end('whole');
  const [answer] = await once(socket, 'data');
  assert.match(String(answer), /whole$/);
  await closed;
});

test('a request on an open connection is answered, and is the last one on it', async () => {
  const { server, socket, answers, close } = await busyDoor();
  const closed = closeServer(server, close, 60_000);
  const asked = once(server, 'request');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await asked;
  let said = '';
  socket.on('data', (text) => (said += text));
  for (const answer of answers) answer.end('whole');
  await once(socket, 'close');
  assert.deepEqual(
    [...said.matchAll(/^Connection: (.*)\r$/gm)].map(([, value]) => value),
    ['keep-alive', 'close'],
  );
  await closed;
});

test('a request that takes too long is ended', async () => {
  const { server, socket, close } = await busyDoor();
  const cut = once(socket.resume(), 'close');
  await closeServer(server, close, 1);
  await cut;
});
