// Every request that this program makes to another host is sent from here.
import { lookup as dnsLookup } from 'node:dns';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { type AddressRule, isAllowedHost, findReadAddressProblem } from './address-rule.ts';
import { exchange, type ResponseHead } from './exchange.ts';
import { createGuardedLookup, type Resolve } from './guarded-lookup.ts';
import type { RequestLimits } from './limits.ts';
import { OutgoingError, tooLargeError } from './outgoing-error.ts';
import program from '../../package.json' with { type: 'json' };

const decompressors = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: promisify(inflate),
};

/** Decompresses a body; one in an encoding that was not requested stays unchanged. */
async function decompress(body: Buffer, { headers }: ResponseHead, bytes: number): Promise<Buffer> {
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  if (body.length === 0 || !Object.hasOwn(decompressors, encoding)) return body;
  try {
    return await decompressors[encoding as keyof typeof decompressors](body, { maxOutputLength: bytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLargeError(bytes);
    throw new OutgoingError('compression_damaged');
  }
}

const userAgent = (baseUrl: string): string => `Greenroom/${program.version} (+${baseUrl})`;

export interface OutgoingOptions {
  /** Address of this room, which is sent in the User-Agent header. */
  baseUrl: string;
  /** Hosts that may be in the private network. */
  allowedHosts: string[];
  resolve?: Resolve | undefined;
  /** Runs a request to one host; used to limit requests per host. */
  atHost?: <T>(host: string, task: () => Promise<T>) => Promise<T>;
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array | undefined;
  limits: RequestLimits;
  stop?: AbortSignal | undefined;
  /** Checks an address before each hop. By default, any public or allowed address is accepted. */
  rule?: AddressRule;
  /** The owner's settings name the host: it may have any address and port. */
  isOwners?: boolean;
  ca?: string | undefined;
  /** The response may be compressed (RFC 9110 §8.4); its size limit also holds after decompression. */
  mayBePacked?: boolean;
  /** Called with the head of the response; may throw. */
  onHead?: (head: ResponseHead) => void;
  /** Called with each chunk of the body instead of filling `body`. */
  onChunk?: (chunk: Buffer) => void;
}

export interface OutgoingResponse extends ResponseHead {
  body: Buffer;
  /** Address after redirects. */
  address: string;
  /**
   * New address if the resource has moved permanently (RFC 9110 §15.4.2, §15.4.9): up to the first redirect that is not
   * permanent.
   */
  movedTo?: string;
}

/**
 * Sends a request. Rejects with an OutgoingError, with an error of `onHead` or `onChunk`, or with the reason of `stop`.
 */
export type Send = (address: string, call: RequestOptions) => Promise<OutgoingResponse>;

export interface Outgoing {
  send: Send;
  options: OutgoingOptions;
}

/** Idle connections are closed before most hosts close them. */
const idleMs = 4000;
/** Time after which the next address of a host is tried. */
const attemptMs = 2000;
/** Number of cookies that are sent to one host while it redirects. */
const maxCookies = 10;
const redirections = [301, 302, 303, 307, 308];

interface Agents {
  'http:': HttpAgent;
  'https:': HttpsAgent;
}

interface Connections {
  options: OutgoingOptions;
  /**
   * Connections by the addresses that they may lead to. A reused connection is not looked up again, so that a request
   * that must stay public never uses one that need not.
   */
  agents: { mayBePrivate: Agents; isPublic: Agents };
}

function openAgents(): Agents {
  const options = { keepAlive: true, timeout: idleMs, autoSelectFamilyAttemptTimeout: attemptMs };
  return { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) };
}

function checkAddress(
  address: string,
  { rule = findReadAddressProblem, isOwners }: RequestOptions,
  { options }: Connections,
  hops: number,
): URL {
  const problem = isOwners ? undefined : rule(address, options.allowedHosts);
  if (!problem) return new URL(address);
  if (hops === 0) throw new OutgoingError(problem.code, problem.details);
  throw new OutgoingError(problem.code === 'address_private' ? 'redirect_private' : 'redirect_refused');
}

/** Returns the address of a redirect; undefined if there is none or redirects are not followed. */
function findRedirect(
  { status, headers: { location } }: ResponseHead,
  { limits }: RequestOptions,
  from: URL,
): string | undefined {
  if (limits.redirects === 0 || !redirections.includes(status) || !location) return undefined;
  if (!URL.canParse(location, from)) throw new OutgoingError('redirect_invalid');
  return new URL(location, from).href;
}

/** Sends one hop of a request. */
async function sendHop(
  url: URL,
  call: RequestOptions,
  { options, agents }: Connections,
  leftMs: number,
): Promise<OutgoingResponse> {
  const { limits, method = 'GET', isOwners, mayBePacked, onHead } = call;
  const chunks: Buffer[] = [];
  let size = 0;
  const store = call.onChunk ?? ((chunk: Buffer) => void chunks.push(chunk));
  const mayBePrivate = isOwners || isAllowedHost(url, options.allowedHosts);
  const head = await exchange(url, {
    method,
    limits,
    leftMs,
    body: call.body,
    stop: call.stop,
    ca: call.ca,
    headers: {
      'user-agent': userAgent(options.baseUrl),
      accept: '*/*',
      ...call.headers,
      'accept-encoding': mayBePacked ? 'gzip, br, deflate' : 'identity',
    },
    agent: agents[mayBePrivate ? 'mayBePrivate' : 'isPublic'][url.protocol as 'http:'],
    lookup: createGuardedLookup(options.resolve ?? dnsLookup, () => mayBePrivate),
    onHead: (responseHead) => {
      if (findRedirect(responseHead, call, url)) return false;
      onHead?.(responseHead);
      // A 304 states the length of a body that is not sent.
      if (responseHead.status !== 304 && Number(responseHead.headers['content-length']) > limits.bytes)
        throw tooLargeError(limits.bytes);
      return true;
    },
    onChunk: (chunk) => {
      size += chunk.length;
      if (size > limits.bytes) throw tooLargeError(limits.bytes);
      store(chunk);
    },
  });
  const body = Buffer.concat(chunks);
  const isPacked = mayBePacked && !findRedirect(head, call, url);
  return { ...head, body: isPacked ? await decompress(body, head, limits.bytes) : body, address: url.href };
}

export function openOutgoing(options: OutgoingOptions): Outgoing {
  const connections: Connections = { options, agents: { mayBePrivate: openAgents(), isPublic: openAgents() } };
  const { atHost = (_, task) => task() } = options;
  const send: Send = async (address, call) => {
    let leftMs = call.limits.totalMs;
    let next = address;
    let movedTo: string | undefined;
    let isForGood = true;
    // Some hosts set a cookie and redirect to the same address until it is sent.
    const cookies = new Map<string, string[]>();
    for (let hops = 0; hops <= call.limits.redirects; hops += 1) {
      const url = checkAddress(next, call, connections, hops);
      const answer = await atHost(url.host, async () => {
        const since = performance.now();
        const cookie = cookies.get(url.origin)?.join('; ');
        const headers = { ...call.headers, ...(cookie && { cookie }) };
        const response = await sendHop(url, { ...call, headers }, connections, leftMs);
        leftMs = Math.max(0, leftMs - (performance.now() - since));
        return response;
      });
      const redirect = findRedirect(answer, call, url);
      if (!redirect) return { ...answer, ...(movedTo !== undefined && { movedTo }) };
      cookies.set(url.origin, [...(cookies.get(url.origin) ?? []), ...(answer.cookies ?? [])].slice(-maxCookies));
      isForGood &&= [301, 308].includes(answer.status);
      if (isForGood) movedTo = redirect;
      next = redirect;
    }
    throw new OutgoingError('too_many_redirects', { count: call.limits.redirects });
  };
  return { send, options };
}
