// Caches complete answers to reads that depend only on the release and the address, and sends them without the
// framework.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { dayMs } from '#domain/instants.ts';
import type { Release } from '../release/release.ts';
import { idHeader, chooseRequestId, withId, withIdPlaceholder } from './request-id.ts';
import { copyBytes } from './compress.ts';
import type { RequestWatch } from './request-watch.ts';

export interface AnswerCache {
  /** Sends a cached answer to the same request; returns false if there is none. */
  send: (req: IncomingMessage, res: ServerResponse) => boolean;
  /** Marks an answer as the same for everybody who sends the request, as long as this release is live. */
  sameForAll: (req: IncomingMessage, release: Release) => void;
  /** Caches answers as they are sent; to be added after hooks that change them. */
  addTo: (app: FastifyInstance) => void;
}

/** The headers of a request that select an answer at an address. */
const readSelection = ({
  accept,
  'accept-encoding': coding,
  'if-none-match': held,
  'if-modified-since': since,
}: IncomingHttpHeaders) => ({ accept, coding, held, since });

interface CachedAnswer {
  selection: ReturnType<typeof readSelection>;
  status: number;
  headers: string[];
  body: Buffer | undefined;
  route: string | undefined;
}

const maxCacheBytes = 4 * 1024 * 1024;
/** Number of answers at one address, for different headers. */
const maxAtAddress = 8;
/** Estimated size of the headers and the entry. */
const entryBytes = 1500;
/** Name of the id header as the framework writes it. */
const idName = idHeader.toLowerCase();
/** Headers of answers for one client. */
const own = /^(set-cookie|retry-after|(x-)?ratelimit.*)$/;

/** Returns true if the request identifies its client or is unusual. */
const isSpecial = ({ method, headers }: IncomingMessage): boolean =>
  method !== 'GET' ||
  headers.authorization !== undefined ||
  headers['x-service-sandbox'] !== undefined ||
  headers.prefer !== undefined ||
  headers['content-length'] !== undefined ||
  headers['transfer-encoding'] !== undefined;

/** Finds an answer by comparing headers individually, which is faster than building a key for each request. */
function selected(answers: CachedAnswer[], headers: IncomingHttpHeaders): CachedAnswer | undefined {
  const { accept, coding, held, since } = readSelection(headers);
  return answers.find(
    ({ selection: its }) => its.accept === accept && its.coding === coding && its.held === held && its.since === since,
  );
}

/** Returns the answer to cache; undefined for an error, a stream, or an answer for one client. */
function createCachedAnswer(
  { raw, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): CachedAnswer | undefined {
  const { statusCode: status } = reply;
  const body = Buffer.isBuffer(payload) ? payload : undefined;
  if (status !== 304 && (status !== 200 || !body)) return undefined;
  const headers = Object.entries(reply.getHeaders()).filter(([name]) => name !== idName);
  if (headers.some(([name]) => own.test(name))) return undefined;
  const flat = headers.flatMap(([name, value]) => [name, String(value)]);
  if (body && !reply.hasHeader('content-length')) flat.push('content-length', String(body.length));
  return {
    selection: readSelection(raw.headers),
    status,
    headers: withIdPlaceholder(flat, idName),
    body: body && copyBytes(body),
    route: routeOptions.url,
  };
}

const measureAnswer = ({ selection, body }: CachedAnswer): number =>
  entryBytes + Object.values(selection).join('').length + (body?.length ?? 0);

/**
 * The answers at one address. They are valid for one release and one day, because some queries are about the last days.
 */
interface AnswersAtAddress {
  release: string;
  day: number;
  answers: CachedAnswer[];
}

function createAddressCache(live: () => Release, now: () => number, maxSize: number) {
  const cached = new LRUCache<string, AnswersAtAddress>({
    maxSize,
    sizeCalculation: ({ answers }, url) => answers.reduce((sum, one) => sum + measureAnswer(one), url.length),
  });
  const today = () => Math.floor(now() / dayMs);
  return {
    get: (url: string): CachedAnswer[] => {
      const entry = cached.get(url);
      return entry && entry.release === live().id && entry.day === today() ? entry.answers : [];
    },
    set: (url: string, answers: CachedAnswer[]) => cached.set(url, { release: live().id, day: today(), answers }),
  };
}

export function createAnswerCache(
  live: () => Release,
  now: () => number,
  watch: RequestWatch | undefined,
  maxBytes = maxCacheBytes,
): AnswerCache {
  const marked = new WeakMap<IncomingMessage, Release>();
  const cached = createAddressCache(live, now, maxBytes);
  function keep(request: FastifyRequest, reply: FastifyReply, payload: unknown): void {
    const { url, headers } = request.raw;
    if (isSpecial(request.raw) || marked.get(request.raw) !== live()) return;
    const answer = createCachedAnswer(request, reply, payload);
    if (!answer) return;
    const others = cached.get(url!).filter((other) => other !== selected([other], headers));
    cached.set(url!, [answer, ...others].slice(0, maxAtAddress));
  }
  return {
    send: (req, res) => {
      const answer = isSpecial(req) ? undefined : selected(cached.get(req.url!), req.headers);
      if (!answer) return false;
      watch?.live(req, answer.route);
      res.writeHead(answer.status, withId(answer.headers, chooseRequestId(req.headers[idName])));
      res.end(answer.body);
      return true;
    },
    sameForAll: (req, of) => void marked.set(req, of),
    addTo: (app) => {
      app.addHook('onSend', async (request, reply, payload) => {
        keep(request, reply, payload);
        return payload;
      });
    },
  };
}
