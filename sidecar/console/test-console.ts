// Creates consoles for tests: the real application on a store, with pages as JSON models.
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach } from 'node:test';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { ConsoleFrame } from './ui/frame.ts';
import { type AppDeps, listContributions, type FeatureDeps, createFeatures } from '../app.ts';
import { type CallCounter, createCallCounter } from '../http/calls.ts';
import { createCommandRunner } from '../jobs/run-command.ts';
import type { Release } from '../release/release.ts';
import type { Store } from '../storage/store.ts';
import { createTestApp, nothingHeard } from '../features/test-app.ts';
import type { ProgramInfo } from './program-info.ts';
import type { HashCost } from './sign-in/hash-password.ts';
import { consolePages } from './pages.ts';
import { createSignInLink } from './sign-in/links.ts';
import { itemsInMemory } from '../release/test-items.ts';

export interface TestConsole {
  app: FastifyInstance;
  store: Store;
  calls: CallCounter;
  /** Current time in milliseconds; set by tests. */
  clock: { now: number };
  /** Builds that were requested. */
  requested: string[];
}

export interface TestSettings {
  baseUrl?: string;
  trustProxy?: string[];
  contentDir?: string;
  /** Paths of public pages. */
  entries?: string[];
  /** Properties of the release that are not empty. */
  release?: object;
  about?: Partial<ProgramInfo>;
  /** True for a room that runs a directory. */
  isNexus?: boolean;
  transcription?: Partial<FeatureDeps['transcription']>;
  /** Replacements for dependencies that do nothing. */
  console?: Partial<NonNullable<AppDeps['console']>>;
}

/** Contributions of all features, with functions that do nothing. */
export const allContributions = listContributions(
  createFeatures({
    settings: { rates: {}, nexus: {} },
    transcription: nothingHeard,
    access: { reading: {} },
    work: {},
    outgoing: {},
    store: {},
  } as never),
);
export const allPages = consolePages(allContributions);

/** Low cost for tests in which the strength of the hash does not matter. */
export const lowCost: HashCost = { N: 2 ** 10, r: 8, p: 1 };

const creator = {
  name: 'Marta Lindqvist',
  publication: 'The Harbour Notes',
  language: 'en',
  themes: [
    { id: 'coast', label: 'The coast', keywords: [] },
    { id: 'moon', label: 'The moon', keywords: [] },
  ],
};

const createRelease = ({ baseUrl = 'http://localhost', entries = [], release }: TestSettings): Release => {
  const facts = { baseUrl, creator, access: { enabled: false }, media: [] };
  const index = { items: itemsInMemory([]), updatedAt: '2026-05-01T12:00:00Z' };
  const pages = new Map(entries.map((path) => [path, {}]));
  const fileOf = ({ etag }: { etag: string }) => join(tmpdir(), etag);
  const empty = { id: 'r', fileOf, pages, facts, index, hiddenItems: [] };
  return { ...empty, ...release } as unknown as Release;
};

const emptyProgramInfo: ProgramInfo = {
  settings: [],
  ingestMinutes: 0,
  version: '1.2.3',
  commands: [],
  backups: { folder: '', everyHours: 0, newest: async () => undefined },
  replacedStore: () => undefined,
  transcribes: true,
};

export function openConsole(store: Store, settings: TestSettings = {}): TestConsole {
  const { trustProxy = [], contentDir = tmpdir(), about, isNexus = false } = settings;
  const clock = { now: 1_800_000_000_000 };
  const requested: string[] = [];
  const release = createRelease(settings);
  const calls = createCallCounter(
    store.db,
    () => clock.now,
    () => release,
  );
  const app = createTestApp({
    settings: { trustProxy, nexus: { isOn: isNexus, url: undefined, visitMinutes: 60 } },
    live: () => release,
    store,
    calls,
    transcription: { ...nothingHeard, ...settings.transcription },
    now: () => clock.now,
    console: {
      renderer: async () => ({
        render: async (view, readPage) => JSON.stringify({ view, ...readPage }),
        assets: new Map(),
      }),
      desk: { contentDir, fs, exclusively: (work: () => unknown) => work() } as never,
      builds: {
        getReady: async () => {},
        request: async (step = 'build') => void requested.push(step),
        last: async () => undefined,
        isUnderWay: async () => requested.length > 0,
      },
      about: { ...emptyProgramInfo, ...about },
      commandRunner: () => createCommandRunner({ ownEnv: process.env, baseUrl: release.facts.baseUrl }),
      ...settings.console,
    },
  });
  return { app, store, calls, clock, requested };
}

export interface ShownPage<Model> {
  view: string;
  frame: ConsoleFrame;
  model: Model;
}

export const readPage = <Model = Record<string, unknown>>(answer: LightMyRequestResponse): ShownPage<Model> =>
  answer.json<ShownPage<Model>>();

type Headers = Record<string, string>;
type Answer = Promise<LightMyRequestResponse>;
/** Form fields; a name may have several values. */
export type FormFields = Record<string, string | string[]>;

