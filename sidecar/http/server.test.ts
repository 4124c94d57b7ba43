// Clients that are slow, silent or many: named for what each of them holds on to.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Server } from 'node:http';
import { test, type TestContext } from 'node:test';
import { ApiError } from '#contract/errors.ts';
import { nothingHeard, startApp } from '../features/test-app.ts';
import { createServerFactory } from './server.ts';
import { noCallCounter } from './test-calls.ts';

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

/** Clients that keep their connection open in different ways after the 408. */
const clingers = [
  { allowHalfOpen: true, reads: true, dribbles: true },
  { allowHalfOpen: false, reads: false, dribbles: true },
  { allowHalfOpen: true, reads: true, dribbles: false },
];
const unfinished = {
  headers: 'GET / HTTP/1.1\r\nHost: x\r\nX-',
  body: 'POST /api/agent/booking-request HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{',
  nonsense: 'nonsense\r\n\r\n',
};

for (const [what, text] of Object.entries(unfinished)) {
  test(
    `slowloris that goes on: whoever clings to a connection after the answer loses it (${what})`,
    { timeout: 60_000 },
    async (t) => {
      const app = await startApp({ timeouts: quick });
      const ends: (() => void)[] = [];
      t.after(() => ends.forEach((end) => end()));
      t.after(app.stop);
      for (const { reads, dribbles, ...options } of clingers) {
        const connected = once(app.app.server, 'connection');
        const client = connect({ port: app.port, host: '127.0.0.1', ...options }).on('error', () => undefined);
        ends.push(() => client.destroy());
        const [socket] = (await connected) as [Socket];
        if (reads) client.resume();
        client.write(text);
        const timer = dribbles ? setInterval(() => client.write('a'), 20) : undefined;
        ends.push(() => clearInterval(timer));
        if (!socket.closed) await once(socket, 'close');
      }
    },
  );
}

test('two Host headers: no server may choose the one that another would not', async () => {
  const app = await startApp();
  for (const second of ['Host: y', 'host: x', 'HOST:']) {
    const { status, head, body } = await app.raw(`GET /api/agent/health HTTP/1.1\r\nHost: x\r\n${second}\r\n\r\n`);
    assert.equal(status, 400);
    assert.match(head, /^Connection: close\r?$/m);
    assert.equal(JSON.parse(body).error.code, 'bad_request');
  }
  await app.stop();
});

/** A server that answers every address with `bytes` bytes. */
async function serverOf(t: TestContext, bytes: number, limits: { silenceTimeout?: number }) {
  const server: Server = createServerFactory({
    calls: noCallCounter,
    answerClosed: () => false,
    sendAgain: () => false,
    sendFile: (_, res) => void res.end(Buffer.alloc(bytes)) === undefined,
    watch: undefined,
    limits: { max: 10, proxies: [], onCut: () => {} },
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

test('no timer is started for an answer that the system has taken whole', async (t) => {
  const silenceTimeout = 54_321;
  const server = await serverOf(t, 5, { silenceTimeout });
  const started = once(server, 'connection') as Promise<[Socket]>;
  const socket = ask(server);
  const [accepted] = await started;
  const { mock } = t.mock.method(accepted, 'setTimeout');
  await once(socket, 'data');
  socket.destroy();
  // Node sets its own, for an idle connection.
  assert.ok(mock.calls.every(({ arguments: [ms] }) => ms !== silenceTimeout));
});

test('slow read: an answer that nobody takes is given up', async (t) => {
  const server = await serverOf(t, 64 * 1024 * 1024, { silenceTimeout: 50 });
  const arrived = once(server, 'request');
  const socket = ask(server).pause();
  const [, res] = await arrived;
  await once(res, 'close');
  assert.equal(res.writableFinished, false);
  socket.destroy();
});

test('a client that closes the connection before its answer is noticed, unless its key says that it comes back', async () => {
  let take: (gone: AbortSignal | undefined) => void = () => {};
  const wait: typeof nothingHeard.wait = async (_job, _ms, { disconnected: gone } = {}) => {
    take(gone);
    if (gone) await once(gone, 'abort');
    throw new ApiError('bad_request', 'It is a playlist.');
  };
  const app = await startApp({ transcription: { ...nothingHeard, submit: async () => ({}) as never, wait } });
  for (const key of [undefined, 'a-key-0123456789']) {
    const taken = new Promise<AbortSignal | undefined>((done) => (take = done));
    const client = new AbortController();
    const headers = { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) };
    const body = '{"sourceUrl":"https://a.example/a"}';
    const asked = fetch(`http://127.0.0.1:${app.port}/api/agent/transcribe`, {
      method: 'POST',
      headers,
      body,
      signal: client.signal,
    });
    const gone = await taken;
    if (gone) client.abort();
    assert.equal(gone === undefined, key !== undefined);
    await asked.then(
      ({ status }) => assert.equal(status, 400),
      async () => void (gone!.aborted || (await once(gone!, 'abort'))),
    );
  }
  await app.stop();
});

test('an answer that takes its time is waited for where the contract says so', async () => {
  const wait = async () => {
    await new Promise((done) => setTimeout(done, 150));
    throw new ApiError('bad_request', 'It is a playlist.');
  };
  const taken = async () => ({}) as never;
  const app = await startApp({
    timeouts: { silenceTimeout: 50 },
    transcription: { ...nothingHeard, submit: taken, wait },
  });
  const body = '{"sourceUrl":"https://a.example/a"}';
  const head = `POST /api/agent/transcribe HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json`;
  const { status } = await app.raw(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  await app.stop();
  assert.equal(status, 400);
});
