// GET of an address that a stranger may have chosen: checked at every hop, connected to what was checked, bounded.
import { lookup as dnsLookup } from 'node:dns';
import { isIP } from 'node:net';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, buildConnector, request } from 'undici';
import { hostMayBePublic, isPublicAddress } from '#domain/addresses.ts';
import { guardedLookup, type Resolve } from '#domain/guarded-lookup.ts';
import { MAX_FEED_BYTES } from './decode.ts';
import { FeedProblem } from './feed-document.ts';

export interface FetchLimits {
  connectMs: number;
  firstByteMs: number;
  wholeMs: number;
  bytes: number;
  redirects: number;
}
export const fetchLimits: FetchLimits = {
  connectMs: 10_000,
  firstByteMs: 20_000,
  wholeMs: 60_000,
  bytes: MAX_FEED_BYTES,
  redirects: 5,
};

export interface SafeAnswer {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
  /** Where the answer came from, after redirects. */
  address: string;
}

export interface SafeAgent {
  dispatcher: Agent;
  limits: FetchLimits;
  /** Runs one request; the place for per-host politeness. */
  atHost: <T>(host: string, task: () => Promise<T>) => Promise<T>;
  mayBePrivate: (hostname: string) => boolean;
}

const privateAdvice = 'Feeds on the own network must be allowed: add the host to allowPrivateHosts in feeds.json.';

export interface DispatcherOptions extends Pick<SafeAgent, 'limits' | 'mayBePrivate'> {
  resolve?: Resolve | undefined;
}

/** Names are resolved once; the connection goes to an address of that answer, and every one of them must be public. */
export function createDispatcher({ limits, mayBePrivate, resolve = dnsLookup }: DispatcherOptions): Agent {
  const lookup = guardedLookup(resolve, mayBePrivate, privateAddress);
  const connect = buildConnector({ lookup, timeout: limits.connectMs });
  return new Agent({
    headersTimeout: limits.firstByteMs,
    bodyTimeout: limits.firstByteMs,
    maxResponseSize: limits.bytes,
    // A literal address is connected to without a lookup.
    connect: (options, callback) => {
      const host = options.hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) && !mayBePrivate(host) && !isPublicAddress(host)) return callback(privateAddress(host), null);
      connect(options, callback);
    },
  });
}

const privateAddress = (host: string): FeedProblem =>
  new FeedProblem(`${host} is no address of the public internet.`, privateAdvice);

/** Follows redirects itself, so that each target passes the same checks. */
export async function safeGet(agent: SafeAgent, address: string, headers: Record<string, string>): Promise<SafeAnswer> {
  const signal = AbortSignal.timeout(agent.limits.wholeMs);
  let url = new URL(address);
  for (let hops = 0; hops <= agent.limits.redirects; hops += 1) {
    checkUrl(url, agent);
    const answer = await agent.atHost(url.host, () => getOnce(agent, url, headers, signal));
    const location = answer.headers['location'];
    if (![301, 302, 303, 307, 308].includes(answer.status) || !location) return answer;
    if (!URL.canParse(location, url.href))
      throw new FeedProblem(`${url.host} redirects to a broken address.`, 'Tell the operator of the source.');
    url = new URL(location, url);
  }
  throw new FeedProblem(
    `More than ${agent.limits.redirects} redirects.`,
    'Put the final address of the feed into feeds.json.',
  );
}

function checkUrl(url: URL, { mayBePrivate }: SafeAgent): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FeedProblem(`${url.protocol} addresses are not fetched.`, 'Use the http or https address of the feed.');
  }
  if (mayBePrivate(url.hostname.replace(/^\[|\]$/g, ''))) return;
  if (!hostMayBePublic(url.hostname)) throw privateAddress(url.hostname);
  const port = Number(url.port || 443);
  if (port !== 80 && port !== 443 && port < 1024) {
    throw new FeedProblem(
      `Port ${port} belongs to another service.`,
      'Feeds are fetched from ports 80, 443 and from 1024 upwards.',
    );
  }
}

async function getOnce(
  agent: SafeAgent,
  url: URL,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<SafeAnswer> {
  const response = await request(url, {
    dispatcher: agent.dispatcher,
    signal,
    headers: { ...headers, 'accept-encoding': 'gzip, br, deflate' },
  });
  const flat = Object.entries(response.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]);
  const received = Object.fromEntries(flat) as Record<string, string>;
  const body = await readBody(response.body, received['content-encoding'] ?? '', agent.limits.bytes);
  return { status: response.statusCode, headers: received, body, address: url.href };
}

/** The limit holds for the bytes after unpacking too. */
async function readBody(stream: NodeJS.ReadableStream, encoding: string, limit: number): Promise<Uint8Array> {
  const unpacked = unpack(stream, encoding.trim().toLowerCase());
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of unpacked) {
    size += chunk.length;
    if (size > limit) {
      throw new FeedProblem(
        `The answer is larger than ${Math.round(limit / 1024 ** 2)} MiB.`,
        'Ask the source for a feed with fewer entries.',
      );
    }
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function unpack(stream: NodeJS.ReadableStream, encoding: string): NodeJS.ReadableStream {
  const make = { gzip: createGunzip, 'x-gzip': createGunzip, br: createBrotliDecompress, deflate: createInflate };
  if (!Object.hasOwn(make, encoding)) return stream;
  const unpacking = make[encoding as keyof typeof make]();
  stream.on('error', (error) => unpacking.destroy(error));
  return stream.pipe(unpacking);
}
