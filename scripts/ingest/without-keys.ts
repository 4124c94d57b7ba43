// Removes personal keys from the addresses and texts of an item.
import { sha256 } from '#domain/ids.ts';
import { findAddressKeys, publicAddress } from '#domain/private-addresses.ts';

/** Keys and public parts of the addresses of all feeds. */
export interface PrivateKeys {
  keys: readonly string[];
  /** Host and path of each feed without keys. */
  feeds: readonly string[];
}

const comparableAddress = (address: string): string => {
  const url = URL.parse(address);
  return url ? url.host + url.pathname.replace(/\/$/, '') + url.search : address;
};

export function collectPrivateKeys(addresses: readonly (string | undefined)[]): PrivateKeys {
  const feedAddresses = addresses.filter((address) => address !== undefined);
  const keys = [...new Set(feedAddresses.flatMap(findAddressKeys))];
  return { keys, feeds: feedAddresses.map((address) => comparableAddress(publicAddress(address, keys) ?? address)) };
}

const label = String.raw`(?:\\.|!\[(?:\\.|[^\]\\])*\]\((?:\\.|[^()\\\s])*\)|[^[\]\\])*`;
/** Link or picture (CommonMark §6.3 and §6.4). */
const markdownLink = new RegExp(
  String.raw`(!?)\[(${label})\]\(<?((?:\\.|[^\s()<>\\])+)>?((?:\s+"(?:\\.|[^"\\])*")?)\)`,
  'g',
);
const addressSigns = String.raw`(?:\\.|[^\s<>"\x60()[\]{}\\])+`;
/** Address with a scheme, which may be percent-encoded, or one that begins with its host. */
const anyAddress = new RegExp(
  String.raw`[a-z][a-z\d+.-]{0,20}(?::\/\/|%3a%2f%2f)${addressSigns}|(?<![\w@.\/-])(?:[a-z\d-]+\.)+[a-z]{2,}(?::\d+)?\/${addressSigns}`,
  'gi',
);