export interface Browser {
  /** Session cookie. */
  cookie: string;
  /** Cookie of a known browser. */
  known: string;
  /** Cookie with the filters of the list that was visited last. */
  filters: string;
  /** Cookie with the language of the console. */
  language: string;
  get: (path: string, headers?: Headers) => Answer;
  /** Submits a form with the CSRF token, if there is a session. */
  post: (path: string, fields?: FormFields, headers?: Headers) => Answer;
  /** Submits a form with files. */
  upload: (path: string, form: FormData) => Answer;
  isSignedIn: () => Promise<boolean>;
}

const cookieHeader = (cookies: string[]): Headers => {
  const cookie = cookies.filter(Boolean).join('; ');
  return cookie ? { cookie } : {};
};

const cookieField = (name: string): 'known' | 'language' | 'filters' | 'cookie' => {
  const [, kind] = /-(browser|language|filters)(?:-\w+)*$/.exec(name) ?? [];
  return kind === 'browser' ? 'known' : ((kind as 'language' | 'filters' | undefined) ?? 'cookie');
};

/** Creates a browser that stores its cookies. */
export function openBrowser({ app }: TestConsole, own: Headers = {}): Browser {
  const send = async (options: InjectOptions): Answer => {
    const headers = {
      host: 'localhost',
      ...own,
      ...cookieHeader([browser.cookie, browser.known, browser.language, browser.filters]),
      ...options.headers,
    };
    const answer = await app.inject({ ...options, headers });
    for (const { name, value } of answer.cookies) browser[cookieField(name)] = value && `${name}=${value}`;
    return answer;
  };
  const browser: Browser = {
    cookie: '',
    known: '',
    language: '',
    filters: '',
    get: (path, headers = {}) => send({ method: 'GET', url: `/console${path}`, headers }),
    post: async (path, fields = {}, headers = {}) => {
      const page = await browser.get('');
      const csrf = page.statusCode === 200 ? readPage(page).frame.signedIn?.csrf : undefined;
      const pairs = Object.entries({ ...(csrf && { csrf }), ...fields });
      const each = pairs.flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one]));
      const payload = new URLSearchParams(each).toString();
      const type = 'application/x-www-form-urlencoded';
      const usual = { 'content-type': type, origin: 'http://localhost', 'sec-fetch-site': 'same-origin' };
      return send({ method: 'POST', url: `/console${path}`, payload, headers: { ...usual, ...headers } });
    },
    upload: async (path, form) => {
      const page = await browser.get('');
      if (page.statusCode === 200) form.set('csrf', readPage(page).frame.signedIn!.csrf);
      const body = new Response(form);
      const type = body.headers.get('content-type')!;
      const headers = { 'content-type': type, origin: 'http://localhost', 'sec-fetch-site': 'same-origin' };
      return send({ method: 'POST', url: `/console${path}`, payload: Buffer.from(await body.arrayBuffer()), headers });
    },
    isSignedIn: async () => (await browser.get('')).statusCode === 200,
  };
  return browser;
}

export async function linkToken({ store, clock }: TestConsole): Promise<string> {
  return new URL(await createSignInLink(store.db, clock.now), 'http://localhost').searchParams.get('link')!;
}

export async function signInByLink(console: TestConsole, headers?: Headers): Promise<Browser> {
  const browser = openBrowser(console, headers);
  await browser.post('/sign-in/link', { link: await linkToken(console) });
  return browser;
}

/** Submits a form without a session, signs in again and returns the form that is shown. */
export async function readStoredForm<Model>(
  console: TestConsole,
  browser: Browser,
  send: () => Answer,
): Promise<ShownPage<Model>> {
  browser.cookie = '';
  await send();
  await browser.post('/sign-in/link', { link: await linkToken(console) });
  return readPage<Model>(await browser.get('/again'));
}

export const readAuditLines = async ({ store }: TestConsole): Promise<string[]> => {
  const rows = await store.db.selectFrom('audit').selectAll().orderBy('id').execute();
  return rows.map(({ who, action, subject }) => `${who}: ${action} ${subject}`);
};

/** Creates a console for each test, and more on demand. */
export function consoleForEach(open: () => Store) {
  const consoles: TestConsole[] = [];
  const start = (settings?: TestSettings): TestConsole => {
    const console = openConsole(open(), settings);
    consoles.push(console);
    return console;
  };
  // Tests keep a reference to this object, which is filled for each test.
  const console = {} as TestConsole;
  beforeEach(() => void Object.assign(console, start()));
  afterEach(async () => {
    await forgetSignIns(console);
    for (const { app } of consoles.splice(0)) await app.close();
  });
  return { console, start };
}

/** Deletes sign-ins, so that tests do not affect each other. */
export async function forgetSignIns({ store }: Pick<TestConsole, 'store'>): Promise<void> {
  for (const table of ['sessions', 'signInLinks', 'credentials', 'signInAttempts', 'audit'] as const) {
    await store.db.deleteFrom(table).execute();
  }
}
