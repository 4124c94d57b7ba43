// From the contract's table to routes: validation, rate, sandbox, conditional answers, wrong methods, work to come.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, PlannedEndpoint } from '#contract/endpoint.ts';
import { endpoints, isBuilt } from '#contract/endpoints.ts';
import { ApiError } from '#contract/errors.ts';
import { articlePriceSats } from '#domain/access.ts';
import { cacheControl, sandboxPath } from '#domain/headers.ts';
import { entityTag } from '#domain/manifest.ts';
import type { Release } from '../release/release.ts';
import type { Db, Store } from '../store/store.ts';
import type { CallCounter } from './calls.ts';
import type { ClientOf } from './client.ts';
import { isCurrent } from './conditional.ts';
import type { Answer, Conditional, Context, Handler } from './handler.ts';
import { once, readKey } from './idempotency.ts';
import { type MakeAnswer, toBytes } from './kept-answers.ts';
import { rateHeaders, type TakeRate } from './rate-limit.ts';
import type { SendFile } from './static-lane.ts';

export interface RouteParts {
  live: () => Release;
  now: () => number;
  sendFile: SendFile;
  takeRate: TakeRate;
  clientOf: ClientOf;
  handlers: Partial<Record<string, Handler<never>>>;
  makeAnswer: MakeAnswer;
  store: Store;
  calls: CallCounter;
}

type Record_ = Endpoint | PlannedEndpoint;

const pathOf = (request: FastifyRequest): string => request.raw.url!.split('?')[0]!;

const isSandbox = (request: FastifyRequest): boolean => {
  const asked = (request.query as { sandbox?: string }).sandbox;
  return asked !== undefined || request.headers['x-service-sandbox']?.toString().toLowerCase() === 'true';
};

/** A built file, its sandbox twin, or the reason why there is none. */
function sendDocument(record: Endpoint, parts: RouteParts, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = record.sandbox && isSandbox(request) ? sandboxPath(record.path) : pathOf(request);
  const entry = parts.live().entries.get(path);
  if (entry?.private) {
    const { id } = request.params as { id: string };
    const amountSats = articlePriceSats(parts.live().facts.access, id);
    throw new ApiError('payment_required', 'This text must be paid for.', { resourceId: `article:${id}`, amountSats });
  }
  if (!entry) throw new ApiError('not_found', `Nothing is at ${path}.`);
  reply.hijack();
  parts.sendFile(request.raw, reply.raw, path);
  return reply;
}

function sendAnswer(
  made: Answer | Conditional,
  record: Endpoint,
  { makeAnswer }: RouteParts,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const answer = 'answer' in made ? made : undefined;
  const keeping = record.private
    ? 'private, no-store'
    : record.method === 'GET'
      ? cacheControl(record.path)
      : 'no-store';
  reply.header('Cache-Control', keeping);
  if (answer) {
    const etag = entityTag(answer.etag);
    const lastModified = new Date(answer.lastModified).toUTCString();
    reply.header('ETag', etag).header('Last-Modified', lastModified);
    if (record.sandbox) reply.header('Vary', 'X-Service-Sandbox');
    if (isCurrent(request.headers, etag, lastModified)) return reply.code(304).send();
  }
  const ready = answer ? makeAnswer(answer) : toBytes(made as Answer);
  const { bytes, type = 'application/json; charset=utf-8', headers = {} } = ready;
  return reply.headers(headers).type(type).send(bytes);
}

/** Runs the handler; one that creates something runs once for each Idempotency-Key, in one transaction with its answer. */
async function runHandler(
  name: string,
  record: Endpoint,
  parts: RouteParts,
  request: FastifyRequest,
): Promise<Answer | Conditional> {
  const handler = parts.handlers[name] as unknown as (
    input: unknown,
    context: Context,
  ) => Promise<Answer | Conditional>;
  const { params, query, body } = request;
  const now = parts.now();
  const sandbox = record.sandbox === true && isSandbox(request);
  const { accept } = request.headers;
  const run = (db: Db) => handler({ params, query, body }, { release: parts.live(), now, sandbox, db, accept });
  if (!record.creates) return run(parts.store.db);
  const key = readKey(request.headers['idempotency-key']);
  return once(
    parts.store.db,
    key === undefined ? undefined : { route: pathOf(request), client: await parts.clientOf(request), key, body, now },
    run,
  );
}

