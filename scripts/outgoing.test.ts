// Every way in which a host can fail or attack, met by everything in this program that makes a request.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { lnbitsWallet } from '../sidecar/access/wallets/lnbits.ts';
import { lndWallet } from '../sidecar/access/wallets/lnd.ts';
import { phoenixdWallet } from '../sidecar/access/wallets/phoenixd.ts';
import { downloader } from '../sidecar/outgoing/download.ts';
import { downloadApart } from '../sidecar/outgoing/download-apart.ts';
import { jsonGetter } from '../sidecar/outgoing/get-json.ts';
import type { Limits } from '../sidecar/outgoing/limits.ts';
import { outgoing } from '../sidecar/outgoing/outgoing.ts';
import { type Certificate, certificateOf } from '../sidecar/outgoing/test-certificate.ts';
import { poster } from '../sidecar/outgoing/post.ts';
import { provider } from '../sidecar/transcribe/provider.ts';
import { chaptersLimits, chaptersTypes } from './ingest/chapters.ts';
import { createFetcher } from './ingest/fetch.ts';
import { sendPings } from './build/pings.ts';

const timeoutMs = 6000;
const limits: Limits = {
  connectMs: timeoutMs,
  firstByteMs: timeoutMs,
  wholeMs: 2 * timeoutMs,
  bytes: 500_000,
  redirects: 3,
  pace: { bytes: 1000, ms: 1000 },
};
const room = outgoing({ baseUrl: 'https://room.example', allowedHosts: ['127.0.0.1'] });
const never = new AbortController().signal;
let folder: string;
let files = 0;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'greenroom-faults-'));
  await writeFile(join(folder, 'samples'), Buffer.alloc(64_000, 'loud'));
});
after(() => rm(folder, { recursive: true }));

const wanted = { amountMsat: 1000, description: 'x', expirySec: 60 };
const file = () => join(folder, `media-${files++}`);
const feedLimits = { firstByteMs: timeoutMs, wholeMs: 2 * timeoutMs, bytes: 500_000, pace: limits.pace };
const hosts = { allowPrivateHosts: ['127.0.0.1'], attempts: 1 };

/** By what the request is for. */
const callers: Record<string, (url: string) => Promise<unknown>> = {
  'a download': (url) => downloader(room, limits)(url, file(), never),
  'a download in a process of its own': (url) => downloadApart(room, limits)(url, file(), never),
  'a visit of the Nexus': (url) => jsonGetter(room, { bytes: 500_000, timeoutMs })(url),
  'a webhook': (url) => poster(room, { timeoutMs })(url, {}, '{}', never),
  'a ping': (url) => sendPings([{ about: 'ping', url, type: 'text/plain', body: 'x' }], ['127.0.0.1'], timeoutMs),
  'a feed or a page': (url) => createFetcher({ ...hosts, limits: feedLimits })(url),
  'a chapters file': (url) =>
    createFetcher({ ...hosts, limits: { ...chaptersLimits, ...feedLimits }, accept: chaptersTypes })(url),
  LND: (url) => lndWallet({ url, macaroon: 'aa', cert: undefined }, room.send).createInvoice(wanted),
  phoenixd: (url) => phoenixdWallet({ url, password: 'p' }, room.send).createInvoice(wanted),
  LNbits: (url) => lnbitsWallet({ url, key: 'k' }, room.send).createInvoice(wanted),
  'a transcription service': (url) =>
    provider({ url, key: 'k', model: 'm' }, room, () => {}, {
      limits: { ...limits, redirects: 0 },
      pause: async () => undefined,
    }).hear({
      ...{ pcm: join(folder, 'samples'), durationSeconds: 2, language: 'en', stop: never },
      ...{ names: [], before: undefined, onPart: () => {} },
    }),
};

interface Fault {
  answer: (socket: Socket) => void;
  /** Of what came of it: a failure in these words, or a status where nothing but that counts. */
  says: RegExp;
  protocol?: 'https';
}

const head = (...lines: string[]): string => ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');

function again(socket: Socket, text: string, ms: number): void {
  const timer = setInterval(() => socket.write(text), ms);
  socket.on('close', () => clearInterval(timer));
}