const unescapeMarkdown = (markdown: string): string => markdown.replace(/\\([!-/:-@[-`{-~])/g, '$1');
const escapeLike = (before: string, address: string): string =>
  before.includes('\\') ? address.replace(/[_*()[\]]/g, '\\$&') : address;

type Replace = (address: string, publicForm: string | undefined) => string;

/** Replaces each address that contains a key in a text. */
function replaceAddresses(text: string, { keys }: PrivateKeys, replace: Replace): string {
  return text.replace(anyAddress, (all) => {
    const written = all.replace(/[.,;:!?*_~'…]+$/, '');
    const address = unescapeMarkdown(written);
    const publicForm = publicAddress(address, keys);
    if (publicForm === address) return all;
    return escapeLike(written, replace(address, publicForm)) + all.slice(written.length);
  });
}

const hostOfAddress = (address: string): string => URL.parse(address)?.host ?? '';

function textWithoutKeys(text: string, known: PrivateKeys): string {
  const replaced = replaceAddresses(
    text,
    known,
    (address, publicForm) => publicForm ?? [hostOfAddress(address), '…'].filter(Boolean).join('/'),
  );
  return known.keys.reduce((rest, key) => rest.replaceAll(key, '…'), replaced);
}

/** Returns the address of a feed without its keys, for reports and logs. */
export const hideKeys = (address: string): string => textWithoutKeys(address, collectPrivateKeys([address]));

/** Replaces the keys in a name by digests, so that it still identifies the same thing. */
export function digestKeysInName(name: string, known: PrivateKeys): string {
  const digestSecret = (secret: string) => sha256(secret).slice(0, 12);
  const replaced = replaceAddresses(
    name,
    known,
    (address) => `https://${hostOfAddress(address)}/${digestSecret(address)}`,
  );
  return known.keys.reduce((rest, key) => rest.replaceAll(key, digestSecret(key)), replaced);
}

/**
 * Removes keys from an address. A link to a fragment of the feed becomes a link to that fragment of `page`, the item.
 */
function addressWithoutKeys(address: string, { keys, feeds }: PrivateKeys, page: string | undefined) {
  const cleaned = publicAddress(address, keys);
  const fragment = /#.+$/s.exec(address)?.[0];
  if (!fragment || !feeds.includes(comparableAddress(cleaned ?? address))) return cleaned;
  return page && page.replace(/#.*$/s, '') + fragment;
}

/** Removes keys from Markdown. A link that cannot be public becomes its label. */
function markdownWithoutKeys(markdown: string, known: PrivateKeys, page: string | undefined): string {
  const links = markdown.replace(markdownLink, (all, sign: string, text: string, written: string, title: string) => {
    const address = unescapeMarkdown(written);
    const result = addressWithoutKeys(address, known, page);
    if (result === address) return all;
    if (result === undefined) return sign ? '' : text;
    return `${sign}[${text}](${result.replace(/[()]/g, '\\$&')}${title})`;
  });
  return textWithoutKeys(links, known);
}

const addressFields = /^(url|href|image|\w+Url)$/;
/** Fields with addresses of files, which lead nowhere without their keys. */
const fileFields = /^(audioUrl|videoUrl|chaptersUrl)$/;

type Clean = (value: unknown, name: string) => unknown;

/** Removes keys from an object. A transcript or link is dropped with its address; a chapter or person stays. */
function cleanObject(value: object, name: string, clean: Clean): object | undefined {
  const entries = Object.entries(value).map(([field, one]): [string, unknown] => [field, clean(one, field)]);
  const cleaned = Object.fromEntries(entries.filter(([, one]) => one !== undefined)) as { url?: string };
  const { url } = value as { url?: string };
  if (name === 'transcripts' && cleaned.url !== url) return undefined;
  return url !== undefined && cleaned.url === undefined && name !== 'chapters' ? undefined : cleaned;
}

function createCleaner(known: PrivateKeys, page: string | undefined): Clean {
  const cleanText = (text: string, name: string): string | undefined => {
    if (name === 'body') return markdownWithoutKeys(text, known, page);
    if (!addressFields.test(name)) return textWithoutKeys(text, known);
    const address = addressWithoutKeys(text, known, page);
    return fileFields.test(name) && address !== text ? undefined : address;
  };
  const clean: Clean = (value, name) => {
    if (typeof value === 'string') return cleanText(value, name);
    if (typeof value !== 'object' || value === null) return value;
    if (!Array.isArray(value)) return cleanObject(value, name, clean);
    const all = value.map((one) => clean(one, name)).filter((one) => one !== undefined);
    return all.length > 0 || value.length === 0 ? all : undefined;
  };
  return clean;
}

/** Fields that describe a file and are dropped with its address. */
const fieldsAboutFile: Record<string, RegExp> = {
  audioUrl: /^audio(Type|Bytes)$/,
  videoUrl: /^video(Type|Bytes|Width|Height)$/,
};

/** Returns the values of an item without personal keys and the names of the fields that had one. */
export function removeKeys<V extends object>(values: V, known: PrivateKeys): { values: V; fields: string[] } {
  const { canonicalUrl } = values as { canonicalUrl?: string };
  const page = canonicalUrl && publicAddress(canonicalUrl, known.keys);
  const clean = createCleaner(known, page);
  const entries = Object.entries(values).map(([name, value]) => ({ name, value, cleaned: clean(value, name) }));
  const changedEntries = entries.filter(({ value, cleaned }) => JSON.stringify(value) !== JSON.stringify(cleaned));
  const lostEntries = changedEntries
    .filter(({ cleaned }) => cleaned === undefined)
    .flatMap(({ name }) => fieldsAboutFile[name] ?? []);
  const rest = entries.filter(
    ({ name, cleaned }) => cleaned !== undefined && !lostEntries.some((facts) => facts.test(name)),
  );
  return {
    values: Object.fromEntries(rest.map(({ name, cleaned }) => [name, cleaned])) as V,
    fields: changedEntries.map(({ name }) => name),
  };
}

const hintsOfKeys =
  /(auth|token|key|secret|signature|password|passwd|jwt|credential|uid|sig)=|\/(private|restricted|personal|pf)\b|supercast|supportingcast|transistor|acast|\.pod\.co|podcast\/auth|slate\.com|atp\.fm/i;

/** Returns true if a stored text may contain a key. A fast test before the exact one. */
export const mayHaveKeys = (text: string, { keys, feeds }: PrivateKeys): boolean =>
  hintsOfKeys.test(text) || keys.some((key) => text.includes(key)) || feeds.some((feed) => text.includes(`${feed}#`));
