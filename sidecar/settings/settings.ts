// Reads all settings from the environment once at start and reports every problem together.
import { BadValue } from '#contract/setting-readers.ts';
import {
  type SettingName,
  settingNames,
  type SettingRecord,
  settings as records,
  type SettingValues,
} from '#contract/settings.ts';
import { type SettingProblem, readWallet, type WalletSettings } from './wallet-settings.ts';

export interface ProviderSettings {
  /** Address without a slash at the end. */
  url: string;
  key: string | undefined;
  model: string;
}

export interface TranscribeSettings {
  /** Undefined if the embedded engine transcribes. */
  provider: ProviderSettings | undefined;
  isEmbedded: boolean;
  /** Folder of models that the creator downloaded. */
  modelDir: string | undefined;
  maxMib: number;
  maxMinutes: number;
}

export interface BucketSettings {
  /** Address without a slash at the end. */
  url: string;
  keyId: string;
  secret: string;
  region: string | undefined;
}

const folderTargets = ['nginx', 'caddy', 'folder'] as const;

/** A target that static files are published to. */
export type PublishTarget =
  | { kind: (typeof folderTargets)[number] }
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
  followsReleases: boolean;
  purge: PurgeSettings;
}

export interface NexusSettings {
  /** True if this room runs a Nexus. */
  isOn: boolean;
  /** Address of the Nexus at which this room registers. */
  url: string | undefined;
  visitMinutes: number;
}

/** Returns true if the settings name an engine that transcribes. */
export const canTranscribe = ({ transcribe }: Pick<Settings, 'transcribe'>): boolean =>
  transcribe.isEmbedded || transcribe.provider !== undefined;

/** All settings; values that depend on several settings are combined. */
export interface Settings extends Omit<SettingValues, 'baseUrl' | 'wallet' | 'nexus' | 'backupDir'> {
  baseUrl: string;
  backupDir: string;
  transcribe: TranscribeSettings;
  publish: PublishSettings;
  /** Bucket through which the machines of this room exchange releases and content. */
  fleet: BucketSettings | undefined;
  nexus: NexusSettings;
  wallet: WalletSettings;
  shed: { delayMs: number; heapPercent: number };
}

export type Environment = Record<string, string | undefined>;

/** The file that settings were read from. */
export interface SettingsFile {
  /** Problems with lines that do not assign a setting. */
  problems: string[];
  /** Returns the position of a setting, such as `greenroom.env, line 3`, if the file defines its value. */
  locate: (name: string) => string | undefined;
}

const camelCase = (name: string): string => name.toLowerCase().replace(/_(.)/g, (_, letter) => letter.toUpperCase());

const readRaw = (env: Environment, name: SettingName): string =>
  env[name]?.trim() || ((records[name] as SettingRecord).default ?? '');

function readValues(env: Environment, problems: SettingProblem[]): SettingValues {
  const values: Record<string, unknown> = {};
  for (const name of settingNames) {
    const record: SettingRecord = records[name];
    try {
      values[camelCase(name)] = record.read(readRaw(env, name));
    } catch (error) {
      if (!(error instanceof BadValue)) throw error;
      const { part, message } = error;
      const value = record.secret ? '' : part === undefined ? ` is ${readRaw(env, name)}` : ` has ${part}`;
      problems.push([name, `${name}${value}: ${message}`]);
    }
  }
  return values as SettingValues;
}

const defaultOrigin = ({ host, port }: Pick<SettingValues, 'host' | 'port'>): string => {
  const hostname = host.includes(':') ? `[${host}]` : host;
  const origin = `http://${hostname === '0.0.0.0' ? '127.0.0.1' : hostname}:${port}`;
  // An origin omits the default port of http.
  return URL.canParse(origin) ? new URL(origin).origin : origin;
};

function readPublishTargets(values: SettingValues, problems: SettingProblem[]): PublishTarget[] {
  const { publishKeyId: keyId, publishSecret: secret, publishRegion: region } = values;
  return values.publishTo.flatMap((to): PublishTarget[] => {
    if (to === 'netlify') return [{ kind: to }];
    const kind = folderTargets.find((each) => each === to);
    if (kind) return [{ kind }];
    if (to.startsWith('cloudflare:')) return [{ kind: 'cloudflare', project: to.slice('cloudflare:'.length) }];
    if (keyId && secret) return [{ kind: 'bucket', bucket: { url: to.replace(/\/+$/, ''), keyId, secret, region } }];
    const missing = keyId ? 'PUBLISH_SECRET' : 'PUBLISH_KEY_ID';
    problems.push([missing, `${missing}: a bucket in PUBLISH_TO needs it. ${records[missing].doc}`]);
    return [];
  });
}

function readFleet(values: SettingValues, problems: SettingProblem[]): BucketSettings | undefined {
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

function combineSettings(
  values: SettingValues,
  isProduction: boolean,
  root: string,
  problems: SettingProblem[],
): Settings {
  const baseUrl = values.baseUrl ?? defaultOrigin(values);
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
      places: readPublishTargets(values, problems),
      followsReleases: values.publishEach === 'on',
      purge: { url: values.purgeUrl, token: values.purgeToken, command: values.purgeCommand },
    },
    fleet: readFleet(values, problems),
    nexus: { isOn: values.nexus === 'on', url: values.nexusUrl, visitMinutes: values.nexusVisitMinutes },
    wallet: readWallet(values, { baseUrl, isProduction }, problems),
    shed: { delayMs: values.shedDelayMs, heapPercent: values.shedHeapPercent },
  };
}

/** Throws an Error that lists every problem and its solution. `root` is the folder that relative paths start from. */
export function readSettings(env: Environment, root: string, file?: SettingsFile): Settings {
  const problems: SettingProblem[] = [];
  const values = readValues(env, problems);
  // Settings are combined only if each is valid.
  const settings = problems.length === 0 && combineSettings(values, env.NODE_ENV === 'production', root, problems);
  const located = problems.map(([name, message]) => {
    const position = file?.locate(name);
    return position ? `${position}: ${message}` : message;
  });
  const all = [...(file?.problems ?? []), ...located];
  if (!settings || all.length > 0) throw new Error(`Settings:\n${all.map((problem) => `  ${problem}`).join('\n')}`);
  return settings;
}

/** Returns the folder that CONTENT_DIR names, whether or not it exists. */
export function configuredContentFolder(env: Environment, root: string): string {
  const set = env.CONTENT_DIR?.trim() || 'content';
  return set.startsWith('/') ? set : `${root}/${set}`;
}

/**
 * Variable that `npm start` sets for the programs that it starts if the folder of CONTENT_DIR has no creator.json yet.
 */
export const exampleUntilSetUp = 'GREENROOM_EXAMPLE_UNTIL_SET_UP';

/** Returns the creator's content folder if it has a creator.json, otherwise the example. `exists` checks the disk. */
export function activeContentFolder(env: Environment, root: string, exists: (path: string) => boolean): string {
  const own = configuredContentFolder(env, root);
  const mayBeExample = !env.CONTENT_DIR?.trim() || env[exampleUntilSetUp];
  return mayBeExample && !exists(`${own}/creator.json`) ? `${root}/content/example` : own;
}
