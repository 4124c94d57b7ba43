// The settings as values, read from the environment once at start; every problem is listed together.
import { BadValue } from '#contract/setting-readers.ts';
import { type SettingName, settingNames, type SettingRecord, settings as records } from '#contract/settings.ts';
import { type SettingProblem, readWallet, type WalletSettings } from './wallet-settings.ts';

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>;

/** `INGEST_MINUTES` is `ingestMinutes`. */
type Values = { [Name in SettingName as CamelCase<Name>]: ReturnType<(typeof records)[Name]['read']> };

export interface ProviderSettings {
  /** Without a slash at the end. */
  url: string;
  key: string | undefined;
  model: string;
}

export interface TranscribeSettings {
  /** Without one the embedded engine hears. */
  provider: ProviderSettings | undefined;
  isEmbedded: boolean;
  /** Of models that the creator downloaded. */
  modelDir: string | undefined;
  maxMib: number;
  maxMinutes: number;
}

export interface BucketSettings {
  /** Without a slash at the end. */
  url: string;
  keyId: string;
  secret: string;
  region: string | undefined;
}

const folderPlaces = ['nginx', 'caddy', 'folder'] as const;

/** Who gets the static files. */
export type PublishTarget =
  | { kind: (typeof folderPlaces)[number] }
  | { kind: 'bucket'; bucket: BucketSettings }
  | { kind: 'netlify' }
  | { kind: 'cloudflare'; project: string };

export interface PurgeSettings {
  url: string | undefined;
  token: string | undefined;
  command: string | undefined;
}

export interface PublishSettings {
  places: PublishTarget[];
  isEach: boolean;
  purge: PurgeSettings;
}

export interface NexusSettings {
  /** Whether a Nexus is run here. */
  isOn: boolean;
  /** Where this room reports itself. */
  url: string | undefined;
  visitMinutes: number;
}

/** Returns true if the settings name an engine that transcribes. */
export const canTranscribe = ({ transcribe }: Pick<Settings, 'transcribe'>): boolean =>
  transcribe.isEmbedded || transcribe.provider !== undefined;

/** What several settings say together stands beside those that speak for themselves. */
export interface Settings extends Omit<Values, 'baseUrl' | 'wallet' | 'nexus' | 'backupDir'> {
  baseUrl: string;
  backupDir: string;
  transcribe: TranscribeSettings;
  publish: PublishSettings;
  /** Where the machines of this room exchange releases and content. */
  fleet: BucketSettings | undefined;
  nexus: NexusSettings;
  wallet: WalletSettings;
  shed: { delayMs: number; heapPercent: number };
}

export type Environment = Record<string, string | undefined>;

/** The file that settings were read from. */
export interface SettingsFile {
  /** Lines that are no setting. */
  problems: string[];
  /** `greenroom.env, line 3`, where the setting in force stands there. */
  locate: (name: string) => string | undefined;
}

const camelCase = (name: string): string => name.toLowerCase().replace(/_(.)/g, (_, letter) => letter.toUpperCase());

const given = (env: Environment, name: SettingName): string => env[name]?.trim() || records[name].default;

function readValues(env: Environment, problems: SettingProblem[]): Values {
  const values: Record<string, unknown> = {};
  for (const name of settingNames) {
    const record: SettingRecord = records[name];
    try {
      values[camelCase(name)] = record.read(given(env, name));
    } catch (error) {
      if (!(error instanceof BadValue)) throw error;
      const { part, message } = error;
      const what = record.secret ? '' : part === undefined ? ` is ${given(env, name)}` : ` has ${part}`;
      problems.push([name, `${name}${what}: ${message}`]);
    }
  }
  return values as Values;
}

const ownOrigin = ({ host, port }: Pick<Values, 'host' | 'port'>): string => {
  const named = host.includes(':') ? `[${host}]` : host;
  const origin = `http://${named === '0.0.0.0' ? '127.0.0.1' : named}:${port}`;
  // An origin does not name the port that http has in any case.
  return URL.canParse(origin) ? new URL(origin).origin : origin;
};