const bomb = gzipSync(Buffer.alloc(50_000_000));

const late = /No (whole )?answer within|does not answer/;
const broken = /broke off|"status":200|told/;
const slow = /sends too slowly|stopped sending|No whole answer|"status":200|told/;
const large = /larger than|"status":200|told/;

const faults: Record<string, Fault> = {
  'closes without an answer': { answer: (socket) => socket.end(), says: /broke off/ },
  'resets the connection': { answer: (socket) => socket.resetAndDestroy(), says: /broke off/ },
  'never answers': { answer: () => {}, says: late },
  'sends half a header and closes': {
    answer: (socket) => socket.end('HTTP/1.1 200 OK\r\nCont'),
    says: /broke off|HTTP/,
  },
  'sends half a header and waits': { answer: (socket) => socket.write('HTTP/1.1 200 OK\r\nCont'), says: late },
  'sends its header a byte at a time': {
    answer: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX: ');
      again(socket, 'x', 500);
    },
    says: late,
  },
  'says again and again that the answer will come': {
    answer: (socket) => again(socket, 'HTTP/1.1 102 Processing\r\n\r\n', 50),
    says: late,
  },
  'sends its body a byte at a time': {
    answer: (socket) => {
      socket.write(head('Content-Length: 100000'));
      again(socket, 'x', 500);
    },
    says: slow,
  },
  'stops in the middle of the body': {
    answer: (socket) => socket.write(head('Content-Length: 100000') + 'x'),
    says: slow,
  },
  'sends less than it said': { answer: (socket) => socket.end(head('Content-Length: 100000') + 'x'), says: broken },
  'resets in the middle of the body': {
    answer: (socket) => {
      socket.write(head('Content-Length: 100000') + 'x'.repeat(1000));
      setTimeout(() => socket.resetAndDestroy(), 50);
    },
    says: broken,
  },
  'sends more than it said': {
    answer: (socket) => socket.end(head('Content-Length: 2') + '{}' + 'x'.repeat(100_000)),
    says: /./,
  },
  'sends half a chunk': {
    answer: (socket) => socket.end(head('Transfer-Encoding: chunked') + 'ffff\r\nx'),
    // On a busy machine the missing bytes are noticed before the end.
    says: /broke off|sends too slowly|"status":200|told/,
  },
  'sends all at once and closes': {
    answer: (socket) => socket.end(head('Connection: close', 'Content-Length: 150000') + '{}'.repeat(75_000)),
    says: /./,
  },
  'sends all at once without a length and closes': {
    answer: (socket) => socket.end(head('Connection: close') + '{}'.repeat(75_000)),
    says: /./,
  },
  'says that it sends too much': { answer: (socket) => socket.write(head('Content-Length: 999999999')), says: large },
  'sends without an end': {
    answer: (socket) => {
      socket.write(head('Connection: close'));
      const more = () => {
        while (socket.writable && socket.write('x'.repeat(50_000)));
      };
      socket.on('drain', more);
      more();
    },
    says: large,
  },
  'sends a compression bomb': {
    answer: (socket) => {
      socket.write(head('Content-Encoding: gzip', `Content-Length: ${bomb.length}`));
      socket.end(bomb);
    },
    says: /larger than|compressed|"status":200|told|does not do|no invoice|not answer with JSON/,
  },
  'redirects for ever': {
    answer: (socket) =>
      socket.end('HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'),
    says: /redirects more than|302/,
  },
  'redirects into the private network': {
    answer: (socket) => socket.end('HTTP/1.1 302 Found\r\nLocation: http://10.0.0.1/\r\nContent-Length: 0\r\n\r\n'),
    says: /redirects to an address that must lead to a host of the public internet|302/,
  },
  'sends huge headers': {
    answer: (socket) => socket.write(head(`X: ${'x'.repeat(100_000)}`)),
    says: /headers .* too large/,
  },
  'speaks another protocol': { answer: (socket) => socket.end('220 mail.example ESMTP\r\n'), says: /valid HTTP/ },
  'changes the protocol': {
    answer: (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    says: /broke off|HTTP/,
  },
  'speaks no TLS': {
    answer: (socket) => socket.end('HTTP/1.1 400 Bad\r\n\r\n'),
    says: /does not speak TLS/,
    protocol: 'https',
  },
  'closes while TLS is agreed': { answer: (socket) => socket.end(), says: /broke off/, protocol: 'https' },
  'never agrees on TLS': { answer: () => {}, says: late, protocol: 'https' },
};

