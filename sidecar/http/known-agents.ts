// Verifies signatures of agents with the keys that an agent publishes at its own host (Web Bot Auth: RFC 9421,
// draft-meunier-web-bot-auth-architecture).
import type { IncomingMessage, IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import { jwkToKeyID, verify } from 'web-bot-auth';
import { helpers, verifierFromJWK } from 'web-bot-auth/crypto';
import type { GetJson } from '../outgoing/get-json.ts';
import type { FindAgent } from './client.ts';
import { networkOf } from './network.ts';
import { isAllowedHost } from '../outgoing/address-rule.ts';

interface SignatureClaim {
  /** Host of the directory without its port: whoever controls a host controls its ports. */
  name: string;
  /** Address of the keys. */
  directory: string;
  /** The header as it was signed. */
  signatureAgent: string;
}

const directoryPath = '/.well-known/http-message-signatures-directory';
const longestHeader = 2000;

/** Matches one signature with its label and covered components. */
const inputForm = /^([a-z*][\w.*-]*)=\(([^()]*)\);/;

/** Matches `"https://agent.example"`, or a member of a dictionary: `sig1="https://agent.example"`. */
const agentForm = /^(?:([a-z*][\w.*-]*)=)?("[^"\\]*")$/;

function parseOrigin(address: string, allowedHosts: string[]): URL | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && isAllowedHost(url, allowedHosts));
  return isAllowed && !url.username && !url.password ? url : undefined;
}

const covers = (components: string, name: string): boolean =>
  components.split(' ').some((one) => one.startsWith(`"${name}"`));

/**
 * Reads the signature; undefined unless it covers the agent and the host: any other could be replayed by somebody else.
 */
function readSignature(headers: IncomingHttpHeaders, allowedHosts: string[]): SignatureClaim | undefined {
  const values = [headers.signature, headers['signature-input'], headers['signature-agent']];
  if (!values.every((value) => typeof value === 'string' && value.length <= longestHeader)) return undefined;
  const [, input, agent] = values as [string, string, string];
  const [, label, components = ''] = inputForm.exec(input) ?? [];
  const [, member = label, value = ''] = agentForm.exec(agent.trim()) ?? [];
  // Without a readable input, nothing is covered.
  if (member !== label || !['@authority', 'signature-agent'].every((name) => covers(components, name)))
    return undefined;
  const url = parseOrigin(value.slice(1, -1), allowedHosts);
  return url && { name: url.hostname, directory: url.origin + directoryPath, signatureAgent: value };
}

export interface KnownAgentDeps {
  /** Address of the room; a signature is valid for one host. */
  baseUrl: () => string;
  get: GetJson;
  allowedHosts: string[];
}

/** Size limit of a directory; enough for many keys. */
export const directoryBytes = 64 * 1024;
const maxKeys = 50;
const maxHosts = 500;
const cacheMs = 600_000;
/** Time after which a host without keys is looked up again. */
const emptyCacheMs = 120_000;
/** Number of directories that are read concurrently, since strangers choose their addresses. */
const concurrentReads = 4;
/** Number of directories that one network may cause to be read in a minute. */
export const readsPerMinute = 5;
const countedNetworks = 10_000;
const longestLifeMs = 24 * 3_600_000;

type Keys = Map<string, JsonWebKey>;

async function parseKeys(json: unknown): Promise<Keys> {
  const { keys } = (json ?? {}) as { keys?: unknown };
  const result: Keys = new Map();
  for (const key of Array.isArray(keys) ? keys.slice(0, maxKeys) : []) {
    try {
      result.set(await jwkToKeyID(key, helpers.WEBCRYPTO_SHA256, helpers.BASE64URL_DECODE), key as JsonWebKey);
    } catch {
      // Keys of other types have no thumbprint here.
    }
  }
  return result;
}

/** Returns a function that counts a read of a directory for a network, and returns false if the limit is exceeded. */
function createReadLimiter(): (network: string) => boolean {
  const reads = new LRUCache<string, number>({ max: countedNetworks, ttl: 60_000, noUpdateTTL: true });
  return (network) => {
    const count = (reads.get(network) ?? 0) + 1;
    reads.set(network, count);
    return count <= readsPerMinute;
  };
}

/**
 * Returns a function that finds keys. Directories are cached, and unreadable ones count as empty. It returns undefined
 * if a directory is not cached and must not be read now.
 */
function keyFinder(get: GetJson): (directory: string, address: string | undefined) => Promise<Keys> | undefined {
  const cachedKeys = new LRUCache<string, Promise<Keys>>({ max: maxHosts, ttl: cacheMs });
  const mayRead = createReadLimiter();
  let reading = 0;
  const read = async (directory: string): Promise<Keys> => {
    reading++;
    try {
      return await parseKeys((await get(directory)).json);
    } catch {
      return new Map();
    } finally {
      reading--;
    }
  };
  return (directory, address) => {
    const cached = cachedKeys.get(directory);
    if (cached) return cached;
    if (address === undefined || reading >= concurrentReads || !mayRead(networkOf(address))) return undefined;
    const keys = read(directory);
    cachedKeys.set(directory, keys);
    void keys.then((found) => found.size === 0 && cachedKeys.set(directory, keys, { ttl: emptyCacheMs }));
    return keys;
  };
}

/** Verifies a signature and returns the agent's name. Rejects if it is not valid. */
async function verifySignature(
  request: IncomingMessage,
  claim: SignatureClaim,
  baseUrl: string,
  keys: Keys,
): Promise<string> {
  const { signature, 'signature-input': input } = request.headers as Record<string, string>;
  const headers = { signature: signature!, 'signature-input': input!, 'signature-agent': claim.signatureAgent };
  const message = { method: request.method!, url: baseUrl + request.url!, headers };
  return verify(message, async (data, bytes, params) => {
    const { keyid, created, expires } = params;
    const key = keys.get(keyid);
    if (!key || !(expires.getTime() - created.getTime() <= longestLifeMs)) throw new Error('unknown key or no end');
    await (
      await verifierFromJWK(key)
    )(data, bytes, params);
    return claim.name;
  });
}

/**
 * Returns a function that finds the agent of a request. An invalid signature is ignored. Each signature is verified
 * once.
 */
export function createAgentFinder({ baseUrl, get, allowedHosts }: KnownAgentDeps): FindAgent {
  const keysAt = keyFinder(get);
  const verified = new WeakMap<IncomingMessage, Promise<string | undefined>>();
  return async (request, address) => {
    const claim = verified.has(request) ? undefined : readSignature(request.headers, allowedHosts);
    const keys = claim && keysAt(claim.directory, address);
    if (keys) {
      const name = keys.then((found) => verifySignature(request, claim, baseUrl(), found)).catch(() => undefined);
      verified.set(request, name);
    }
    return verified.get(request);
  };
}
