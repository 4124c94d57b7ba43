// Recognises addresses with a personal key: whoever has one can read or hear what a single member was given.
//
// Sources: the list of private feeds of Podcast Index (Podcastindex-org/private-feed-blocklist); Ghost's links for members;
// signed addresses of Amazon S3 and CloudFront, Google Cloud Storage and Azure. @spec-gap private-feeds

/** Services that put the key into the path: host and path. */
const privatePlaces: readonly RegExp[] = [
  /(^|\.)supercast\.(com|tech)\/feeds\/./,
  /(^|\.)supportingcast\.(fm|co|cc)\/content\/./,
  /^subscribers\.transistor\.fm\/./,
  /^private\.captivate\.fm\/./,
  /^access\.acast\.com\/[^/]+\/(?!default)./,
  /^feed\.pod\.co\/[\w-]{36}\/[\w-]{36}/,
  /^(feeds\.redcircle\.com|api\.podcache\.net\/shows)\/[^/]+\/pf\/./,
  /^anchor\.fm\/s\/[^/]+\/podcast\/(auth|private)/,
  /^my\.slate\.com\/subscriptions\/./,
  /(^|\.)atp\.fm\/rss\/./,
  /^calendar\.google\.com\/.*\/private-/,
];

/** Parameters that hold a key wherever they stand. */
const keyNames =
  /(^|[_-])(auth|secret|password|passwd|jwt|signature|credential)$|token$|(api|feed|rss|private|member|subscriber|access|user|secret)[_-]?key$/i;

/** Further names, which mean a key in the address of a feed. */
const feedKeyNames = /^(key|k|uuid|uid|hash|code|pass|pw|pwd|sig|member|subscriber)$/i;

/** Parameters that hold a key at certain services or next to certain others. */
const keysAmong: readonly { name: RegExp; isKey: (host: string, has: (name: string) => boolean) => boolean }[] = [
  // Ghost
  { name: /^(uuid|key)$/i, isKey: (_, has) => has('uuid') && has('key') },
  // NPR
  { name: /^uid$/i, isKey: (host) => host === 'feeds.npr.org' },
  // Azure
  { name: /^sig$/i, isKey: (_, has) => has('se') && has('sv') },
];

/** Services whose `token` belongs to a file and is the same for everybody. */
const publicTokens = /^firebasestorage\.googleapis\.com$/;

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Neither words, as in a slug, nor a short number. */
const isUnusual = (value: string): boolean =>
  value.length >= 6 && !/^([A-Z]?[a-z]{1,15}|\d{1,8})([-_.]([a-z]{1,15}|\d{1,8}))*$/.test(value);

const isRandom = (value: string): boolean =>
  uuid.test(value) ||
  /^(?=.*\d)(?=.*[a-z])[\da-z]{16,}$/i.test(value) ||
  /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w-]{20,}$/.test(value);

const mostEncodings = 3;

/** Decodes percent encoding, also where an address stands in another one. */
function decoded(text: string, times = mostEncodings): string {
  const once = text.replace(/(?:%[\da-f]{2})+/gi, (codes) => {
    try {
      return decodeURIComponent(codes);
    } catch {
      return codes;
    }
  });
  return once === text || times === 1 ? once : decoded(once, times - 1);
}

/** The segments of a path without extensions. */
const segmentsOf = ({ pathname }: URL): string[] =>
  decoded(pathname)
    .split('/')
    .filter(Boolean)
    .map((segment) => segment.replace(/\.\w{1,5}$/, ''));

function segmentsAfter(marker: RegExp, url: URL): string[] {
  const segments = segmentsOf(url);
  const at = segments.findIndex((segment) => marker.test(segment));
  return at < 0 ? [] : segments.slice(at + 1);
}

/** Keys in the path of any service: what follows `private`, and random segments behind `rss` or `feed`. */
function keySegments(url: URL): string[] {
  const personal = segmentsAfter(/^(private|restricted|personal)([-_](feeds?|rss))?$/i, url).filter(isUnusual);
  const long = segmentsOf(url).includes('public')
    ? []
    : segmentsAfter(/^(rss|feeds?)$/i, url).filter((segment) => segment.length >= 20 && isRandom(segment));
  return [...personal, ...long];
}

