// Crowds: who holds on to connections, and who is let in all the same.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { type CutReason, limitConnectionsByNetwork } from './connections.ts';

const bodyBytes = 16 * 1024 * 1024;

interface Crowded {
  server: Server;
  cuts: CutReason[];
  /** Sends the text from an address, and goes on holding the connection. */
  hold: (from: string, text: string) => Promise<Socket>;
  /** The status that a request from an address gets; undefined where it gets none. */
  ask: (from: string, path?: string) => Promise<number | undefined>;
}

/** A network may have two of eight connections. At /big waits an answer that takes long to read. */
async function crowded(t: TestContext, proxies: string[] = []): Promise<Crowded> {
  const cuts: CutReason[] = [];
  const open = limitConnectionsByNetwork({ max: 8, proxies, onCut: (reason) => cuts.push(reason) });
  const server = createServer((req, res) => {
    open.begin(req, res);
    res.end(Buffer.alloc(req.url === '/big' ? bodyBytes : 1));
  });
  server.on('connection', open.add).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const dial = async (localAddress: string): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
    t.after(() => socket.destroy());
    const arrived = once(server, 'connection');
    await Promise.all([arrived, once(socket, 'connect')]);
    return socket;
  };
  const hold = async (from: string, text: string) => {
    const socket = await dial(from);
    socket.write(text);
    return socket;
  };
  const ask = async (from: string, path = '/') => {
    const socket = await dial(from);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const [first] = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    return first instanceof Buffer ? Number(String(first.subarray(9, 12))) : undefined;
  };
  return { server, cuts, hold, ask };
}

const slowloris = 'GET / HTTP/1.1\r\nHost: x\r\nX-';
const slowBody = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{';

for (const [name, text] of [
  ['slowloris', slowloris],
  ['slow post', slowBody],
]) {
  for (const from of ['127.0.0.1', '127.0.0.2']) {
    test(`${name} with 100 connections from ${from}: nobody else is refused, nor who shares the address`, async (t) => {
      const { server, ask, hold } = await crowded(t);
      for (let n = 0; n < 100; n++) {
        await hold(from, text!);
        if (n % 10 === 0) for (const other of ['127.0.0.3', from]) assert.equal(await ask(other), 200);
      }
      const count = await new Promise((done) => server.getConnections((_, number) => done(number)));
      assert.ok(Number(count) <= 8, `${count} are open`);
    });
  }
}

test('slow readers of one network hold its share, and the next of them is refused', async (t) => {
  const { cuts, ask, hold, server } = await crowded(t);
  for (let n = 0; n < 2; n++) {
    const answered = once(server, 'request');
    (await hold('127.0.0.2', 'GET /big HTTP/1.1\r\nHost: x\r\n\r\n')).pause();
    await answered;
  }
  assert.equal(await ask('127.0.0.2'), undefined);
  assert.deepEqual(cuts, ['network']);
  assert.equal(await ask('127.0.0.3'), 200);
});

test('a proxy that is named, and a web server on this machine, have no share: their clients are many', async (t) => {
  for (const [from, proxies] of [
    ['127.0.0.1', []],
    ['127.0.0.2', ['127.0.0.2/31']],
  ] as const) {
    const { cuts, ask, hold, server } = await crowded(t, [...proxies]);
    for (let n = 0; n < 6; n++) {
      const answered = once(server, 'request');
      (await hold(from, 'GET /big HTTP/1.1\r\nHost: x\r\n\r\n')).pause();
      await answered;
    }
    assert.equal(await ask(from), 200);
    assert.deepEqual(cuts, []);
  }
});

test('a crowd whose answers are under way is not cut off for newcomers', async (t) => {
  const { cuts, ask, hold, server } = await crowded(t);
  for (let n = 0; n < 8; n++) {
    const answered = once(server, 'request');
    (await hold('127.0.0.1', 'GET /big HTTP/1.1\r\nHost: x\r\n\r\n')).pause();
    await answered;
  }
  assert.equal(await ask('127.0.0.2'), undefined);
  assert.deepEqual(cuts, ['full']);
});

test('a connection that sent a request since the last eviction stays, and an idle one is evicted', async (t) => {
  const { ask, hold } = await crowded(t);
  const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
  const held: Socket[] = [];
  for (let n = 2; n < 10; n++) {
    const socket = await hold(`127.0.0.${n}`, request);
    await once(socket, 'data');
    held.push(socket);
  }
  const gone = (n: number) => once(held[n]!, 'close');
  const [, status] = await Promise.all([gone(0), ask('127.0.0.20')]);
  assert.equal(status, 200);
  const answered = once(held[1]!, 'data');
  held[1]!.write(request);
  await answered;
  await Promise.all([gone(2), ask('127.0.0.21')]);
  assert.equal(held[1]!.closed, false);
});
