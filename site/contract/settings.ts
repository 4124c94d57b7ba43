// All settings with default, meaning, reader and secrecy. The documented table, the console's list and greenroom.env
// are derived from these records.
import type { Intersection } from './content-types.ts';
import { walletSettings } from './wallet-settings.ts';
import {
  textThat,
  isHost,
  isOrigin,
  isProxyRange,
  isPostgresUrl,
  hasDecodableParts,
  commaList,
  splitCommaList,
  choice,
  unlessEmpty,
  origin,
  positiveNumber,
  readRates,
  type SettingReader,
  anyText,
  webAddress,
  wholeNumber,
} from './setting-readers.ts';

export interface SettingRecord<T = unknown> {
  /** Value that applies if the setting is absent. */
  default?: string;
  doc: string;
  /** Part of the value that is never shown: all of it, or the password in an address. */
  secret?: 'whole' | 'password';
  /** The value is a path. In greenroom.env a relative path starts at the folder of that file. */
  isPath?: true;
  /** Reader of the value; it receives the default if the setting is absent. */
  read: SettingReader<T>;
}

const isTarget = (given: string) =>
  /^(nginx|caddy|folder|netlify|cloudflare:[a-z\d-]+)$/.test(given) || /^https?:\/\/[^?#@]+$/.test(given);

const readTarget = textThat(
  isTarget,
  'nginx, caddy, folder, https://s3.example.org/bucket, netlify or cloudflare:PROJECT',
);

/** The settings by the titles of their groups. */
export const settingGroups = {
  'The room': {
    HOST: { default: '127.0.0.1', doc: 'Address to listen on.', read: anyText },
    PORT: {
      default: '4321',
      doc: 'Port to listen on; 0 chooses a free one.',
      read: wholeNumber(0, 65535),
    },
    BASE_URL: {
      default: 'http://HOST:PORT',
      doc: 'Public address of the room, without a trailing slash. A change rebuilds the site.',
      read: (given) => (given === 'http://HOST:PORT' ? undefined : origin('https://example.org')(given)),
    },
    INGEST_MINUTES: {
      default: '60',
      doc: 'Minutes between two readings of the feeds; 0: only with `npm run ingest`.',
      read: positiveNumber('minutes'),
    },
  },
  'Folders and database': {
    CONTENT_DIR: {
      default: 'content',
      doc: 'Folder of your content. Without a creator.json in it, npm start shows content/example.',
      isPath: true,
      read: anyText,
    },
    DIST_DIR: { default: 'dist', doc: 'Folder of the built releases.', isPath: true, read: anyText },
    DATA_DIR: {
      default: '.data',
      doc: 'Folder of the embedded database.',
      isPath: true,
      read: anyText,
    },
    DATABASE_URL: {
      doc: 'postgres://… of a PostgreSQL database for several machines; without it the embedded database is used.',
      secret: 'password',
      read: unlessEmpty(
        textThat(isPostgresUrl, 'postgres://user@host/name, with signs in the password such as %40 for @'),
      ),
    },
  },
  'Access and network': {
    TRUST_PROXY: {
      doc: 'Addresses or ranges of proxies whose X-Forwarded-For and -Proto headers are trusted, comma-separated.',
      read: commaList(isProxyRange, 'an address, a range such as 10.0.0.0/8, or loopback, linklocal or uniquelocal'),
    },
    RATES: {
      doc: 'Requests per minute that differ from the defaults, such as action=20,guestKit=10. An unknown name lists all names.',
      read: readRates,
    },
    ALLOWED_HOSTS: {
      doc: 'Hosts, with or without :port, that webhooks, transcription, a Nexus and the setup may reach by http and at private addresses, comma-separated.',
      read: commaList(isHost, 'a host or host:port, such as hooks.lan:8080'),
    },
    MCP_ORIGINS: {
      doc: 'Further origins whose pages may call /api/mcp and whose hosts may serve it, comma-separated.',
      read: commaList(isOrigin, 'an origin such as https://app.example.org'),
    },
  },
  'Notices by mail': {
    SMTP_URL: {
      doc: 'Mail server for notifications: smtps://user:password@mail.example, or smtp:// with a port.',
      secret: 'password',
      read: unlessEmpty(
        textThat((given) => /^smtps?:\/\/[^/]/.test(given) && hasDecodableParts(given), 'smtps://user:password@host'),
      ),
    },
    MAIL_FROM: {
      doc: 'Sender of notifications, such as Open Bench <room@example.org>; required with SMTP_URL.',
      read: unlessEmpty(textThat((given) => /^[^\n@]+@[^\s@]+$/.test(given), 'name@host')),
    },
    VISITOR_MAILS_PER_DAY: {
      default: '100',
      doc: 'Maximum number of mails per day to addresses that visitors enter, a tenth of it per network; 0 sends none.',
      read: wholeNumber(0, 100_000),
    },
  },
  'Several machines': {
    ROLE: {
      default: 'all',
      doc: 'Role of this machine: web (requests), worker (events, payments, transcription, Nexus), builder (content, builds, console; one is active, others stand by) or all.',
      read: choice('all', 'web', 'worker', 'builder'),
    },
    DATABASE_POOL: {
      default: '10',
      doc: 'Maximum number of connections to PostgreSQL.',
      read: wholeNumber(2, 500),
    },
    DATABASE_STATEMENT_SECONDS: {
      default: '25',
      doc: 'Maximum duration of a PostgreSQL statement; then the request gets 503. 0 leaves it to the server, as pgBouncer requires.',
      read: wholeNumber(0, 3600),
    },
    DATABASE_LOCK_SECONDS: {
      default: '10',
      doc: 'Maximum time to wait for a lock in PostgreSQL.',
      read: wholeNumber(0, 3600),
    },
    FLEET_BUCKET: {
      doc: 'Address of a private S3-compatible bucket for releases and content, for machines without a shared folder.',
      read: unlessEmpty(textThat((given) => /^https?:\/\/[^?#@]+$/.test(given), 'https://s3.example.org/bucket')),
    },
    FLEET_KEY_ID: {
      doc: 'Access key of that bucket with permission to get, put, delete and list.',
      read: unlessEmpty(anyText),
    },
    FLEET_SECRET: {
      doc: 'Secret of that key.',
      secret: 'whole',
      read: unlessEmpty(anyText),
    },
    FLEET_REGION: {
      doc: 'Region of that bucket, if its address does not contain it.',
      read: unlessEmpty(anyText),
    },
    EDGE_SECRET: {
      doc: 'Secret of at least 16 characters that your CDN sends as X-Greenroom-Edge. Without it the client address of the CDN is ignored.',
      secret: 'whole',
      read: unlessEmpty(
        textThat((given) => /^[\x21-\x7e]{16,200}$/.test(given), '16 to 200 letters, digits and signs'),
      ),
    },
    EDGE_CLIENT_HEADER: {
      default: 'X-Forwarded-For',
      doc: 'Header with the client address from the CDN, such as CF-Connecting-IP; in a list, the last address counts.',
      read: textThat((given) => /^[A-Za-z\d-]{1,60}$/.test(given), 'the name of a header'),
    },
  },
  'Publishing to a bucket or a CDN': {
    PUBLISH_TO: {
      doc: 'Targets, comma-separated: nginx, caddy or folder are updated with each release; an S3-compatible bucket, netlify or cloudflare:PROJECT by `npm run publish`.',
      read: (given: string): string[] => splitCommaList(given).map(readTarget),
    },
    PUBLISH_KEY_ID: {
      doc: 'Access key of the bucket with permission to get, put, delete and list.',
      read: unlessEmpty(anyText),
    },
    PUBLISH_SECRET: {
      doc: 'Secret of that key.',
      secret: 'whole',
      read: unlessEmpty(anyText),
    },
    PUBLISH_REGION: {
      doc: 'Region of the bucket, if its address does not contain it.',
      read: unlessEmpty(anyText),
    },
    PUBLISH_EACH: {
      default: 'off',
      doc: 'on: also publish each release to buckets and CDNs as soon as it is live.',
      read: choice('on', 'off'),
    },
    PURGE_URL: {
      doc: 'Address for purging a CDN: gets POST with {"files": [changed addresses]}, 30 at a time, after publishing.',
      read: unlessEmpty(webAddress('https://api.example.com/purge')),
    },
    PURGE_TOKEN: {
      doc: 'Sent to PURGE_URL as Authorization: Bearer.',
      secret: 'whole',
      read: unlessEmpty(anyText),
    },
    PURGE_COMMAND: {
      doc: 'Shell command that receives the changed addresses on standard input, one per line.',
      secret: 'whole',
      read: unlessEmpty(anyText),
    },
  },
  Transcription: {
    TRANSCRIBE_ENGINE: {
      default: 'embedded',
      doc: 'embedded: speech recognition on this machine; the first recording installs 180 MB of packages. off: only by a service.',
      read: choice('embedded', 'off'),
    },
    TRANSCRIBE_API_URL: {
      doc: 'OpenAI-compatible address, with /v1, of a transcription service that replaces the embedded engine.',
      read: unlessEmpty(webAddress('http://127.0.0.1:8000/v1')),
    },
    TRANSCRIBE_API_KEY: {
      doc: 'Key for that service.',
      secret: 'whole',
      read: unlessEmpty(anyText),
    },
    TRANSCRIBE_MODEL: { default: 'whisper-1', doc: 'Model of that service.', read: anyText },
    TRANSCRIBE_MODEL_DIR: {
      doc: 'Folder of speech models for sherpa-onnx that replace the embedded model.',
      read: unlessEmpty(anyText),
    },
    TRANSCRIBE_MAX_MIB: {
      default: '200',
      doc: 'Maximum size of a recording in MiB.',
      read: wholeNumber(1, 4096),
    },
    TRANSCRIBE_MAX_MINUTES: {
      default: '180',
      doc: 'Maximum length of a recording in minutes.',
      read: wholeNumber(1, 1440),
    },
  },
  Nexus: {
    NEXUS: {
      default: 'off',
      doc: 'on: this room is also a Nexus, a directory of rooms. A change rebuilds the site.',
      read: choice('on', 'off'),
    },
    NEXUS_URL: {
      doc: 'Nexus that this room registers with at start and after each build, such as https://nexus.example.',
      read: unlessEmpty(origin('https://nexus.example')),
    },
    NEXUS_VISIT_MINUTES: {
      default: '60',
      doc: 'Minutes between two visits of a Nexus to a room; longer for rooms that do not respond.',
      read: wholeNumber(1, 10_080),
    },
  },
  Wallet: walletSettings,
  Backups: {
    BACKUP_HOURS: {
      default: '24',
      doc: 'Hours between two backups of content and database; 0: only with `npm run backup`.',
      read: wholeNumber(0, 8760),
    },
    BACKUP_DIR: {
      doc: 'Folder of the backups, preferably on another disk. Default: backups in DATA_DIR.',
      isPath: true,
      read: unlessEmpty(anyText),
    },
    BACKUP_DAILY: {
      default: '7',
      doc: 'Number of daily backups to keep.',
      read: wholeNumber(1, 366),
    },
    BACKUP_WEEKLY: {
      default: '4',
      doc: 'Number of weekly backups to keep before those.',
      read: wholeNumber(0, 520),
    },
  },
  Operations: {
    LOG_LEVEL: {
      default: 'warn',
      doc: 'fatal, error, warn, info (a line for each request), debug or silent.',
      read: choice('fatal', 'error', 'warn', 'info', 'debug', 'silent'),
    },
    METRICS_PORT: {
      doc: 'Port of HOST for Prometheus metrics at /metrics; without it they are off.',
      read: unlessEmpty(wholeNumber(1, 65535)),
    },
    MAX_CONNECTIONS: {
      default: '10000',
      doc: 'Maximum number of connections; a new one replaces an idle one. One network has a quarter, at most 512.',
      read: wholeNumber(1, 1_000_000),
    },
    SHED_DELAY_MS: {
      default: '250',
      doc: 'Delay of the event loop over three seconds above which POSTs and queries get 503; 0: never.',
      read: wholeNumber(0, 60_000),
    },
    SHED_HEAP_PERCENT: {
      default: '90',
      doc: 'Percentage of the JavaScript heap in use above which they also get 503; 0: never.',
      read: wholeNumber(0, 100),
    },
    DRAIN_SECONDS: {
      default: '0',
      doc: 'Seconds for which /readyz returns 503 before the server stops, so that a load balancer notices.',
      read: wholeNumber(0, 600),
    },
  },
} as const satisfies Record<string, Record<string, SettingRecord>>;

type Groups = typeof settingGroups;

export const settings = Object.assign({}, ...Object.values(settingGroups)) as Intersection<Groups[keyof Groups]>;

export type SettingName = keyof typeof settings;

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>;

/** Settings by their names in camel case: `INGEST_MINUTES` is `ingestMinutes`. */
export type SettingValues = { [Name in SettingName as CamelCase<Name>]: ReturnType<(typeof settings)[Name]['read']> };

export const settingNames = Object.keys(settings) as SettingName[];

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settings, name);
