// Hosts that fail or attack in one way each, for tests of code that makes requests.
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { gzipSync } from 'node:zlib';
import type { RequestLimits } from './limits.ts';
import { type Certificate, createCertificate } from './test-certificate.ts';

export const isLong = process.env.SOAK === 'long';

/** Time limits of a request in milliseconds. */
export interface RequestTimes {
  answerMs: number;
  paceMs: number;
}

const wide: RequestTimes = isLong ? { answerMs: 6000, paceMs: 1000 } : { answerMs: 60_000, paceMs: 60_000 };

/**
 * Time limits by the one that ends the request. A limit is short only for a host that never ends the request itself.
 */
const times = {
  none: wide,
  answer: isLong ? wide : { ...wide, answerMs: 200 },
  pace: isLong ? wide : { ...wide, paceMs: 200 },
};

export const createLimits = ({ answerMs, paceMs }: RequestTimes): RequestLimits => ({
  connectMs: answerMs,
  firstByteMs: answerMs,
  totalMs: 2 * answerMs,
  bytes: 500_000,
  redirects: 3,
  pace: { bytes: 1000, ms: paceMs },
});

/** Makes a request to this address within these times. */
export type MakeRequest = (url: string, allowed: RequestTimes) => Promise<unknown>;

export interface Fault {
  answer: (socket: Socket) => void;
  /** Expected error message, or status for a caller that only uses the status. */
  says: RegExp;
  protocol?: 'https';
  /** The time limit that ends the request. */
  endedBy?: 'answer' | 'pace';
}

export const responseHead = (...lines: string[]): string => ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');

function sendRepeatedly(socket: Socket, text: string, ms: number): void {
  const timer = setInterval(() => socket.write(text), ms);
  socket.on('close', () => clearInterval(timer));
}

const bomb = gzipSync(Buffer.alloc(50_000_000));

const late = /No (whole )?answer within|does not answer/;
const broken = /closed the connection|"status":200|notified/;
const slow = /sends too slowly|stopped sending|No complete answer|"status":200|notified/;
const large = /larger than|"status":200|notified/;

