// Clients that are slow, silent or many: named for what each of them holds on to.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Server } from 'node:http';
import { test, type TestContext } from 'node:test';
import { ApiError } from '#contract/errors.ts';
import { nothingHeard, startApp } from '../test-app.ts';
import { openDoor } from './door.ts';

const quick = { headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 10 };

async function answerTo(text: string): Promise<string> {
  const app = await startApp({ timeouts: quick });
  const { head, body } = await app.raw(text);
  await app.stop();
  assert.equal(JSON.parse(body).error.code, 'bad_request');
  return head;
}

test('slowloris: headers that do not end are cut off with 408', async () => {
  assert.match(await answerTo('GET / HTTP/1.1\r\nHost: x\r\n'), /^HTTP\/1.1 408 .*^Connection: close\r?$/ms);
});

test('slow post: a body that does not come is cut off with 408', async () => {
  const head =
    'POST /api/agent/negotiate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n';
  assert.match(await answerTo(`${head}{`), /^HTTP\/1.1 408 /);
});

/** A door behind which an answer of `bytes` waits at every address. */
async function door(t: TestContext, bytes: number, limits: { silenceTimeout?: number; maxConnections?: number }) {
  const server: Server = openDoor({
    calls: { count: () => {}, countItem: () => {}, countRefused: () => {}, flush: async () => {} },
    sendFile: (_, res) => void res.end(Buffer.alloc(bytes)) === undefined,
    watch: undefined,
    maxConnections: limits.maxConnections ?? 10,
    ...(limits.silenceTimeout && { timeouts: { silenceTimeout: limits.silenceTimeout } }),
  })(() => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}

const ask = (server: Server): Socket => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return socket;
};

test('slow read: an answer that nobody takes is given up', async (t) => {
  const server = await door(t, 64 * 1024 * 1024, { silenceTimeout: 50 });
  const arrived = once(server, 'request');
  const socket = ask(server).pause();
  const [, res] = await arrived;
  await once(res, 'close');
  assert.equal(res.writableFinished, false);
  socket.destroy();
});

test('an answer that takes its time is waited for where the contract says so', async () => {
  const wait = async () => {
    await new Promise((done) => setTimeout(done, 150));
    throw new ApiError('bad_request', 'It is a play list.');
  };
  const taken = async () => ({}) as never;
  const app = await startApp({
    timeouts: { silenceTimeout: 50 },
    transcription: { ...nothingHeard, ask: taken, wait },
  });
  const body = '{"sourceUrl":"https://a.example/a"}';
  const head = `POST /api/agent/transcribe HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json`;
  const { status } = await app.raw(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  await app.stop();
  assert.equal(status, 400);
});

test('crowd: a connection too many is dropped, and makes room by closing those that are idle', async (t) => {
  const server = await door(t, 1, { maxConnections: 2 });
  const idle = [ask(server), ask(server)];
  for (const socket of idle) await once(socket, 'data');
  const closed = idle.map((socket) => once(socket.resume(), 'close'));
  const dropped = ask(server).resume();
  await Promise.all([once(dropped, 'close'), ...closed]);
  const [answer] = await once(ask(server), 'data');
  assert.match(String(answer), /^HTTP\/1.1 200 /);
});
