// Settings with their current values, without secrets.
import { settingNames, type SettingRecord, settings as records } from '#contract/settings.ts';
import type { Environment, Settings, SettingsFile } from '../../settings/settings.ts';

export interface SettingView {
  name: string;
  /** Current value; empty if there is neither a value nor a default. */
  value: string;
  meaning: string;
  /** True if the setting is neither in greenroom.env nor in the environment. */
  isDefault: boolean;
  /** Location such as `greenroom.env, line 3`, unless the environment overrides it. */
  place?: string;
}

const hiddenValue = '•••';

/** Removes password and query from an address, and the user if it could be a secret. */
function withoutSecrets(value: string): string {
  const [, scheme, rest] = /^([a-z][a-z\d+.-]*:\/\/)(.*)$/is.exec(value) ?? [];
  if (scheme === undefined || rest === undefined) return value;
  const at = rest.lastIndexOf('@');
  const place = rest.slice(at + 1).replace(/\?.*$/s, `?${hiddenValue}`);
  if (at < 0) return scheme + place;
  const user = /^[\w.-]+(?=:|$)/.exec(rest.slice(0, at))?.[0] ?? hiddenValue;
  return `${scheme}${user}:${hiddenValue}@${place}`;
}

/** Lists all settings. `contentDir` is the folder in use. */
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
      .map(([name, rate]) => `${name}=${rate}`)
      .join(', '),
  };
  return settingNames.map((name) => {
    const { default: otherwise = '', doc, secret }: SettingRecord = records[name];
    const configuredValue = env[name]?.trim() ?? '';
    const value = inForce[name] ?? (configuredValue || otherwise);
    const visibleValue = value && secret === 'whole' ? hiddenValue : withoutSecrets(value);
    const place = file?.locate(name);
    return { name, value: visibleValue, meaning: doc, isDefault: configuredValue === '', ...(place && { place }) };
  });
}