/** Returns whether a part of the path is a personal key. */
export function hasKeyInPath(url: URL): boolean {
  const place = url.hostname + decoded(url.pathname);
  return (
    privatePlaces.some((one) => one.test(place)) ||
    /\/private\/.+\.(rss|xml)$|\/(rss|feeds?)\/private\/./i.test(place) ||
    keySegments(url).length > 0
  );
}

function isKeyParameter(url: URL, name: string, value: string): boolean {
  const has = (other: string) => url.searchParams.has(other);
  if (keysAmong.some((one) => one.name.test(name) && one.isKey(url.hostname, has))) return true;
  if (/^uuid$/i.test(name)) return uuid.test(value);
  return keyNames.test(name) && isUnusual(value) && !publicTokens.test(url.hostname);
}

const isFeedKey = (name: string, value: string): boolean =>
  feedKeyNames.test(name) || keyNames.test(name) || (isRandom(value) && !/(id|list|channel)$/i.test(name));

/** Returns whether a text can be looked for by itself, as it is no ordinary word. */
export const isDistinctive = (value: string): boolean => value.length >= 8 && isUnusual(value);

/** The keys in the address of a feed: texts that must not be published. A key that is an ordinary word comes with its context. */
export function findAddressKeys(address: string): string[] {
  const url = URL.parse(address);
  if (!url) return [];
  const keyOf = (value: string, inPlace: string) => (isDistinctive(value) ? value : inPlace);
  const username = decoded(url.username);
  const password = decoded(url.password);
  const userinfo = password ? [keyOf(password, `:${password}@`)] : username ? [keyOf(username, `//${username}@`)] : [];
  const query = [...url.searchParams].flatMap(([name, value]) =>
    value && isFeedKey(name, value) ? [keyOf(value, `${name}=${value}`)] : [],
  );
  const place = url.host + decoded(url.pathname);
  const segments = hasKeyInPath(url) ? [...keySegments(url), segmentsOf(url).at(-1)!] : [];
  const telling = segments.filter(isDistinctive);
  const path = segments.length > 0 && telling.length === 0 ? [place] : telling;
  return [...new Set([...userinfo, ...query, ...path])];
}

/** Returns whether a text has one of the keys, in any percent encoding. */
const holds = (text: string, keys: readonly string[]): boolean => {
  const plain = decoded(text);
  return keys.some((key) => plain.includes(key));
};

/** Returns whether a part of an address is another address, with a key. */
function hasPrivateAddress(text: string, keys: readonly string[]): boolean {
  const inner = /(?:https?:\/\/?|www\.)\S+/i.exec(decoded(text))?.[0].replace(/^(https?:\/)(?!\/)/i, '$1/');
  return inner !== undefined && publicAddress(inner, keys) !== inner;
}

/**
 * The address without personal keys: as it is if it has none; undefined if it leads nowhere without them. `keys` are known
 * ones, in the form of keysIn.
 */
export function publicAddress(address: string, keys: readonly string[] = []): string | undefined {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address.replace(/^\/\//, '')}`);
  const [, start, query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address)!;
  if (!url) {
    const plain = decoded(address);
    const isPublic = plain === address ? !holds(address, keys) : publicAddress(plain, keys) === plain;
    return isPublic ? address : undefined;
  }
  const bare = start!.replace(/^([a-z][a-z\d+.-]*:)?\/\/[^/]*@/i, '$1//');
  if (hasKeyInPath(url) || holds(bare, keys) || hasPrivateAddress(url.pathname, keys)) return undefined;
  const parts = query.split(/&amp;|[&;]/);
  const publicParts = parts.filter((part) => {
    const [name = '', ...value] = part.split('=');
    const text = decoded(value.join('='));
    return !isKeyParameter(url, decoded(name), text) && !holds(part, keys) && !hasPrivateAddress(text, keys);
  });
  const isHashPrivate = holds(hash, keys) || /[#&][\w-]*(token|auth)=[^&]{6}/i.test(hash);
  if (bare === start && publicParts.length === parts.length && !isHashPrivate) return address;
  return bare + (publicParts.length > 0 && query ? `?${publicParts.join('&')}` : '') + (isHashPrivate ? '' : hash);
}