export const faults: Record<string, Fault> = {
  'closes without an answer': { answer: (socket) => socket.end(), says: /closed the connection/ },
  'resets the connection': { answer: (socket) => socket.resetAndDestroy(), says: /closed the connection/ },
  'never answers': { answer: () => {}, endedBy: 'answer', says: late },
  'sends half a header and closes': {
    answer: (socket) => socket.end('HTTP/1.1 200 OK\r\nCont'),
    says: /closed the connection|HTTP/,
  },
  'sends half a header and waits': {
    answer: (socket) => socket.write('HTTP/1.1 200 OK\r\nCont'),
    endedBy: 'answer',
    says: late,
  },
  'sends its header a byte at a time': {
    answer: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX: ');
      sendRepeatedly(socket, 'x', 50);
    },
    endedBy: 'answer',
    says: late,
  },
  'says again and again that the answer will come': {
    answer: (socket) => sendRepeatedly(socket, 'HTTP/1.1 102 Processing\r\n\r\n', 50),
    endedBy: 'answer',
    says: late,
  },
  'sends its body a byte at a time': {
    answer: (socket) => {
      socket.write(responseHead('Content-Length: 100000'));
      sendRepeatedly(socket, 'x', 50);
    },
    endedBy: 'pace',
    says: slow,
  },
  'stops in the middle of the body': {
    answer: (socket) => socket.write(responseHead('Content-Length: 100000') + 'x'),
    endedBy: 'pace',
    says: slow,
  },
  'sends less than it said': {
    answer: (socket) => socket.end(responseHead('Content-Length: 100000') + 'x'),
    says: broken,
  },
  'resets in the middle of the body': {
    answer: (socket) => {
      socket.write(responseHead('Content-Length: 100000') + 'x'.repeat(1000));
      setTimeout(() => socket.resetAndDestroy(), 50);
    },
    says: broken,
  },
  'sends more than it said': {
    answer: (socket) => socket.end(responseHead('Content-Length: 2') + '{}' + 'x'.repeat(100_000)),
    says: /./,
  },
  'sends half a chunk': {
    answer: (socket) => socket.end(responseHead('Transfer-Encoding: chunked') + 'ffff\r\nx'),
    // On a busy machine, missing bytes may be noticed before the end.
    says: /closed the connection|sends too slowly|"status":200|notified/,
  },
  'sends all at once and closes': {
    answer: (socket) => socket.end(responseHead('Connection: close', 'Content-Length: 150000') + '{}'.repeat(75_000)),
    says: /./,
  },
  'sends all at once without a length and closes': {
    answer: (socket) => socket.end(responseHead('Connection: close') + '{}'.repeat(75_000)),
    says: /./,
  },
  'says that it sends too much': {
    answer: (socket) => socket.write(responseHead('Content-Length: 999999999')),
    says: large,
  },
  'sends without an end': {
    answer: (socket) => {
      socket.write(responseHead('Connection: close'));
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
      socket.write(responseHead('Content-Encoding: gzip', `Content-Length: ${bomb.length}`));
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
    says: /redirects to an address outside the public internet|302/,
  },
  'sends huge headers': {
    answer: (socket) => socket.write(responseHead(`X: ${'x'.repeat(100_000)}`)),
    says: /headers .* too large/,
  },
  'speaks another protocol': { answer: (socket) => socket.end('220 mail.example ESMTP\r\n'), says: /valid HTTP/ },
  'changes the protocol': {
    answer: (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    says: /closed the connection|HTTP/,
  },
  'speaks no TLS': {
    answer: (socket) => socket.end('HTTP/1.1 400 Bad\r\n\r\n'),
    says: /does not support TLS/,
    protocol: 'https',
  },
  'closes while TLS is agreed': { answer: (socket) => socket.end(), says: /closed the connection/, protocol: 'https' },
  'never agrees on TLS': { answer: () => {}, endedBy: 'answer', says: late, protocol: 'https' },
};

/** Creates a server that answers when the request is complete, or immediately if it is not HTTP. */
function createFaultyServer({ answer, protocol }: Fault): Server {
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

async function listen(server: Server): Promise<{ host: string; close: () => void }> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** Returns the message of the failure, or the outcome as JSON. */
export async function requestFromServer(
  server: Server,
  protocol: string,
  ask: MakeRequest,
  allowed = wide,
): Promise<string> {
  const { host, close } = await listen(server);
  return ask(`${protocol}://${host}`, allowed)
    .then(
      (value) => JSON.stringify(value),
      (error: Error) => error.message,
    )
    .finally(close);
}

export const requestFromFaultyHost = (fault: Fault, ask: MakeRequest): Promise<string> =>
  requestFromServer(createFaultyServer(fault), fault.protocol ?? 'http', ask, times[fault.endedBy ?? 'none']);

const dayMs = 24 * 60 * 60 * 1000;
/** Certificates by their defect. No client trusts any of them, so the self-signed one has no other defect. */
export const certificates: Record<string, Certificate> = {
  missing: { key: '', cert: '' },
  'signed by itself': createCertificate('127.0.0.1'),
  expired: createCertificate('127.0.0.1', new Date(Date.now() - dayMs)),
  "another host's": createCertificate('other.example'),
};

/** Returns the error message and the bytes that the host received. */
export async function requestWithCertificate(
  { key, cert }: Certificate,
  ask: MakeRequest,
): Promise<[message: string, received: string]> {
  let received = '';
  const server = createTlsServer(key ? { key, cert } : {}, (socket) => {
    socket.on('error', () => undefined).on('data', (piece) => (received += piece.toString('latin1')));
  });
  server.on('tlsClientError', () => undefined);
  return [await requestFromServer(server, 'https', ask), received];
}
