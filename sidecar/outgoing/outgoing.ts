// The one way out: every request that this program makes to another host goes through here.
import { lookup as dnsLookup } from 'node:dns';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { isAllowedHost, findReadAddressProblem } from './address-rule.ts';
import { exchange, type ResponseHead } from './exchange.ts';
import { createGuardedLookup, type Resolve } from './guarded-lookup.ts';
import type { RequestLimits } from './limits.ts';
import { OutgoingError, privateAddressError, tooLargeError } from './outgoing-error.ts';
import program from '../../package.json' with { type: 'json' };

const unpackers = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: promisify(inflate),
};

/** Leaves a body in an encoding that was not requested as it is. */
async function unpack(body: Buffer, { headers }: ResponseHead, bytes: number): Promise<Buffer> {
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  if (body.length === 0 || !Object.hasOwn(unpackers, encoding)) return body;
  try {
    return await unpackers[encoding as keyof typeof unpackers](body, { maxOutputLength: bytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLargeError(bytes);
    throw new OutgoingError('encoding', 'The answer is packed, and cannot be unpacked.');
  }
}

const userAgent = (baseUrl: string): string => `Greenroom/${program.version} (+${baseUrl})`;

export interface OutgoingOptions {
  /** Of this room: hosts see in their logs who asks. */
  baseUrl: string;
  /** Hosts that may be in the own network. */
  allowedHosts: string[];
  resolve?: Resolve | undefined;
  /** Runs what asks one host; the place for politeness. */
  atHost?: <T>(host: string, task: () => Promise<T>) => Promise<T>;
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array | undefined;
  limits: RequestLimits;
  stop?: AbortSignal | undefined;
  /** What is wrong with an address, which is asked before each hop. By default it may be any that is public or allowed. */
  rule?: (address: string, allowedHosts: string[]) => string | undefined;
  /** The owner's own setting names the host: it may be anywhere, on any port. */
  isOwners?: boolean;
  ca?: string | undefined;
  /** The answer may be packed (RFC 9110 §8.4); its limit holds for what comes out, too. */
  mayBePacked?: boolean;
  /** Hears the head of the answer, and may throw. */
  onHead?: (head: ResponseHead) => void;
  /** Takes the body in the place of `Answer.body`, each piece at once. */
  take?: (piece: Buffer) => void;
}

export interface OutgoingResponse extends ResponseHead {
  body: Buffer;
  /** After redirects. */
  address: string;
  /** Where the address has moved for good (RFC 9110 §15.4.2, §15.4.9): up to the first redirect that is not. */
  movedTo?: string;
}

/** Rejects with an OutgoingProblem, with what `onHead` or `take` threw, or with the reason of `stop`. */
export type Send = (address: string, call: RequestOptions) => Promise<OutgoingResponse>;

export interface Outgoing {
  send: Send;
  options: OutgoingOptions;
}

/** Connections that nobody uses are closed before most hosts close them. */
const idleMs = 4000;
/** Of a host with several addresses, the next is tried then. */
const attemptMs = 2000;
const redirections = [301, 302, 303, 307, 308];

interface Agents {
  'http:': HttpAgent;
  'https:': HttpsAgent;
}

interface Way {
  options: OutgoingOptions;
  /** A kept connection is not looked up again, so a call that must stay public never takes one of those that need not. */
  agents: { mayBePrivate: Agents; isPublic: Agents };
}

function openAgents(): Agents {
  const kept = { keepAlive: true, timeout: idleMs, autoSelectFamilyAttemptTimeout: attemptMs };
  return { 'http:': new HttpAgent(kept), 'https:': new HttpsAgent(kept) };
}

function checked(
  address: string,
  { rule = findReadAddressProblem, isOwners }: RequestOptions,
  { options }: Way,
  hops: number,
): URL {
  const problem = isOwners ? undefined : rule(address, options.allowedHosts);
  if (!problem) return new URL(address);
  throw new OutgoingError('address', `${hops === 0 ? 'The address' : 'It redirects to an address that'} ${problem}.`);
}

/** Where the answer leads on to; undefined where it does not, or is not followed. */
function redirectOf(
  { status, headers: { location } }: ResponseHead,
  { limits }: RequestOptions,
  from: URL,
): string | undefined {
  if (limits.redirects === 0 || !redirections.includes(status) || !location) return undefined;
  if (!URL.canParse(location, from)) throw new OutgoingError('redirects', 'It redirects to a broken address.');
  return new URL(location, from).href;
}

/** One hop. */
async function ask(
  url: URL,
  call: RequestOptions,
  { options, agents }: Way,
  leftMs: number,
): Promise<OutgoingResponse> {
  const { limits, method = 'GET', isOwners, mayBePacked, onHead } = call;
  const pieces: Buffer[] = [];
  let size = 0;
  const keep = call.take ?? ((piece: Buffer) => void pieces.push(piece));
  const mayBePrivate = isOwners || isAllowedHost(url, options.allowedHosts);
  const head = await exchange(url, {
    ...{ method, limits, leftMs, body: call.body, stop: call.stop, ca: call.ca },
    headers: {
      'user-agent': userAgent(options.baseUrl),
      accept: '*/*',
      ...call.headers,
      'accept-encoding': mayBePacked ? 'gzip, br, deflate' : 'identity',
    },
    agent: agents[mayBePrivate ? 'mayBePrivate' : 'isPublic'][url.protocol as 'http:'],
    lookup: createGuardedLookup(options.resolve ?? dnsLookup, () => mayBePrivate, privateAddressError),
    head: (found) => {
      if (redirectOf(found, call, url)) return false;
      onHead?.(found);
      // An answer of 304 tells the length of what it does not send.
      if (found.status !== 304 && Number(found.headers['content-length']) > limits.bytes)
        throw tooLargeError(limits.bytes);
      return true;
    },
    take: (piece) => {
      size += piece.length;
      if (size > limits.bytes) throw tooLargeError(limits.bytes);
      keep(piece);
    },
  });
  const body = Buffer.concat(pieces);
  const isPacked = mayBePacked && !redirectOf(head, call, url);
  return { ...head, body: isPacked ? await unpack(body, head, limits.bytes) : body, address: url.href };
}

export function openOutgoing(options: OutgoingOptions): Outgoing {
  const way: Way = { options, agents: { mayBePrivate: openAgents(), isPublic: openAgents() } };
  const { atHost = (_, task) => task() } = options;
  const send: Send = async (address, call) => {
    let leftMs = call.limits.wholeMs;
    let next = address;
    let movedTo: string | undefined;
    let isForGood = true;
    for (let hops = 0; hops <= call.limits.redirects; hops += 1) {
      const url = checked(next, call, way, hops);
      const answer = await atHost(url.host, async () => {
        const since = performance.now();
        const found = await ask(url, call, way, leftMs);
        leftMs = Math.max(0, leftMs - (performance.now() - since));
        return found;
      });
      const further = redirectOf(answer, call, url);
      if (!further) return { ...answer, ...(movedTo !== undefined && { movedTo }) };
      isForGood &&= [301, 308].includes(answer.status);
      if (isForGood) movedTo = further;
      next = further;
    }
    throw new OutgoingError('redirects', `It redirects more than ${call.limits.redirects} times.`);
  };
  return { send, options };
}
