// Recognises addresses with a personal key, which give access to the private feed of a member.
//
// Sources: the list of private feeds of Podcast Index (Podcastindex-org/private-feed-blocklist); Ghost's links for
// members; signed addresses of Amazon S3 and CloudFront, Google Cloud Storage and Azure. @spec-gap private-feeds

/** Hosts and paths of services that put the key into the path. */
const privatePaths: readonly RegExp[] = [
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

/** Parameters that always contain a key. */
const keyNames =
  /(^|[_-])(auth|secret|password|passwd|jwt|signature|credential)$|token$|(api|feed|rss|private|member|subscriber|access|user|secret)[_-]?key$/i;

/** Further parameters that contain a key in the address of a feed. */
const feedKeyNames = /^(key|k|uuid|uid|hash|code|pass|pw|pwd|sig|member|subscriber)$/i;

/** Parameters that contain a key at certain services or next to certain other parameters. */
const conditionalKeys: readonly { name: RegExp; isKey: (host: string, has: (name: string) => boolean) => boolean }[] = [
  // Ghost
  { name: /^(uuid|key)$/i, isKey: (_, has) => has('uuid') && has('key') },
  // NPR
  { name: /^uid$/i, isKey: (host) => host === 'feeds.npr.org' },
  // Azure
  { name: /^sig$/i, isKey: (_, has) => has('se') && has('sv') },
];

/** Services whose `token` belongs to a file and is public. */
const publicTokens = /^firebasestorage\.googleapis\.com$/;

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns true for a value that is neither a slug of words nor a short number. */
const isUnusual = (value: string): boolean =>
  value.length >= 6 && !/^([A-Z]?[a-z]{1,15}|\d{1,8})([-_.]([a-z]{1,15}|\d{1,8}))*$/.test(value);

const isRandom = (value: string): boolean =>
  uuid.test(value) ||
  /^(?=.*\d)(?=.*[a-z])[\da-z]{16,}$/i.test(value) ||
  /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w-]{20,}$/.test(value);

const maxEncodings = 3;

/** Decodes percent encoding, including the repeated encoding of an address within an address. */
function decodeRepeatedly(text: string, times = maxEncodings): string {
  const once = text.replace(/(?:%[\da-f]{2})+/gi, (codes) => {
    try {
      return decodeURIComponent(codes);
    } catch {
      return codes;
    }
  });
  return once === text || times === 1 ? once : decodeRepeatedly(once, times - 1);
}

/** Returns the segments of a path without file extensions. */
const pathSegments = ({ pathname }: URL): string[] =>
  decodeRepeatedly(pathname)
    .split('/')
    .filter(Boolean)
    .map((segment) => segment.replace(/\.\w{1,5}$/, ''));

function segmentsAfter(marker: RegExp, url: URL): string[] {
  const segments = pathSegments(url);
  const at = segments.findIndex((segment) => marker.test(segment));
  return at < 0 ? [] : segments.slice(at + 1);
}

/** Returns likely keys in a path: unusual segments after `private`, and random segments after `rss` or `feed`. */
function keySegments(url: URL): string[] {
  const personal = segmentsAfter(/^(private|restricted|personal)([-_](feeds?|rss))?$/i, url).filter(isUnusual);
  const long = pathSegments(url).includes('public')
    ? []
    : segmentsAfter(/^(rss|feeds?)$/i, url).filter((segment) => segment.length >= 20 && isRandom(segment));
  return [...personal, ...long];
}

/** Returns true if the path contains a personal key. */
export function hasKeyInPath(url: URL): boolean {
  const location = url.hostname + decodeRepeatedly(url.pathname);
  return (
    privatePaths.some((one) => one.test(location)) ||
    /\/private\/.+\.(rss|xml)$|\/(rss|feeds?)\/private\/./i.test(location) ||
    keySegments(url).length > 0
  );
}

function isKeyParameter(url: URL, name: string, value: string): boolean {
  const has = (other: string) => url.searchParams.has(other);
  if (conditionalKeys.some((one) => one.name.test(name) && one.isKey(url.hostname, has))) return true;
  if (/^uuid$/i.test(name)) return uuid.test(value);
  return keyNames.test(name) && isUnusual(value) && !publicTokens.test(url.hostname);
}

