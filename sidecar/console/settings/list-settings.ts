// The settings as they may be shown: each with its value in force, and nothing that is secret.
import { settingNames, type SettingRecord, settings as records } from '#contract/settings.ts';
import type { Environment, Settings, SettingsFile } from '../../settings/settings.ts';

export interface SettingView {
  name: string;
  /** In force; empty where nothing is set and there is no default. */
  value: string;
  meaning: string;
  /** Nothing is set, neither in greenroom.env nor in the environment. */
  isDefault: boolean;
  /** `greenroom.env, line 3`, where it is set there and nothing else is set in the environment. */
  place?: string;
}

const hidden = '•••';

/** An address without what signs in there: neither password nor query, and a user only where it is surely one. */
function withoutSecrets(value: string): string {
  const [, scheme, rest] = /^([a-z][a-z\d+.-]*:\/\/)(.*)$/is.exec(value) ?? [];
  if (scheme === undefined || rest === undefined) return value;
  const at = rest.lastIndexOf('@');
  const place = rest.slice(at + 1).replace(/\?.*$/s, `?${hidden}`);
  if (at < 0) return scheme + place;
  const user = /^[\w.-]+(?=:|$)/.exec(rest.slice(0, at))?.[0] ?? hidden;
  return `${scheme}${user}:${hidden}@${place}`;
}

/** `contentDir` is the folder in use. */
export function listSettings(
  env: Environment,
  {
    baseUrl,
    distDir,
    dataDir,
    backupDir,
    rates,
  }: Pick<Settings, 'baseUrl' | 'distDir' | 'dataDir' | 'backupDir' | 'rates'>,
  contentDir: string,
  file?: SettingsFile,
): SettingView[] {
  const inForce: Record<string, string> = {
    BASE_URL: baseUrl,
    CONTENT_DIR: contentDir,
    DIST_DIR: distDir,
    DATA_DIR: dataDir,
    BACKUP_DIR: backupDir,
    RATES: Object.entries(rates)
      .map(([name, most]) => `${name}=${most}`)
      .join(', '),
  };
  return settingNames.map((name) => {
    const { default: otherwise, doc, secret }: SettingRecord = records[name];
    const configuredValue = env[name]?.trim() ?? '';
    const value = inForce[name] ?? (configuredValue || otherwise);
    const visibleValue = value && secret === 'whole' ? hidden : withoutSecrets(value);
    const place = file?.locate(name);
    return { name, value: visibleValue, meaning: doc, isDefault: configuredValue === '', ...(place && { place }) };
  });
}