function respond(name: string, record: Endpoint, parts: RouteParts) {
  return async (request: FastifyRequest, reply: FastifyReply) =>
    parts.handlers[name]
      ? sendAnswer(await runHandler(name, record, parts, request), record, parts, request, reply)
      : sendDocument(record, parts, request, reply);
}

async function checkRate(
  record: Record_,
  { takeRate, clientOf, now }: RouteParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!record.rate) return;
  const state = await takeRate(record.path, record.rate, await clientOf(request));
  const headers = rateHeaders(state, now());
  reply.headers(headers);
  if (state.allowed) return;
  const retryAfterSeconds = Math.max(1, Math.ceil(state.resetAt - now() / 1000));
  reply.header('Retry-After', retryAfterSeconds);
  throw new ApiError('rate_limited', `At most ${state.limit} requests a minute.`, { retryAfterSeconds });
}

function refuseKey(request: FastifyRequest): void {
  if (!('apikey' in (request.query as object))) return;
  throw new ApiError('bad_request', 'API keys are not supported. To try the API, use sandbox=1.', { field: 'apikey' });
}

function addRoute(app: FastifyInstance, name: string, record: Record_, parts: RouteParts): void {
  const built = isBuilt(record) ? record : undefined;
  app.route({
    method: record.method === 'GET' ? ['GET', 'HEAD'] : record.method,
    url: record.path.replace(/\{(\w+)\}/g, ':$1'),
    schema: {
      ...(built?.query && { querystring: built.query }),
      ...(built?.params && { params: built.params }),
      ...(built?.body && { body: built.body }),
    },
    onRequest: async (request, reply) => {
      await checkRate(record, parts, request, reply);
      refuseKey(request);
      if (!built) throw new ApiError('not_found', 'This endpoint is not built yet.', { reason: 'not_built' });
    },
    preValidation: async (request) => {
      if (built?.body) request.body ??= {};
    },
    handler: built ? respond(name, built, parts) : () => undefined,
  });
}

const preflightHeaders = {
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, Idempotency-Key, If-None-Match, If-Modified-Since, Prefer, X-Request-Id, X-Service-Sandbox, X-Service-Source',
  'Access-Control-Max-Age': '86400',
  'Cache-Control': 'no-store',
};

/** Every other method of a known path: 405 with what is allowed. */
function addWrongMethods(app: FastifyInstance, path: string, records: Record_[], parts: RouteParts): void {
  const supported = records.map(({ method }) => method);
  const allowed = supported.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const methods = [...allowed, 'OPTIONS'].join(', ');
  const refused = app.supportedMethods.filter((method) => !allowed.includes(method as never) && method !== 'OPTIONS');
  const url = path.replace(/\{(\w+)\}/g, ':$1');
  app.route({
    method: refused,
    url,
    onRequest: async (request, reply) => {
      reply.header('Allow', methods);
      await checkRate(records[0]!, parts, request, reply);
      throw new ApiError('method_not_allowed', `${path} takes ${supported.join(', ')}.`, {
        supportedMethods: supported,
      });
    },
    handler: () => undefined,
  });
  app.options(url, {
    // Answered before a body is looked at: a preflight has none.
    onRequest: async (_, reply) =>
      reply
        .headers({ ...preflightHeaders, Allow: methods, 'Access-Control-Allow-Methods': methods })
        .code(204)
        .send(),
    handler: () => undefined,
  });
}

export function addRoutes(app: FastifyInstance, parts: RouteParts): void {
  const byPath = new Map<string, Record_[]>();
  for (const [name, record] of Object.entries<Record_>(endpoints)) {
    addRoute(app, name, record, parts);
    byPath.set(record.path, [...(byPath.get(record.path) ?? []), record]);
  }
  for (const [path, records] of byPath) addWrongMethods(app, path, records, parts);
}