const isFeedKey = (name: string, value: string): boolean =>
  feedKeyNames.test(name) || keyNames.test(name) || (isRandom(value) && !/(id|list|channel)$/i.test(name));

/** Returns true if a key is no ordinary word, so that texts can be searched for it. */
export const isDistinctive = (value: string): boolean => value.length >= 8 && isUnusual(value);

/**
 * Returns the keys in the address of a feed, which must not be published. A key that is an ordinary word includes its
 * context.
 */
export function findAddressKeys(address: string): string[] {
  const url = URL.parse(address);
  if (!url) return [];
  const searchableKey = (value: string, inPlace: string) => (isDistinctive(value) ? value : inPlace);
  const username = decodeRepeatedly(url.username);
  const password = decodeRepeatedly(url.password);
  const userinfo = password
    ? [searchableKey(password, `:${password}@`)]
    : username
      ? [searchableKey(username, `//${username}@`)]
      : [];
  const query = [...url.searchParams].flatMap(([name, value]) =>
    value && isFeedKey(name, value) ? [searchableKey(value, `${name}=${value}`)] : [],
  );
  const hostAndPath = url.host + decodeRepeatedly(url.pathname);
  const segments = hasKeyInPath(url) ? [...keySegments(url), pathSegments(url).at(-1)!] : [];
  const distinctive = segments.filter(isDistinctive);
  const path = segments.length > 0 && distinctive.length === 0 ? [hostAndPath] : distinctive;
  return [...new Set([...userinfo, ...query, ...path])];
}

/** Returns true if a text contains one of the keys, in any percent encoding. */
const containsKey = (text: string, keys: readonly string[]): boolean => {
  const plain = decodeRepeatedly(text);
  return keys.some((key) => plain.includes(key));
};

/** Returns true if a part of an address is another address that contains a key. */
function hasPrivateAddress(text: string, keys: readonly string[]): boolean {
  const inner = /(?:https?:\/\/?|www\.)\S+/i.exec(decodeRepeatedly(text))?.[0].replace(/^(https?:\/)(?!\/)/i, '$1/');
  return inner !== undefined && publicAddress(inner, keys) !== inner;
}

/**
 * Removes personal keys from an address. Returns undefined if the address is useless without them. `keys` are further
 * keys, as found by findAddressKeys.
 */
export function publicAddress(address: string, keys: readonly string[] = []): string | undefined {
  const url = URL.parse(withScheme(address));
  if (!url) return isPublicText(address, keys) ? address : undefined;
  const { start, query, hash } = splitAddress(address);
  const bare = start.replace(/^([a-z][a-z\d+.-]*:)?\/\/[^/]*@/i, '$1//');
  if (hasKeyInPath(url) || containsKey(bare, keys) || hasPrivateAddress(url.pathname, keys)) return undefined;
  const parts = query.split(/&amp;|[&;]/);
  const publicParts = parts.filter((part) => isPublicParameter(url, part, keys));
  const publicHash = removePrivateHash(hash, keys);
  if (bare === start && publicParts.length === parts.length && publicHash === hash) return address;
  return bare + joinQuery(publicParts) + publicHash;
}

function splitAddress(address: string): { start: string; query: string; hash: string } {
  const [, start = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address)!;
  return { start, query, hash };
}

const withScheme = (address: string): string =>
  /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address.replace(/^\/\//, '')}`;

const joinQuery = (parts: string[]): string => (parts.some(Boolean) ? `?${parts.join('&')}` : '');

const removePrivateHash = (hash: string, keys: readonly string[]): string =>
  containsKey(hash, keys) || /[#&][\w-]*(token|auth)=[^&]{6}/i.test(hash) ? '' : hash;

/** Returns true if a text that is not an address contains no key, in any percent encoding. */
function isPublicText(text: string, keys: readonly string[]): boolean {
  const plain = decodeRepeatedly(text);
  return plain === text ? !containsKey(text, keys) : publicAddress(plain, keys) === plain;
}

/** Returns true if a `name=value` part of the query contains neither a key nor a private address. */
function isPublicParameter(url: URL, part: string, keys: readonly string[]): boolean {
  const [name = '', ...value] = part.split('=');
  const text = decodeRepeatedly(value.join('='));
  return (
    !isKeyParameter(url, decodeRepeatedly(name), text) && !containsKey(part, keys) && !hasPrivateAddress(text, keys)
  );
}
