// Creates routes from the contract: guards, validation and rates.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { allEndpoints, type ProtocolName } from '#contract/endpoints.ts';
import { ApiError } from '#contract/errors.ts';
import { SandboxQuery } from '#contract/schemas/queries.ts';
import { readPerson } from './client.ts';
import type { HttpDeps } from './deps.ts';
import { maxDepth, isTooDeep } from './depth.ts';
import { sendRpcError } from './json-rpc.ts';
import { listIgnoredParameters } from './notes.ts';
import { checkRate } from './rate-limit.ts';
import { stripQuery } from './request-target.ts';
import { createProtocolHandler, createEndpointHandler } from './respond.ts';
import { type NamedEndpoint, addWrongMethodHook } from './wrong-methods.ts';

const countRequest = (
  record: Endpoint,
  deps: HttpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  cost = 1,
): Promise<void> => {
  const client = { address: request.ip, client: () => deps.findClient(request) };
  const person = record.access?.countedMethod ? readPerson(request.body) : undefined;
  return checkRate(record, { ...client, person }, deps, (headers) => void reply.headers(headers), cost);
};

const readRpcMethod = ({ body }: FastifyRequest): unknown => (body as { method?: unknown } | null | undefined)?.method;

function rejectApiKey(request: FastifyRequest): void {
  if (!('apikey' in (request.query as object))) return;
  throw new ApiError('bad_request', 'API keys are not supported. To try the API, use sandbox=1.', { field: 'apikey' });
}

/** Rejects empty parameters and U+0000, which no database stores and PostgreSQL fails on. */
function rejectEmptyParams({ params, url }: FastifyRequest): void {
  if (Object.values(params as Record<string, string>).every((value) => value && !value.includes('\0'))) return;
  throw new ApiError('not_found', `Nothing is at ${stripQuery(url)}.`);
}

const listAddresses = ({ http: { path, aliases = [] } }: Endpoint): string[] =>
  [path, ...aliases].map((address) => address.replace(/\{(\w+)\}/g, ':$1'));

/** Returns the schema of the query; every POST accepts the sandbox parameter. */
const querySchema = ({ http: { query, method } }: Endpoint) => {
  const schema = query ?? (method === 'POST' ? SandboxQuery : undefined);
  return schema && { querystring: schema };
};

function addRoute(app: FastifyInstance, { name, record }: NamedEndpoint, url: string, deps: HttpDeps): void {
  const countedMethod = record.access?.countedMethod;
  // Protocols report invalid messages themselves.
  const validated = record.http.servedBy === 'protocol' ? undefined : record;
  app.route({
    method: record.http.method === 'GET' ? ['GET', 'HEAD'] : record.http.method,
    url,
    schema: {
      ...(validated && querySchema(validated)),
      ...(validated?.http.params && { params: validated.http.params }),
      ...(validated?.http.body && { body: validated.http.body }),
    },
    onRequest: async (request, reply) => {
      deps.guards[name]?.(request, reply);
      if (reply.sent) return;
      await countRequest(record, deps, request, reply, countedMethod ? 0 : 1);
      if (name in deps.handlers || name in deps.protocols) deps.shed();
      rejectApiKey(request);
      rejectEmptyParams(request);
      const ignored = listIgnoredParameters(record, request.query as object);
      // The header is also set on the raw response, since built files bypass the framework.
      if (ignored) reply.header('X-Ignored-Parameters', ignored).raw.setHeader('X-Ignored-Parameters', ignored);
    },
    preValidation: async (request) => {
      if (!validated?.http.body) return;
      request.body ??= {};
      if (!isTooDeep(request.body)) return;
      throw new ApiError('bad_request', `The body is nested deeper than ${maxDepth} levels.`, { field: 'body' });
    },
    preHandler: async (request, reply) => {
      if (countedMethod && readRpcMethod(request) === countedMethod) await countRequest(record, deps, request, reply);
    },
    ...(validated
      ? { handler: createEndpointHandler(name, validated, deps) }
      : { handler: createProtocolHandler(name as ProtocolName, deps), errorHandler: sendRpcError }),
  });
}

export function addRoutes(app: FastifyInstance, deps: HttpDeps): void {
  const byUrl = new Map<string, NamedEndpoint[]>();
  for (const [name, record] of allEndpoints) {
    const endpoint = { name, record };
    for (const url of listAddresses(record)) {
      addRoute(app, endpoint, url, deps);
      byUrl.set(url, [...(byUrl.get(url) ?? []), endpoint]);
    }
  }
  addWrongMethodHook(app, byUrl, {
    guard: (name, request, reply) => deps.guards[name]?.(request, reply),
    count: (record, request, reply) => countRequest(record, deps, request, reply),
  });
}
