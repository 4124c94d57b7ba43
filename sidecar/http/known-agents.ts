// Known agents: whose signature a request carries, verified with the keys that the agent publishes at its own host.
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { jwkToKeyID, verify } from 'web-bot-auth';
import { helpers, verifierFromJWK } from 'web-bot-auth/crypto';
import type { GetJson } from '../outgoing/get-json.ts';
import type { AgentOf } from './client.ts';
import { networkOf } from './network.ts';
import { readSignature, type SignatureClaim } from './signature.ts';

export interface KnownAgentDeps {
  /** The address of the room: a signature holds for one host. */
  baseUrl: () => string;
  get: GetJson;
  allowedHosts: string[];
}

/** Enough to read a directory that holds many keys. */
export const directoryBytes = 64 * 1024;
const mostKeys = 50;
const keptHosts = 500;
const keptMs = 600_000;
/** A host without keys is asked again sooner, but not for every request. */
const emptyKeptMs = 120_000;
/** Directories read at once: addresses are a stranger's choice. */
const readsAtOnce = 4;
/** Directories that the clients of one network may have read in a minute. */
export const readsPerMinute = 5;
const countedNetworks = 10_000;
const longestLifeMs = 24 * 3_600_000;

type Keys = Map<string, JsonWebKey>;

async function keysIn(json: unknown): Promise<Keys> {
  const { keys } = (json ?? {}) as { keys?: unknown };
  const found: Keys = new Map();
  for (const key of Array.isArray(keys) ? keys.slice(0, mostKeys) : []) {
    try {
      found.set(await jwkToKeyID(key, helpers.WEBCRYPTO_SHA256, helpers.BASE64URL_DECODE), key as JsonWebKey);
    } catch {
      // A key of another kind has no thumbprint here.
    }
  }
  return found;
}

/** Counts the directories that are read for each network. */
function readCounter(): (network: string) => boolean {
  const reads = new LRUCache<string, number>({ max: countedNetworks, ttl: 60_000, noUpdateTTL: true });
  return (network) => {
    const count = (reads.get(network) ?? 0) + 1;
    reads.set(network, count);
    return count <= readsPerMinute;
  };
}

/**
 * Reads each directory once in a while; what cannot be read has no keys. Returns undefined for one that is not in memory and
 * may not be read now.
 */
function keyFinder(get: GetJson): (directory: string, address: string | undefined) => Promise<Keys> | undefined {
  const known = new LRUCache<string, Promise<Keys>>({ max: keptHosts, ttl: keptMs });
  const mayRead = readCounter();
  let reading = 0;
  const read = async (directory: string): Promise<Keys> => {
    reading++;
    try {
      return await keysIn((await get(directory)).json);
    } catch {
      return new Map();
    } finally {
      reading--;
    }
  };
  return (directory, address) => {
    const kept = known.get(directory);
    if (kept) return kept;
    if (address === undefined || reading >= readsAtOnce || !mayRead(networkOf(address))) return undefined;
    const keys = read(directory);
    known.set(directory, keys);
    void keys.then((found) => found.size === 0 && known.set(directory, keys, { ttl: emptyKeptMs }));
    return keys;
  };
}

/** Rejects where the signature does not hold. */
async function check(request: IncomingMessage, signed: SignatureClaim, baseUrl: string, keys: Keys): Promise<string> {
  const { signature, 'signature-input': input } = request.headers as Record<string, string>;
  const headers = { signature: signature!, 'signature-input': input!, 'signature-agent': signed.signatureAgent };
  const message = { method: request.method!, url: baseUrl + request.url!, headers };
  return verify(message, async (data, bytes, params) => {
    const { keyid, created, expires } = params;
    const key = keys.get(keyid);
    if (!key || !(expires.getTime() - created.getTime() <= longestLifeMs)) throw new Error('unknown key or no end');
    await (
      await verifierFromJWK(key)
    )(data, bytes, params);
    return signed.name;
  });
}

/** Whoever signs wrongly is a client like any other. Each signature is verified once. */
export function createAgentFinder({ baseUrl, get, allowedHosts }: KnownAgentDeps): AgentOf {
  const keysAt = keyFinder(get);
  const verified = new WeakMap<IncomingMessage, Promise<string | undefined>>();
  return async (request, address) => {
    const signed = verified.has(request) ? undefined : readSignature(request.headers, allowedHosts);
    const keys = signed && keysAt(signed.directory, address);
    if (keys) {
      const name = keys.then((found) => check(request, signed, baseUrl(), found)).catch(() => undefined);
      verified.set(request, name);
    }
    return verified.get(request);
  };
}
