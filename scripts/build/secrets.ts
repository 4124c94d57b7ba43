// Checks before publication that no file of a release contains a feed key or a secret setting.
import { settings, type SettingRecord } from '#contract/settings.ts';
import { sha256 } from '#domain/ids.ts';
import { isDistinctive, findAddressKeys } from '#domain/private-addresses.ts';
import type { ObjectWriter } from '#domain/release/site-entry.ts';
import { readFeedsFile } from '../ingest/feeds-file.ts';
import { ContentError } from '../json-file.ts';
import type { Environment } from '../../sidecar/settings/settings.ts';
import { environment } from '../settings.ts';
import type { CompiledSite } from './compiled-site.ts';

export interface Secret {
  /** Name of the setting or the feed, for messages. */
  owner: string;
  texts: string[];
}

/** Returns the feeds, or none if feeds.json is unreadable, which ingest reports. */
function readFeeds(contentDir: string): { id: string; url?: string | undefined }[] {
  try {
    return readFeedsFile(contentDir).feeds;
  } catch {
    return [];
  }
}

export const feedSecrets = (contentDir: string): Secret[] =>
  readFeeds(contentDir).flatMap(({ id, url }) => {
    const texts = url ? findAddressKeys(url) : [];
    return texts.length > 0 ? [{ owner: `the address of the feed “${id}” in feeds.json`, texts }] : [];
  });

/** Names of variables of other programs that hold a secret. */
const secretName = /(?:^|_)(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;

/** Returns the secret values of settings and other variables, except those that could be an ordinary word. */
export const settingSecrets = (env: Environment): Secret[] =>
  Object.entries(env).flatMap(([name, text]) => {
    const value = text?.trim();
    const { secret } = (settings as Record<string, SettingRecord>)[name] ?? {
      secret: secretName.test(name) && 'whole',
    };
    if (!secret || !value) return [];
    const texts = [...(secret === 'whole' ? [value] : []), ...findAddressKeys(value)].filter(isDistinctive);
    return texts.length > 0 ? [{ owner: `the setting ${name}`, texts }] : [];
  });

export const collectSecrets = (env: Environment, contentDir: string): Secret[] => [
  ...feedSecrets(contentDir),
  ...settingSecrets(environment(env).env),
];

/** Adds the feed keys to the hash of the code: all files are made and checked again if a key changes. */
export async function withFeedKeyHash(site: Promise<CompiledSite>, contentDir: string): Promise<CompiledSite> {
  const texts = feedSecrets(contentDir).flatMap((one) => one.texts);
  const { codeHash, ...rest } = await site;
  return { ...rest, codeHash: texts.length > 0 ? sha256(JSON.stringify([codeHash, texts])) : codeHash };
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Returns the spellings of a text in the files of a release. */
const spellings = (text: string): string[] => [
  ...new Set([text, encodeURIComponent(text), escapeHtml(text), JSON.stringify(text).slice(1, -1)]),
];

/** Creates the check. `secrets` must not change while files are checked. */
export function createSecretCheck(secrets: Secret[]): ObjectWriter['check'] {
  const searches = secrets.map(({ owner, texts }) => ({ owner, texts: texts.flatMap(spellings) }));
  return (path, content) => {
    const bytes =
      typeof content === 'string' ? content : Buffer.from(content.buffer, content.byteOffset, content.length);
    const match = searches.find(({ texts }) => texts.some((text) => bytes.includes(text)));
    if (!match) return;
    throw new ContentError(
      `Nothing was published: ${path} contains a secret part of ${match.owner}.\n` +
        'Run `npm run ingest`, which removes keys from stored items, or remove it from the item or the file that the page is made of.',
    );
  };
}
