// Helpers for tests: the app on a free port with its own store and a release of three files, and raw requests.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { ratesPerMinute } from '#contract/limits.ts';
import { sha256 } from '#domain/ids.ts';
import type { ReleasePage } from '#domain/release/page.ts';
import { type AppDeps, createApp, type FeatureDeps, createFeatures, openAccessAndWork } from '../app.ts';
import { createClientFinder } from '../http/client.ts';
import type { TakeRate } from '../http/rate-limit.ts';
import { openOutgoing } from '../outgoing/outgoing.ts';
import type { Release } from '../release/release.ts';
import { openStore, type Store } from '../storage/store.ts';
import { noWallet } from './access/wallets/none.ts';
import { type LogOptions, openLog } from '../http/log-lines.ts';
import { noCallCounter } from '../http/test-calls.ts';

const files = {
  '/api/agent/health': { file: 'health.json', type: 'application/json', text: '{}' },
  '/404': { file: '404.html', type: 'text/html; charset=utf-8', text: '404' },
  '/booking/status': {
    file: 'status.html',
    type: 'text/html; charset=utf-8',
    text: '<div class="x" id="booking-state"></div>',
  },
};
const etagOf = (file: string): string => sha256(file).slice(0, 32);
const pages = new Map(
  Object.entries(files).map(([path, { file, type, text }]): [string, ReleasePage] => [
    path,
    { file, type, etag: etagOf(file), lastModified: '2026-01-01T00:00:00Z', size: text.length },
  ]),
);

const refuse = () => Promise.reject(new Error('nothing is heard in this test'));
/** A transcription service for tests that do not transcribe. */
export const nothingHeard: FeatureDeps['transcription'] = {
  knownDuration: () => undefined,
  assertSuitable: async () => {},
  submit: refuse,
  submitEpisode: refuse,
  wait: refuse,
  find: refuse,
  cancel: refuse,
  start: () => {},
  stop: async () => {},
};

/** Opens access without a wallet, for rooms without prices. */
export const openFreeAccess = ({ db }: Store, now: () => number) =>
  openAccessAndWork({ db, wallet: noWallet, now, onTrouble: () => {} });

export interface RawAnswer {
  status: number;
  head: string;
  body: string;
}

export interface TestApp {
  app: FastifyInstance;
  store: Store;
  port: number;
  /** Sends bytes without changes and returns the complete response. */
  raw: (text: string) => Promise<RawAnswer>;
  stop: () => Promise<void>;
}

const rawTo = (port: number) => (text: string) =>
  new Promise<RawAnswer>((done, fail) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'));
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('error', fail).on('close', () => {
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      done({ status: Number(head.split(' ')[1]), head, body });
    });
  });

type TestSettings = FeatureDeps['settings'] & AppDeps['settings'];

const usualSettings: TestSettings = {
  trustProxy: [],
  logLevel: 'silent',
  rates: ratesPerMinute,
  allowedHosts: [],
  mcpOrigins: [],
  nexus: { isOn: false, url: undefined, visitMinutes: 60 },
  maxConnections: 100,
};

type Services = Pick<FeatureDeps, 'access' | 'work' | 'transcription'>;

export interface TestAppDeps
  extends
    Pick<AppDeps, 'store' | 'live' | 'now'>,
    Partial<Services>,
    Partial<Omit<AppDeps, 'settings' | 'store' | 'live' | 'now'>> {
  settings?: Partial<TestSettings>;
  logTo?: LogOptions['stream'];
}

/** Creates the application with defaults for everything that a test does not pass. */
export function createTestApp({ settings, logTo, ...given }: TestAppDeps): FastifyInstance {
  const services = {
    ...openFreeAccess(given.store, given.now),
    transcription: nothingHeard,
    outgoing: openOutgoing({ baseUrl: 'http://room.example', allowedHosts: [] }),
    onProblem: () => {},
    ...given,
  };
  const { access, transcription } = services;
  const deps = {
    ...services,
    settings: { ...usualSettings, ...settings },
    findClient: createClientFinder(access.findHolder),
    emit: async () => {},
    calls: noCallCounter,
    log: openLog({ level: settings?.logLevel ?? 'silent', stream: logTo }),
    openPaywall: (takeRate: TakeRate) => access.paywall(takeRate, transcription.knownDuration),
    ...given,
  };
  return createApp({ features: createFeatures(deps), ...deps });
}

export async function startApp(
  given: Partial<TestAppDeps> = {},
  settings: Partial<TestSettings> = {},
): Promise<TestApp> {
  const dir = mkdtempSync(join(tmpdir(), 'greenroom-app-'));
  for (const { file, text } of Object.values(files)) writeFileSync(join(dir, etagOf(file)), text);
  const store = await openStore({ file: join(dir, 'store.db') });
  const site = { baseUrl: 'http://room.example', hasLicense: false };
  const facts = { ...site, access: { enabled: false }, creator: { language: 'en' } };
  const release = {
    id: 'r',
    fileOf: ({ etag }: ReleasePage) => join(dir, etag),
    pages,
    facts,
    site,
  } as unknown as Release;
  const app = createTestApp({ live: () => release, store, now: () => 0, settings, ...given });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const stop = async () => {
    await app.close();
    await store.close();
    rmSync(dir, { recursive: true, force: true });
  };
  return { app, store, port, raw: rawTo(port), stop };
}
