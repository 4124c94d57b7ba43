// Everything in this program that makes a request meets a host that never answers, one that sends without an end, and
// one that nobody trusts. `npm run soak` lets all of them meet every fault.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { lnbitsWallet } from '../sidecar/features/access/wallets/lnbits.ts';
import { lndWallet } from '../sidecar/features/access/wallets/lnd.ts';
import { phoenixdWallet } from '../sidecar/features/access/wallets/phoenixd.ts';
import { createDownloader } from '../sidecar/outgoing/download.ts';
import { createProcessDownloader } from '../sidecar/outgoing/process-downloader.ts';
import { createJsonGetter } from '../sidecar/outgoing/get-json.ts';
import { openOutgoing, type Send } from '../sidecar/outgoing/outgoing.ts';
import { createPoster } from '../sidecar/outgoing/post.ts';
import {
  type MakeRequest,
  certificates,
  faults,
  responseHead,
  isLong,
  createLimits,
  requestFromServer,
  requestWithCertificate,
  requestFromFaultyHost,
  type RequestTimes,
} from '../sidecar/outgoing/test-faults.ts';
import { createProviderEngine } from '../sidecar/features/transcription/provider.ts';
import { sendPings } from './build/pings.ts';
import { chaptersTypes } from './ingest/chapters.ts';
import { createFetcher } from './ingest/fetch.ts';

const room = openOutgoing({ baseUrl: 'https://room.example', allowedHosts: ['127.0.0.1'] });
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
const hosts = { allowPrivateHosts: ['127.0.0.1'], attempts: 1 };

/** A wallet chooses its limits itself. */
const sendWithin =
  ({ answerMs }: RequestTimes): Send =>
  (address, call) =>
    room.send(address, {
      ...call,
      limits: { ...call.limits, firstByteMs: Math.min(answerMs, call.limits.firstByteMs) },
    });

/** Callers by the purpose of their requests. */
const callers: Record<string, MakeRequest> = {
  'a download': (url, allowed) => createDownloader(room, createLimits(allowed))(url, file(), never),
  'a download in a process of its own': (url, allowed) =>
    createProcessDownloader(room, createLimits(allowed))(url, file(), never),
  'a visit of the Nexus': (url, { answerMs }) => createJsonGetter(room, { bytes: 500_000, timeoutMs: answerMs })(url),
  'a webhook': (url, { answerMs }) => createPoster(room, { timeoutMs: answerMs })(url, {}, '{}', never),
  'a ping': (url, { answerMs }) =>
    sendPings({}, [{ label: 'ping', url, type: 'text/plain', body: 'x' }], ['127.0.0.1'], answerMs),
  'a feed or a page': (url, allowed) => createFetcher({ ...hosts, limits: createLimits(allowed) })(url),
  'a chapters file': (url, allowed) =>
    createFetcher({ ...hosts, limits: createLimits(allowed), accept: chaptersTypes })(url),
  LND: (url, allowed) => lndWallet({ url, macaroon: 'aa', cert: undefined }, sendWithin(allowed)).createInvoice(wanted),
  phoenixd: (url, allowed) => phoenixdWallet({ url, password: 'p' }, sendWithin(allowed)).createInvoice(wanted),
  LNbits: (url, allowed) => lnbitsWallet({ url, key: 'k' }, sendWithin(allowed)).createInvoice(wanted),
  'a transcription service': (url, allowed) =>
    createProviderEngine({ url, key: 'k', model: 'm' }, room, () => {}, {
      limits: { ...createLimits(allowed), redirects: 0 },
      pause: async () => undefined,
    }).transcribe({
      ...{ pcm: join(folder, 'samples'), durationSeconds: 2, language: 'en', stop: never },
      ...{ names: [], before: undefined, onPartial: () => {} },
    }),
};

const pick = <T>(all: Record<string, T>, names: string[]): [string, T][] =>
  Object.entries(all).filter(([name]) => isLong || names.includes(name));

describe('every request outlives', { concurrency: 4 }, () => {
  for (const [name, fault] of pick(faults, ['never answers', 'sends without an end'])) {
    describe(`a host that ${name}`, { concurrency: true }, () => {
      for (const [caller, ask] of Object.entries(callers)) {
        test(`does no more to ${caller} than to fail it`, async () => {
          assert.match(await requestFromFaultyHost(fault, ask), fault.says);
        });
      }
    });
  }
});

describe('a host whose certificate is', { concurrency: 4 }, () => {
  for (const [name, certificate] of pick(certificates, ['signed by itself'])) {
    describe(name, { concurrency: true }, () => {
      for (const [caller, ask] of Object.entries(callers)) {
        test(`does no more to ${caller} than to fail it, and hears nothing of the request`, async () => {
          const [message, heard] = await requestWithCertificate(certificate, ask);
          assert.match(
            message,
            certificate.key ? /certificate of the host is not valid/ : /TLS|closed the connection|certificate/,
          );
          assert.equal(heard, '');
        });
      }
    });
  }
});

test('a download is whole when the host closes at once, whatever it says about the length', async () => {
  for (const name of ['sends all at once and closes', 'sends all at once without a length and closes'])
    for (const caller of ['a download', 'a download in a process of its own'])
      assert.match(await requestFromFaultyHost(faults[name]!, callers[caller]!), /"bytes":150000/);
});

test('everybody is told who asks, by program, version and room', async () => {
  for (const [caller, ask] of Object.entries(callers)) {
    let agent = '';
    const server = createServer((socket) => {
      socket
        .on('error', () => undefined)
        .once('data', (piece) => {
          agent = /user-agent: (.*)\r\n/i.exec(piece.toString())?.[1] ?? '';
          socket.end(responseHead('Connection: close', 'Content-Length: 2') + '{}');
        });
    });
    await requestFromServer(server, 'http', ask);
    assert.match(agent, /^Greenroom\/\d+\.\d+\.\d+ \(\+https?:\/\/[^ ]+\)$/, caller);
  }
});
