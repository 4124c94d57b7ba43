// All settings with default, meaning, reader and secrecy. The documented table, the console's list and greenroom.env are
// derived from these records.
import { fleetSettings } from './fleet-settings.ts';
import { publishSettings } from './publish-settings.ts';
import { walletSettings } from './wallet-settings.ts';
import {
  textThat,
  isHost,
  isOrigin,
  isProxyRange,
  isPostgresUrl,
  hasDecodableParts,
  commaList,
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

export const settingGroups = {
  room: 'The room',
  folders: 'Where it keeps what it has',
  reach: 'Who may ask, and what it may reach',
  notices: 'Notices by mail',
  fleet: 'Several machines',
  publishing: 'Publishing to a bucket or a CDN',
  transcription: 'Transcription',
  nexus: 'Nexus',
  wallet: 'Wallet',
  backups: 'Backups',
  operations: 'Operations',
} as const;

export interface SettingRecord<T = unknown> {
  group: keyof typeof settingGroups;
  /** Value that applies if the setting is absent; empty if there is none. */
  default: string;
  doc: string;
  /** Part of the value that is never shown: all of it, or the password in an address. */
  secret?: 'whole' | 'password';
  /** The value is a path. In greenroom.env a relative path starts at the folder of that file. */
  isPath?: true;
  /** Reader of the value; it receives the default if the setting is absent. */
  read: SettingReader<T>;
}

export const settings = {
  HOST: { group: 'room', default: '127.0.0.1', doc: 'Address to listen on.', read: anyText },
  PORT: { group: 'room', default: '4321', doc: 'Port to listen on; 0 takes a free one.', read: wholeNumber(0, 65535) },
  BASE_URL: {
    group: 'room',
    default: 'http://HOST:PORT',
    doc: 'Public address of the room, without a slash at the end. A change rebuilds.',
    read: (given) => (given === 'http://HOST:PORT' ? undefined : origin('https://example.org')(given)),
  },
  INGEST_MINUTES: {
    group: 'room',
    default: '60',
    doc: 'How often the running room reads its feeds; 0 leaves it to `npm run ingest`.',
    read: positiveNumber('minutes'),
  },
  CONTENT_DIR: {
    group: 'folders',
    default: 'content',
    doc: 'Folder of the creator’s files; npm start shows content/example until there is a creator.json.',
    isPath: true,
    read: anyText,
  },
  DIST_DIR: { group: 'folders', default: 'dist', doc: 'Folder of the built releases.', isPath: true, read: anyText },
  DATA_DIR: { group: 'folders', default: '.data', doc: 'Folder of the embedded store.', isPath: true, read: anyText },
  DATABASE_URL: {
    group: 'folders',
    default: '',
    doc: 'postgres://… of a PostgreSQL that several sidecars share; without it the embedded store is used.',
    secret: 'password',
    read: unlessEmpty(
      textThat(isPostgresUrl, 'postgres://user@host/name, with signs in the password such as %40 for @'),
    ),
  },
  TRUST_PROXY: {
    group: 'reach',
    default: '',
    doc: 'Addresses or ranges of proxies whose X-Forwarded-For and -Proto are believed, comma-separated.',
    read: commaList(isProxyRange, 'an address, a range such as 10.0.0.0/8, or loopback, linklocal or uniquelocal'),
  },
  RATES: {
    group: 'reach',
    default: '',
    doc: 'Requests a minute where the default does not fit: action=20,guestKit=10; the names are in limits.ts.',
    read: readRates,
  },
  ALLOWED_HOSTS: {
    group: 'reach',
    default: '',
    doc: 'Hosts, with or without :port, that webhooks, transcription, a Nexus and the setup in the console may reach by http and at private addresses, comma-separated.',
    read: commaList(isHost, 'a host or host:port, such as hooks.lan:8080'),
  },
  MCP_ORIGINS: {
    group: 'reach',
    default: '',
    doc: 'Further origins whose pages may call /api/mcp, and whose hosts it may be reached by, comma-separated.',
    read: commaList(isOrigin, 'an origin such as https://app.example.org'),
  },
  SMTP_URL: {
    group: 'notices',
    default: '',
    doc: 'Mail server that notices leave by: smtps://user:password@mail.example, or smtp:// with a port.',
    secret: 'password',
    read: unlessEmpty(
      textThat((given) => /^smtps?:\/\/[^/]/.test(given) && hasDecodableParts(given), 'smtps://user:password@host'),
    ),
  },
  MAIL_FROM: {
    group: 'notices',
    default: '',
    doc: 'Sender of the notices, such as Open Bench <room@example.org>; SMTP_URL needs it.',
    read: unlessEmpty(textThat((given) => /^[^\n@]+@[^\s@]+$/.test(given), 'name@host')),
  },
  VISITOR_MAILS_PER_DAY: {
    group: 'notices',
    default: '100',
    doc: 'Receipts a day by mail to addresses that visitors typed, a tenth of them for one network; 0 sends none.',
    read: wholeNumber(0, 100_000),
  },
  ...fleetSettings,
  ...publishSettings,
  TRANSCRIBE_ENGINE: {
    group: 'transcription',
    default: 'embedded',
    doc: 'embedded: speech is recognised here, by packages (180 MB) that the first recording installs. off: only by a service.',
    read: choice('embedded', 'off'),
  },
  TRANSCRIBE_API_URL: {
    group: 'transcription',
    default: '',
    doc: 'A service that hears instead of the embedded engine: its OpenAI-compatible address with /v1.',
    read: unlessEmpty(webAddress('http://127.0.0.1:8000/v1')),
  },
  TRANSCRIBE_API_KEY: {
    group: 'transcription',
    default: '',
    doc: 'Key for that service.',
    secret: 'whole',
    read: unlessEmpty(anyText),
  },
  TRANSCRIBE_MODEL: { group: 'transcription', default: 'whisper-1', doc: 'Model of that service.', read: anyText },
  TRANSCRIBE_MODEL_DIR: {
    group: 'transcription',
    default: '',
    doc: 'Folder of speech models for sherpa-onnx that you downloaded: they transcribe instead of the embedded one.',
    read: unlessEmpty(anyText),
  },
  TRANSCRIBE_MAX_MIB: {
    group: 'transcription',
    default: '200',
    doc: 'Size of a recording that is transcribed, at most.',
    read: wholeNumber(1, 4096),
  },
  TRANSCRIBE_MAX_MINUTES: {
    group: 'transcription',
    default: '180',
    doc: 'Length of a recording that is transcribed, at most.',
    read: wholeNumber(1, 1440),
  },
  NEXUS: {
    group: 'nexus',
    default: 'off',
    doc: 'on: this room is a Nexus too, a directory that other rooms report to. A change rebuilds.',
    read: choice('on', 'off'),
  },
  NEXUS_URL: {
    group: 'nexus',
    default: '',
    doc: 'Nexus that this room reports itself to at start and after each build, such as https://nexus.example.',
    read: unlessEmpty(origin('https://nexus.example')),
  },
  NEXUS_VISIT_MINUTES: {
    group: 'nexus',
    default: '60',
    doc: 'How often a Nexus visits each of its rooms; those that do not answer less and less often.',
    read: wholeNumber(1, 10_080),
  },
  ...walletSettings,
  BACKUP_HOURS: {
    group: 'backups',
    default: '24',
    doc: 'How often the running room copies content and store into BACKUP_DIR; 0 leaves it to `npm run backup`.',
    read: wholeNumber(0, 8760),
  },
  BACKUP_DIR: {
    group: 'backups',
    default: '',
    doc: 'Folder of the copies; without it, backups in DATA_DIR. Another disk is better.',
    isPath: true,
    read: unlessEmpty(anyText),
  },
  BACKUP_DAILY: {
    group: 'backups',
    default: '7',
    doc: 'Copies kept of the last days, one a day.',
    read: wholeNumber(1, 366),
  },
  BACKUP_WEEKLY: {
    group: 'backups',
    default: '4',
    doc: 'Copies kept of the weeks before, one a week.',
    read: wholeNumber(0, 520),
  },
  LOG_LEVEL: {
    group: 'operations',
    default: 'warn',
    doc: 'fatal, error, warn, info (a line for each request), debug or silent.',
    read: choice('fatal', 'error', 'warn', 'info', 'debug', 'silent'),
  },
  METRICS_PORT: {
    group: 'operations',
    default: '',
    doc: 'Port of HOST where Prometheus finds /metrics; without it there are none.',
    read: unlessEmpty(wholeNumber(1, 65535)),
  },
  MAX_CONNECTIONS: {
    group: 'operations',
    default: '10000',
    doc: 'Connections at once. One more takes the place of one that asks for nothing; a network has a quarter, 512 at most.',
    read: wholeNumber(1, 1_000_000),
  },
  SHED_DELAY_MS: {
    group: 'operations',
    default: '250',
    doc: 'POSTs and queries get 503 while work is this late for three seconds; 0: never.',
    read: wholeNumber(0, 60_000),
  },
  SHED_HEAP_PERCENT: {
    group: 'operations',
    default: '90',
    doc: 'They also do while so much of the memory for objects is in use; 0: never.',
    read: wholeNumber(0, 100),
  },
  DRAIN_SECONDS: {
    group: 'operations',
    default: '0',
    doc: 'How long /readyz answers 503 before a stop closes the server, so that a load balancer notices.',
    read: wholeNumber(0, 600),
  },
} as const satisfies Record<string, SettingRecord>;

export type SettingName = keyof typeof settings;

export const settingNames = Object.keys(settings) as SettingName[];

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settings, name);
