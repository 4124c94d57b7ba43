// Known agents: whose signature a request carries, verified with the keys that the agent publishes at its own host.
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { jwkToKeyID, verify } from 'web-bot-auth';
import { helpers, verifierFromJWK } from 'web-bot-auth/crypto';
import type { Get } from '../outgoing/get-json.ts';
import type { AgentOf } from '../server/client.ts';
import { signedBy, type Signed } from './signature.ts';

export interface KnownAgentParts {
  /** The address of the room: a signature holds for one host. */
  baseUrl: () => string;
  get: Get;
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

/** Reads each directory once in a while; what cannot be read has no keys. */
function keyFinder(get: Get): (directory: string) => Promise<Keys> {
  const known = new LRUCache<string, Promise<Keys>>({ max: keptHosts, ttl: keptMs });
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
  return (directory) => {
    const kept = known.get(directory);
    if (kept) return kept;
    if (reading >= readsAtOnce) return Promise.resolve(new Map());
    const keys = read(directory);
    known.set(directory, keys);
    void keys.then((found) => found.size === 0 && known.set(directory, keys, { ttl: emptyKeptMs }));
    return keys;
  };
}

/** Rejects where the signature does not hold. */
async function check(request: IncomingMessage, signed: Signed, baseUrl: string, keys: Keys): Promise<string> {
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

/** Whoever signs wrongly is a client like any other. Each request is looked at once. */
export function knownAgents({ baseUrl, get, allowedHosts }: KnownAgentParts): AgentOf {
  const keysAt = keyFinder(get);
  const found = new WeakMap<IncomingMessage, Promise<string | undefined>>();
  const find = async (request: IncomingMessage): Promise<string | undefined> => {
    const signed = signedBy(request.headers, allowedHosts);
    if (!signed) return undefined;
    const keys = await keysAt(signed.directory);
    return keys.size === 0 ? undefined : check(request, signed, baseUrl(), keys).catch(() => undefined);
  };
  return async (request) => {
    if (request.headers['signature-agent'] === undefined) return undefined;
    const known = found.get(request) ?? find(request);
    found.set(request, known);
    return known;
  };
}
