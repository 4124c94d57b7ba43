// What a known address says to a method that it does not take, and to a browser's preflight. A route for each of Node's
// 30 methods would cost more at a start than all others together.
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
  /** Throws where the rate of the endpoint is used up. */
  count: (record: Endpoint, request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

const preflightHeaders = {
  'Access-Control-Allow-Headers':
    'Authorization, Payment-Signature, Accept-Payment, Content-Type, Idempotency-Key, If-None-Match, If-Modified-Since, Prefer, X-Request-Id, X-Service-Sandbox, X-Service-Source, ' +
    'MCP-Protocol-Version, Mcp-Method, Mcp-Name, A2A-Version, A2A-Extensions',
  'Access-Control-Max-Age': '86400',
  'Cache-Control': 'no-store',
};

/** `methods` is the value of Allow. */
export const sendPreflight = (reply: FastifyReply, methods: string): FastifyReply =>
  reply
    .headers({ ...preflightHeaders, 'Access-Control-Allow-Methods': methods })
    .code(204)
    .send();

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Of an address as the router writes it, `/a/:id`. */
const patternOf = (url: string): RegExp => new RegExp(`^${escapeRegExp(url).replace(/:\w+/g, '[^/]+')}$`);

/** Where an address fits several, the one without parameters, as the router chooses. */
const mostExactFirst = ([a]: [string, NamedEndpoint[]], [b]: [string, NamedEndpoint[]]): number =>
  Number(a.includes(':')) - Number(b.includes(':'));

/** 405 with what is allowed (RFC 9110 §15.5.6), and 204 for OPTIONS, before a body is looked at. */
export function addWrongMethodHook(
  app: FastifyInstance,
  byUrl: Map<string, NamedEndpoint[]>,
  deps: WrongMethodDeps,
): void {
  const addresses = [...byUrl].sort(mostExactFirst).map(([url, routes]) => ({ pattern: patternOf(url), routes }));
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    const path = stripQuery(request.url);
    const routes = addresses.find(({ pattern }) => pattern.test(path))?.routes;
    if (!routes) return;
    const supported = routes.map(({ record }) => record.http.method);
    const allowed = supported.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const methods = [...allowed, 'OPTIONS'].join(', ');
    reply.header('Allow', methods);
    if (request.method === 'OPTIONS') {
      for (const { name } of routes) deps.guard(name, request, reply);
      return sendPreflight(reply, methods);
    }
    const { record } = routes[0]!;
    await deps.count(record, request, reply);
    throw new ApiError('method_not_allowed', `${record.http.path} takes ${supported.join(', ')}.`, {
      supportedMethods: supported,
    });
  });
}
