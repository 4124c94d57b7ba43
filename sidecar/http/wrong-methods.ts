// Answers methods that a known address does not support, and preflight requests. A route for each of Node's 30 methods
// would make starts slower than all other routes together.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import { ApiError } from '#contract/errors.ts';
import { stripQuery } from './request-target.ts';

export interface NamedEndpoint {
  name: EndpointName;
  record: Endpoint;
}

export interface WrongMethodDeps {
  guard: (name: EndpointName, request: FastifyRequest, reply: FastifyReply) => void;
  /** Throws if the rate of the endpoint is exceeded. */
  count: (record: Endpoint, request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

const preflightHeaders = {
  'Access-Control-Allow-Headers':
    'Authorization, Payment-Signature, Accept-Payment, Content-Type, Idempotency-Key, If-None-Match, If-Modified-Since, Prefer, X-Request-Id, X-Service-Sandbox, X-Service-Source, ' +
    'MCP-Protocol-Version, Mcp-Method, Mcp-Name, A2A-Version, A2A-Extensions',
  'Access-Control-Max-Age': '86400',
  'Cache-Control': 'no-store',
};

/** Answers a preflight request; `methods` is the value of Allow. */
export const sendPreflight = (reply: FastifyReply, methods: string): FastifyReply =>
  reply
    .headers({ ...preflightHeaders, 'Access-Control-Allow-Methods': methods })
    .code(204)
    .send();

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Returns a pattern of an address in the router's form, `/a/:id`. */
const createPattern = (url: string): RegExp => new RegExp(`^${escapeRegExp(url).replace(/:\w+/g, '[^/]+')}$`);

/** Sorts addresses without parameters first, as the router does. */
const mostExactFirst = ([a]: [string, NamedEndpoint[]], [b]: [string, NamedEndpoint[]]): number =>
  Number(a.includes(':')) - Number(b.includes(':'));

/**
 * Adds a hook that answers 405 with the allowed methods (RFC 9110 §15.5.6), or 204 for OPTIONS, before a body is read.
 */
export function addWrongMethodHook(
  app: FastifyInstance,
  byUrl: Map<string, NamedEndpoint[]>,
  deps: WrongMethodDeps,
): void {
  const addresses = [...byUrl].sort(mostExactFirst).map(([url, routes]) => ({ pattern: createPattern(url), routes }));
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    const path = stripQuery(request.url);
    const routes = addresses.find(({ pattern }) => pattern.test(path))?.routes;
    if (!routes) return;
    const supported = routes.map(({ record }) => record.http.method);
    const allowedMethods = supported.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const methods = [...allowedMethods, 'OPTIONS'].join(', ');
    reply.header('Allow', methods);
    if (request.method === 'OPTIONS') {
      for (const { name } of routes) deps.guard(name, request, reply);
      return sendPreflight(reply, methods);
    }
    const { record } = routes[0]!;
    await deps.count(record, request, reply);
    throw new ApiError('method_not_allowed', `${record.http.path} accepts ${supported.join(', ')}.`, {
      supportedMethods: supported,
    });
  });
}
