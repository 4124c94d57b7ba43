// The settings, read from the environment once at start; every problem is listed together.
import { type RateClass, ratesPerMinute } from '#contract/limits.ts';
import { type NexusSettings, nexusSettingDocs, readNexus } from './nexus-settings.ts';
import { isOrigin, numberReader, type ReadNumber } from './setting-readers.ts';
import { readTranscribe, type TranscribeSettings, transcribeSettingDocs } from './transcribe-settings.ts';
import { readWallet, type WalletSettings, walletSettingDocs } from './wallet-settings.ts';

/** Name, default, and what it is for: the README's table says the same. */
export const settingDocs = {
  HOST: ['127.0.0.1', 'Address to listen on.'],
  PORT: ['4321', 'Port to listen on; 0 takes a free one.'],
  BASE_URL: ['http://HOST:PORT', 'Public address of the room, without a slash at the end. A change rebuilds.'],
  CONTENT_DIR: ['content', 'Folder of the creator’s files; content/example until content/creator.json exists.'],
  DIST_DIR: ['dist', 'Folder of the built releases.'],
  DATA_DIR: ['.data', 'Folder of the embedded store.'],
  DATABASE_URL: [
    '',
    'postgres://… of a PostgreSQL that several sidecars share; without it the embedded store is used.',
  ],
  INGEST_MINUTES: ['60', 'How often the running room reads its feeds; 0 leaves it to `npm run ingest`.'],
  TRUST_PROXY: ['', 'Addresses or ranges of proxies whose X-Forwarded-For and -Proto are believed, comma-separated.'],
  RATES: ['', 'Requests a minute where the default does not fit: action=20,guestKit=10; the names are in limits.ts.'],
  ALLOWED_HOSTS: [
    '',
    'Hosts, with or without :port, that webhooks, transcription and a Nexus may reach by http and at private addresses, comma-separated.',
  ],
  MCP_ORIGINS: [
    '',
    'Further origins whose pages may call /api/mcp, and whose hosts it may be reached by, comma-separated.',
  ],
  LOG_LEVEL: ['warn', 'fatal, error, warn, info (a line for each request), debug or silent.'],
  METRICS_PORT: ['', 'Port of HOST where Prometheus finds /metrics; without it there are none.'],
  MAX_CONNECTIONS: ['10000', 'Connections at once; one more closes those that are idle.'],
  SHED_DELAY_MS: ['250', 'POSTs and queries get 503 while work is this late for three seconds; 0: never.'],
  SHED_HEAP_PERCENT: ['90', 'They also do while so much of the memory for objects is in use; 0: never.'],
  DRAIN_SECONDS: ['0', 'How long /readyz says no before a stop closes the door, for a load balancer to hear of it.'],
  ...transcribeSettingDocs,
  ...nexusSettingDocs,
  ...walletSettingDocs,
} as const;

export interface Settings {
  host: string;
  port: number;
  baseUrl: string;
  distDir: string;
  dataDir: string;
  databaseUrl: string | undefined;
  ingestMinutes: number;
  trustProxy: string[];
  rates: Record<RateClass, number>;
  /** Lower case, as the URL class writes hosts. */
  allowedHosts: string[];
  mcpOrigins: string[];
  transcribe: TranscribeSettings;
  nexus: NexusSettings;
  logLevel: string;
  metricsPort: number | undefined;
  maxConnections: number;
  shed: { delayMs: number; heapPercent: number };
  drainSeconds: number;
  wallet: WalletSettings;
}

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'];

type Env = Record<string, string | undefined>;