function readPlaces(values: Values, problems: SettingProblem[]): PublishTarget[] {
  const { publishKeyId: keyId, publishSecret: secret, publishRegion: region } = values;
  return values.publishTo.flatMap((to): PublishTarget[] => {
    if (to === 'netlify') return [{ kind: to }];
    const kind = folderPlaces.find((each) => each === to);
    if (kind) return [{ kind }];
    if (to.startsWith('cloudflare:')) return [{ kind: 'cloudflare', project: to.slice('cloudflare:'.length) }];
    if (keyId && secret) return [{ kind: 'bucket', bucket: { url: to.replace(/\/+$/, ''), keyId, secret, region } }];
    const missing = keyId ? 'PUBLISH_SECRET' : 'PUBLISH_KEY_ID';
    problems.push([missing, `${missing}: a bucket in PUBLISH_TO needs it. ${records[missing].doc}`]);
    return [];
  });
}

function readFleet(values: Values, problems: SettingProblem[]): BucketSettings | undefined {
  const { fleetBucket: url, fleetKeyId: keyId, fleetSecret: secret, fleetRegion: region, role } = values;
  const complain = (name: SettingName, why: string) =>
    void problems.push([name, `${name}: ${why} ${records[name].doc}`]);
  if (role !== 'all' && !values.databaseUrl) complain('DATABASE_URL', `ROLE=${role} needs it.`);
  if (!url) return undefined;
  if (!values.databaseUrl) complain('DATABASE_URL', 'FLEET_BUCKET needs it.');
  if (keyId && secret) return { url: url.replace(/\/+$/, ''), keyId, secret, region };
  complain(keyId ? 'FLEET_SECRET' : 'FLEET_KEY_ID', 'FLEET_BUCKET needs it.');
  return undefined;
}

function together(values: Values, isProduction: boolean, root: string, problems: SettingProblem[]): Settings {
  const baseUrl = values.baseUrl ?? ownOrigin(values);
  const folder = (path: string) => (path.startsWith('/') ? path : `${root}/${path}`);
  const { transcribeApiUrl: url, transcribeApiKey: key, transcribeModel: model } = values;
  const dataDir = folder(values.dataDir);
  return {
    ...values,
    baseUrl,
    distDir: folder(values.distDir),
    dataDir,
    backupDir: values.backupDir ? folder(values.backupDir) : `${dataDir}/backups`,
    transcribe: {
      provider: url ? { url, key, model } : undefined,
      isEmbedded: values.transcribeEngine === 'embedded',
      modelDir: values.transcribeModelDir && folder(values.transcribeModelDir),
      maxMib: values.transcribeMaxMib,
      maxMinutes: values.transcribeMaxMinutes,
    },
    publish: {
      places: readPlaces(values, problems),
      isEach: values.publishEach === 'on',
      purge: { url: values.purgeUrl, token: values.purgeToken, command: values.purgeCommand },
    },
    fleet: readFleet(values, problems),
    nexus: { isOn: values.nexus === 'on', url: values.nexusUrl, visitMinutes: values.nexusVisitMinutes },
    wallet: readWallet(values, { baseUrl, isProduction }, problems),
    shed: { delayMs: values.shedDelayMs, heapPercent: values.shedHeapPercent },
  };
}

/** Throws an Error that lists every problem and what to do. `root` is the folder that relative paths start from. */
export function readSettings(env: Environment, root: string, file?: SettingsFile): Settings {
  const problems: SettingProblem[] = [];
  const values = readValues(env, problems);
  // What several say together makes sense once each is read.
  const settings = problems.length === 0 && together(values, env.NODE_ENV === 'production', root, problems);
  const placed = problems.map(([name, says]) => {
    const place = file?.locate(name);
    return place ? `${place}: ${says}` : says;
  });
  const all = [...(file?.problems ?? []), ...placed];
  if (!settings || all.length > 0) throw new Error(`Settings:\n${all.map((problem) => `  ${problem}`).join('\n')}`);
  return settings;
}

/** Where the creator's files are, or will be. */
export function configuredContentFolder(env: Environment, root: string): string {
  const set = env.CONTENT_DIR?.trim() || 'content';
  return set.startsWith('/') ? set : `${root}/${set}`;
}

/** Set by `npm start` for the programs that it starts, where the folder of CONTENT_DIR has no creator.json yet. */
export const exampleUntilSetUp = 'GREENROOM_EXAMPLE_UNTIL_SET_UP';

/** The creator's own content once there is a creator.json in it, and the example until then. `exists` looks at the disk. */
export function activeContentFolder(env: Environment, root: string, exists: (path: string) => boolean): string {
  const own = configuredContentFolder(env, root);
  const mayBeExample = !env.CONTENT_DIR?.trim() || env[exampleUntilSetUp];
  return mayBeExample && !exists(`${own}/creator.json`) ? `${root}/content/example` : own;
}
