// The settings, read from the environment once at start; every problem is listed together.
import { type RateClass, ratesPerMinute } from '#contract/limits.ts';

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
    'Hosts, with or without :port, that webhooks may reach by http and at private addresses, comma-separated.',
  ],
  LOG_LEVEL: ['warn', 'fatal, error, warn, info, debug or silent.'],
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
  logLevel: string;
}

type Env = Record<string, string | undefined>;

const isOrigin = (value: string) =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).href === `${value}/`;

const isHost = (value: string) => /^([a-z\d.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/.test(value);

const ownOrigin = (host: string, port: number): string => {
  const named = host.includes(':') ? `[${host}]` : host;
  return `http://${named === '0.0.0.0' ? '127.0.0.1' : named}:${port}`;
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

/** Throws an Error that lists every problem and what to do. `root` is the folder that relative paths start from. */
export function readSettings(env: Env, root: string): Settings {
  const value = (name: keyof typeof settingDocs) => env[name]?.trim() || settingDocs[name][0];
  const problems: string[] = [];
  const host = value('HOST');
  const port = Number(value('PORT'));
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    problems.push(`PORT is ${value('PORT')}: give a number from 0 to 65535`);
  const baseUrl = (env.BASE_URL?.trim() || ownOrigin(host, port)).replace(/\/$/, '');
  if (!isOrigin(baseUrl))
    problems.push(`BASE_URL is ${baseUrl}: give an origin such as https://example.org, without a path`);
  const logLevel = value('LOG_LEVEL');
  const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'];
  const ingestMinutes = Number(value('INGEST_MINUTES'));
  if (!(ingestMinutes >= 0)) problems.push(`INGEST_MINUTES is ${value('INGEST_MINUTES')}: give a number of minutes`);
  const databaseUrl = env.DATABASE_URL?.trim() || undefined;
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl))
    problems.push('DATABASE_URL: give postgres://user@host/name');
  if (!levels.includes(logLevel)) problems.push(`LOG_LEVEL is ${logLevel}: give one of ${levels.join(', ')}`);
  const rates = readRates(value('RATES'), problems);
  const allowedHosts = partsOf(value('ALLOWED_HOSTS').toLowerCase());
  const noHost = allowedHosts.find((part) => !isHost(part));
  if (noHost) problems.push(`ALLOWED_HOSTS has ${noHost}: give a host or host:port, such as hooks.lan:8080`);
  if (problems.length > 0) throw new Error(`Settings:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  const folder = (name: 'DIST_DIR' | 'DATA_DIR') =>
    value(name).startsWith('/') ? value(name) : `${root}/${value(name)}`;
  return {
    host,
    port,
    baseUrl,
    distDir: folder('DIST_DIR'),
    dataDir: folder('DATA_DIR'),
    databaseUrl,
    ingestMinutes,
    trustProxy: partsOf(value('TRUST_PROXY')),
    rates,
    allowedHosts,
    logLevel,
  };
}

/** The creator's own content once there is a creator.json in it, and the example until then. `exists` looks at the disk. */
export function contentFolder(env: Env, root: string, exists: (path: string) => boolean): string {
  const set = env.CONTENT_DIR?.trim();
  if (set) return set.startsWith('/') ? set : `${root}/${set}`;
  return exists(`${root}/content/creator.json`) ? `${root}/content` : `${root}/content/example`;
}
