// Four hundred connections from one address that send and read as slowly as they can: nobody else is refused, and
// each is cut off.
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { testContent } from '../content.ts';
import { type RunningRoom, startRoom } from '../room.ts';
import { ask } from '../servers.ts';

const slowOnes = 400;
/** Twice the time that a request may take to arrive. */
const patienceMs = 150_000;
const askEveryMs = 100;

const head = 'GET / HTTP/1.1\r\nHost: a\r\nX-';
const body =
  'POST /api/agent/booking-request HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{';
const kinds = [
  { text: head, allowHalfOpen: false, reads: true },
  { text: head, allowHalfOpen: true, reads: true },
  { text: head, allowHalfOpen: true, reads: false },
  { text: body, allowHalfOpen: true, reads: true },
];

/** A byte a second, also after the answer has come. */
function dribble(port: number, { text, allowHalfOpen, reads }: (typeof kinds)[number]): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2', allowHalfOpen });
  socket.on('error', () => undefined).write(text);
  if (reads) socket.resume();
  const timer = setInterval(() => socket.write('a'), 1000);
  return socket.once('close', () => clearInterval(timer));
}

describe('Slow clients', () => {
  let room: RunningRoom;
  const sockets: Socket[] = [];
  before(async () => {
    room = await startRoom(await testContent());
  });
  after(async () => {
    for (const socket of sockets) socket.destroy();
    await room?.stop();
  });

  test(`${slowOnes} from one address: another client is never refused`, async (t) => {
    const port = Number(new URL(room.baseUrl).port);
    for (let n = 0; n < slowOnes; n++) sockets.push(dribble(port, kinds[n % kinds.length]!));
    const end = Date.now() + patienceMs;
    let asked = 0;
    // An end that does not read learns of the reset only when it writes.
    const open = () => sockets.filter(({ closed }) => !closed).length;
    for (; open() > 0 && Date.now() < end; await sleep(askEveryMs)) {
      const { status } = await ask(room.baseUrl, {
        path: asked++ % 2 ? '/articles' : '/api/agent/content-index?tag=river',
      });
      assert.equal(status, 200);
      if (asked % 100 === 0) console.error(`${asked} asked, ${open()} slow ones are open`);
    }
    t.diagnostic(`${asked} requests answered meanwhile`);
    assert.equal(open(), 0);
    assert.ok(asked > slowOnes / 10);
  });
});