const isHost = (value: string) => /^([a-z\d.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/.test(value);

const ownOrigin = (host: string, port: number): string => {
  const named = host.includes(':') ? `[${host}]` : host;
  const origin = `http://${named === '0.0.0.0' ? '127.0.0.1' : named}:${port}`;
  // An origin does not name the port that http has in any case.
  return URL.canParse(origin) ? new URL(origin).origin : origin;
};

const partsOf = (list: string): string[] =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

function readRates(value: string, problems: string[]): Record<RateClass, number> {
  const rates: Record<string, number> = { ...ratesPerMinute };
  for (const part of partsOf(value)) {
    const [name = '', most = ''] = part.split('=').map((text) => text.trim());
    if (!Object.hasOwn(ratesPerMinute, name) || !/^[1-9]\d{0,6}$/.test(most)) {
      problems.push(`RATES has ${part}: give name=number, with one of ${Object.keys(ratesPerMinute).join(', ')}`);
    } else rates[name] = Number(most);
  }
  return rates as Record<RateClass, number>;
}

/** What the names of a list must be, and how to say so. */
const namesOf = {
  ALLOWED_HOSTS: [isHost, 'a host or host:port, such as hooks.lan:8080'],
  MCP_ORIGINS: [isOrigin, 'an origin such as https://app.example.org'],
} as const;

function readNames(setting: keyof typeof namesOf, value: string, problems: string[]): string[] {
  const [fits, form] = namesOf[setting];
  const names = partsOf(value.toLowerCase());
  const wrong = names.filter((name) => !fits(name));
  problems.push(...wrong.map((name) => `${setting} has ${name}: give ${form}`));
  return names;
}

type Name = keyof typeof settingDocs;

const readOperations = (value: (name: Name) => string, number: ReadNumber<Name>) => ({
  logLevel: value('LOG_LEVEL'),
  metricsPort: value('METRICS_PORT') ? number('METRICS_PORT', 1, 65535) : undefined,
  maxConnections: number('MAX_CONNECTIONS', 1, 1_000_000),
  shed: { delayMs: number('SHED_DELAY_MS', 0, 60_000), heapPercent: number('SHED_HEAP_PERCENT', 0, 100) },
  drainSeconds: number('DRAIN_SECONDS', 0, 600),
});

function readAddresses(env: Env, value: (name: Name) => string, number: ReadNumber<Name>, problems: string[]) {
  const [host, port] = [value('HOST'), number('PORT', 0, 65535)];
  const baseUrl = (env.BASE_URL?.trim() || ownOrigin(host, port)).replace(/\/$/, '');
  if (!isOrigin(baseUrl))
    problems.push(`BASE_URL is ${baseUrl}: give an origin such as https://example.org, without a path`);
  return { host, port, baseUrl };
}

/** Throws an Error that lists every problem and what to do. `root` is the folder that relative paths start from. */
export function readSettings(env: Env, root: string): Settings {
  const value = (name: Name) => env[name]?.trim() || settingDocs[name][0];
  const problems: string[] = [];
  const number = numberReader(value, problems);
  const addresses = readAddresses(env, value, number, problems);
  const operations = readOperations(value, number);
  if (!levels.includes(operations.logLevel))
    problems.push(`LOG_LEVEL is ${operations.logLevel}: give one of ${levels.join(', ')}`);
  const ingestMinutes = Number(value('INGEST_MINUTES'));
  if (!(ingestMinutes >= 0)) problems.push(`INGEST_MINUTES is ${value('INGEST_MINUTES')}: give a number of minutes`);
  const databaseUrl = env.DATABASE_URL?.trim() || undefined;
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl))
    problems.push('DATABASE_URL: give postgres://user@host/name');
  const rates = readRates(value('RATES'), problems);
  const names = (name: keyof typeof namesOf) => readNames(name, value(name), problems);
  const [allowedHosts, mcpOrigins] = [names('ALLOWED_HOSTS'), names('MCP_ORIGINS')];
  const features = {
    transcribe: readTranscribe(value, number, problems),
    nexus: readNexus(value, number, problems),
    wallet: readWallet(value, { ...addresses, isProduction: env.NODE_ENV === 'production' }, problems),
  };
  if (problems.length > 0) throw new Error(`Settings:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  const folder = (name: 'DIST_DIR' | 'DATA_DIR') =>
    value(name).startsWith('/') ? value(name) : `${root}/${value(name)}`;
  return {
    ...addresses,
    distDir: folder('DIST_DIR'),
    dataDir: folder('DATA_DIR'),
    databaseUrl,
    ingestMinutes,
    trustProxy: partsOf(value('TRUST_PROXY')),
    rates,
    allowedHosts,
    mcpOrigins,
    ...operations,
    ...features,
  };
}

/** The creator's own content once there is a creator.json in it, and the example until then. `exists` looks at the disk. */
export function contentFolder(env: Env, root: string, exists: (path: string) => boolean): string {
  const set = env.CONTENT_DIR?.trim();
  if (set) return set.startsWith('/') ? set : `${root}/${set}`;
  return exists(`${root}/content/creator.json`) ? `${root}/content` : `${root}/content/example`;
}
