// Whole answers to reads that depend on the release and the address alone: sent again without the framework, as files are.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { dayMs } from '#domain/instants.ts';
import type { Release } from '../release/release.ts';
import { idHeader, chooseRequestId, withId, withIdPlaceholder } from './request-id.ts';
import { copyBytes } from './response-cache.ts';
import type { RequestWatch } from './request-watch.ts';

export interface AnswerCache {
  /** Sends what was answered to the same question before; false where nothing was. */
  send: (req: IncomingMessage, res: ServerResponse) => boolean;
  /** Says that the answer to this request is the same for everybody who sends it, as long as this release is live. */
  sameForAll: (req: IncomingMessage, release: Release) => void;
  /** Keeps answers as they are sent: to be added after whatever changes them. */
  addTo: (app: FastifyInstance) => void;
}

/** The headers of a request that select an answer at an address. */
const selectionOf = ({
  accept,
  'accept-encoding': coding,
  'if-none-match': held,
  'if-modified-since': since,
}: IncomingHttpHeaders) => ({ accept, coding, held, since });

interface Kept {
  selection: ReturnType<typeof selectionOf>;
  status: number;
  headers: string[];
  body: Buffer | undefined;
  route: string | undefined;
}

const keptBytes = 4 * 1024 * 1024;
/** With different headers. */
const mostAtAddress = 8;
/** Of the headers and the entry itself. */
const entryBytes = 1500;
/** As the framework writes it. */
const idName = idHeader.toLowerCase();
/** One client's own. */
const own = /^(set-cookie|retry-after|(x-)?ratelimit.*)$/;

/** Whether the request identifies its client, or is unusual. */
const isSpecial = ({ method, headers }: IncomingMessage): boolean =>
  method !== 'GET' ||
  headers.authorization !== undefined ||
  headers['x-service-sandbox'] !== undefined ||
  headers.prefer !== undefined ||
  headers['content-length'] !== undefined ||
  headers['transfer-encoding'] !== undefined;

/** Compared one by one: a key made of all of them would have to be made for each request. */
function selected(kept: Kept[], headers: IncomingHttpHeaders): Kept | undefined {
  const { accept, coding, held, since } = selectionOf(headers);
  return kept.find(
    ({ selection: its }) => its.accept === accept && its.coding === coding && its.held === held && its.since === since,
  );
}

/** Undefined where it is an error, a stream, or one client's own. */
function answerOf({ raw, routeOptions }: FastifyRequest, reply: FastifyReply, payload: unknown): Kept | undefined {
  const { statusCode: status } = reply;
  const body = Buffer.isBuffer(payload) ? payload : undefined;
  if (status !== 304 && (status !== 200 || !body)) return undefined;
  const headers = Object.entries(reply.getHeaders()).filter(([name]) => name !== idName);
  if (headers.some(([name]) => own.test(name))) return undefined;
  const flat = headers.flatMap(([name, value]) => [name, String(value)]);
  if (body && !reply.hasHeader('content-length')) flat.push('content-length', String(body.length));
  return {
    ...{ selection: selectionOf(raw.headers), status, headers: withIdPlaceholder(flat, idName) },
    ...{ body: body && copyBytes(body), route: routeOptions.url },
  };
}

const bytesOf = ({ selection, body }: Kept): number =>
  entryBytes + Object.values(selection).join('').length + (body?.length ?? 0);

/** The answers at one address. They hold for one release and one day, because some questions are about the last days. */
interface AnswersAtAddress {
  release: string;
  day: number;
  answers: Kept[];
}

function createAddressCache(live: () => Release, now: () => number, maxSize: number) {
  const cached = new LRUCache<string, AnswersAtAddress>({
    maxSize,
    sizeCalculation: ({ answers }, url) => answers.reduce((sum, one) => sum + bytesOf(one), url.length),
  });
  const today = () => Math.floor(now() / dayMs);
  return {
    get: (url: string): Kept[] => {
      const entry = cached.get(url);
      return entry && entry.release === live().id && entry.day === today() ? entry.answers : [];
    },
    set: (url: string, answers: Kept[]) => cached.set(url, { release: live().id, day: today(), answers }),
  };
}

export function createAnswerCache(
  live: () => Release,
  now: () => number,
  watch: RequestWatch | undefined,
  most = keptBytes,
): AnswerCache {
  const marked = new WeakMap<IncomingMessage, Release>();
  const cached = createAddressCache(live, now, most);
  function keep(request: FastifyRequest, reply: FastifyReply, payload: unknown): void {
    const { url, headers } = request.raw;
    if (isSpecial(request.raw) || marked.get(request.raw) !== live()) return;
    const answer = answerOf(request, reply, payload);
    if (!answer) return;
    const others = cached.get(url!).filter((other) => other !== selected([other], headers));
    cached.set(url!, [answer, ...others].slice(0, mostAtAddress));
  }
  return {
    send: (req, res) => {
      const found = isSpecial(req) ? undefined : selected(cached.get(req.url!), req.headers);
      if (!found) return false;
      watch?.live(req, found.route);
      res.writeHead(found.status, withId(found.headers, chooseRequestId(req.headers[idName])));
      res.end(found.body);
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
