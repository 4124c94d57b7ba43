// The settings as they may be shown: each with its value in force, and nothing that is secret.
import { settingDocs, type Settings } from '#domain/settings.ts';

export interface ShownSetting {
  name: string;
  /** In force; empty where nothing is set and there is no default. */
  value: string;
  meaning: string;
  /** Nothing is set in the environment. */
  isDefault: boolean;
}

const secretNames = /SECRET|TOKEN|PASSWORD|KEY|MACAROON|NWC/;
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

const shown = (name: string, value: string): string =>
  value && secretNames.test(name) ? hidden : withoutSecrets(value);

/** `contentDir` is the folder in use. */
export function shownSettings(
  env: Record<string, string | undefined>,
  { baseUrl, distDir, dataDir, rates }: Pick<Settings, 'baseUrl' | 'distDir' | 'dataDir' | 'rates'>,
  contentDir: string,
): ShownSetting[] {
  const inForce: Record<string, string> = {
    BASE_URL: baseUrl,
    CONTENT_DIR: contentDir,
    DIST_DIR: distDir,
    DATA_DIR: dataDir,
    RATES: Object.entries(rates)
      .map(([name, most]) => `${name}=${most}`)
      .join(', '),
  };
  return Object.entries(settingDocs).map(([name, [otherwise, meaning]]) => {
    const set = env[name]?.trim() ?? '';
    return { name, value: shown(name, inForce[name] ?? (set || otherwise)), meaning, isDefault: set === '' };
  });
}