/** Answers once the request is whole, or at once where it is not HTTP. */
function faulty({ answer, protocol }: Fault): Server {
  return createServer((socket) => {
    let got = '';
    let isAnswered = false;
    socket
      .on('error', () => undefined)
      .on('data', (piece) => {
        got += piece.toString('latin1');
        const [start = '', body] = got.split('\r\n\r\n');
        const length = Number(/content-length: (\d+)/i.exec(start)?.[1] ?? 0);
        const isWhole = protocol === 'https' || (body !== undefined && got.length - start.length - 4 >= length);
        if (isAnswered || !isWhole) return;
        isAnswered = true;
        answer(socket);
      });
  });
}

async function meet(server: Server, protocol: string, ask: (url: string) => Promise<unknown>): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  try {
    return await ask(`${protocol}://127.0.0.1:${port}`).then(
      (value) => JSON.stringify(value),
      (error: Error) => error.message,
    );
  } finally {
    server.close();
    for (const socket of sockets) socket.destroy();
  }
}

describe('every request outlives', { concurrency: 4 }, () => {
  for (const [name, fault] of Object.entries(faults)) {
    describe(`a host that ${name}`, { concurrency: true }, () => {
      for (const [caller, ask] of Object.entries(callers)) {
        test(`does no more to ${caller} than to fail it`, async () => {
          assert.match(await meet(faulty(fault), fault.protocol ?? 'http', ask), fault.says);
        });
      }
    });
  }
});

/** By what is wrong with it. Nobody trusts any of them, so that the one that is only self-signed is in order otherwise. */
const dayMs = 24 * 60 * 60 * 1000;
const certificates: Record<string, Certificate> = {
  missing: { key: '', cert: '' },
  'signed by itself': certificateOf('127.0.0.1'),
  expired: certificateOf('127.0.0.1', new Date(Date.now() - dayMs)),
  "another host's": certificateOf('other.example'),
};

describe('a host whose certificate is', { concurrency: 4 }, () => {
  for (const [name, { key, cert }] of Object.entries(certificates)) {
    describe(name, { concurrency: true }, () => {
      for (const [caller, ask] of Object.entries(callers)) {
        test(`does no more to ${caller} than to fail it, and hears nothing of the request`, async () => {
          let heard = '';
          const server = createTlsServer(key ? { key, cert } : {}, (socket) => {
            socket.on('error', () => undefined).on('data', (piece) => (heard += piece.toString('latin1')));
          });
          server.on('tlsClientError', () => undefined);
          const says = key ? /certificate of the host is not valid/ : /TLS|broke off|certificate/;
          assert.match(await meet(server, 'https', ask), says);
          assert.equal(heard, '');
        });
      }
    });
  }
});

test('a download is whole when the host closes at once, whatever it says about the length', async () => {
  for (const name of ['sends all at once and closes', 'sends all at once without a length and closes'])
    for (const caller of ['a download', 'a download in a process of its own'])
      assert.match(await meet(faulty(faults[name]!), 'http', callers[caller]!), /"bytes":150000/);
});

test('everybody is told who asks, by program, version and room', async () => {
  for (const [caller, ask] of Object.entries(callers)) {
    let agent = '';
    const server = createServer((socket) => {
      socket
        .on('error', () => undefined)
        .once('data', (piece) => {
          agent = /user-agent: (.*)\r\n/i.exec(piece.toString())?.[1] ?? '';
          socket.end(head('Connection: close', 'Content-Length: 2') + '{}');
        });
    });
    await meet(server, 'http', ask);
    assert.match(agent, /^Greenroom\/\d+\.\d+\.\d+ \(\+https?:\/\/[^ ]+\)$/, caller);
  }
});
