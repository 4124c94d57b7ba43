// Sends what an endpoint answers: bytes with validators, a built file, or the message of a protocol.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { EndpointName, ProtocolName } from '#contract/endpoints.ts';
import { cacheControl } from '#domain/release/headers.ts';
import { encodings, entityTag } from '#domain/release/page.ts';
import { answerEndpoint, type Caller, createEndpointCaller } from './call-endpoint.ts';
import { chooseCoding } from './compress.ts';
import { readPerson } from './client.ts';
import { isNotModified } from './conditional.ts';
import type { HttpDeps } from './deps.ts';
import { toApiError } from './errors.ts';
import type { Admission } from './paywall.ts';
import type { Answer, ConditionalAnswer, EndpointInput } from './handler.ts';
import { readIdempotencyKey } from './idempotency.ts';
import { findMessageProblem, rpcCodes, createRpcError } from './json-rpc.ts';
import { type EncodedAnswer, encodeAnswer } from './response-cache.ts';

/** What was paid for, and what is one client's share, is kept by no cache. */
function keeping({ http, access }: Endpoint, { own }: Admission): string {
  if (access?.private || own) return 'private, no-store';
  return http.method === 'GET' ? cacheControl(http.path) : 'no-store';
}

/** Depends on the release and the address alone, and is not counted. */
const isSameForAll = (made: object, admission: Admission, cacheControl: string): boolean =>
  'answer' in made &&
  !('isOfStore' in made) &&
  cacheControl.startsWith('public') &&
  !admission.varies &&
  !admission.headers &&
  admission.newest === undefined;

const varyOf = ({ access }: Endpoint, { varies }: Admission): string =>
  [...(access?.sandbox ? ['X-Service-Sandbox'] : []), ...(varies ? ['Authorization', 'Payment-Signature'] : [])].join(
    ', ',
  );

/** If clients get different answers, a date cannot tell which one this client holds. */
const conditionsOf = (headers: IncomingHttpHeaders, { varies }: Admission): IncomingHttpHeaders =>
  varies ? { ...headers, 'if-modified-since': undefined } : headers;

const jsonType = 'application/json; charset=utf-8';

async function bytesOf(made: Answer, { render, live }: HttpDeps): Promise<EncodedAnswer> {
  if (!made.rendered) return encodeAnswer(made);
  const { body, rendered, ...rest } = made;
  return { ...rest, bytes: await render[rendered](body, live()) };
}

/** What an answer may need beyond the time that its handler waits. */
const graceSeconds = 30;

/** The one of the codings' tags that the client holds, else the plain one. */
const tagHeldIn = ({ 'if-none-match': held }: IncomingHttpHeaders, etag: string): string =>
  [...encodings.map((encoding) => entityTag(etag, encoding)), entityTag(etag)].find((tag) => held?.includes(tag)) ??
  entityTag(etag);

/** The headers that a 200 would have (RFC 9110 §15.4.5). */
function sendNotModified(
  { etag }: ConditionalAnswer,
  { bytes: { length }, type = jsonType }: EncodedAnswer,
  held: string,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const coding = chooseCoding(request, reply, type, length);
  const isHeld = request.headers['if-none-match']?.includes(held);
  return reply
    .header('ETag', isHeld ? held : entityTag(etag, coding))
    .code(304)
    .send();
}

async function sendAnswer(
  made: Answer | ConditionalAnswer,
  admission: Admission,
  record: Endpoint,
  deps: HttpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const answer = 'answer' in made ? made : undefined;
  reply.header('Cache-Control', keeping(record, admission));
  const ready = answer ? deps.makeAnswer(answer) : await bytesOf(made as Answer, deps);
  const { bytes, type = jsonType, headers: { Vary: ownVary, ...headers } = {} } = ready;
  const vary = [ownVary, varyOf(record, admission)].filter(Boolean).join(', ');
  if (vary) reply.header('Vary', vary);
  if (answer) {
    const held = tagHeldIn(request.headers, answer.etag);
    const lastModified = new Date(answer.lastModified).toUTCString();
    reply.header('ETag', entityTag(answer.etag)).header('Last-Modified', lastModified);
    if (isNotModified(conditionsOf(request.headers, admission), held, lastModified))
      return sendNotModified(answer, ready, held, request, reply);
  }
  const { status = 200 } = made as Answer;
  return reply.code(status).headers(headers).type(type).send(bytes);
}

/** Also in the query of a protocol, whose messages have no place for it. */
function asksForSandbox({ headers, method, query }: FastifyRequest): boolean {
  if (headers['x-service-sandbox']?.toString().toLowerCase() === 'true') return true;
  return method === 'POST' && ['1', 'true'].includes(String((query as { sandbox?: unknown }).sandbox));
}

/** Treats x402's PAYMENT-SIGNATURE header as an Authorization scheme of its own. */
const x402In = ({ 'payment-signature': signature }: IncomingHttpHeaders): string | undefined =>
  typeof signature === 'string' ? `X402 ${signature}` : undefined;

/** A client of MCP or A2A that cannot set headers sends its token with the message. */
function inMessage(body: unknown): string | undefined {
  const { params } = (body ?? {}) as { params?: Record<string, Record<string, unknown> | undefined> };
  const { _meta, metadata, message } = params ?? {};
  const said = [_meta, metadata, message?.metadata as Record<string, unknown> | undefined]
    .map((one) => one?.authorization)
    .find((one) => typeof one === 'string');
  return said as string | undefined;
}

const callerOf = (request: FastifyRequest, { clientOf, agentOf }: Pick<HttpDeps, 'clientOf' | 'agentOf'>): Caller => ({
  client: () => clientOf(request),
  agent: async () => agentOf?.(request.raw, request.ip),
  address: request.ip,
  sandbox: asksForSandbox(request),
  accept: request.headers.accept,
  authorization: request.headers.authorization ?? x402In(request.headers),
  isHead: request.method === 'HEAD',
  acceptPayment: request.headers['accept-payment']?.toString(),
  prefer: [request.headers.prefer].flat().join(', ') || undefined,
  key: () => readIdempotencyKey(request.headers['idempotency-key']),
  explain: (error) => toApiError(error, request),
});

/** Undefined for a client that sent an Idempotency-Key: it can come back for the answer. */
function disconnectionOf(request: FastifyRequest, { raw }: FastifyReply): AbortSignal | undefined {
  if (readIdempotencyKey(request.headers['idempotency-key']) !== undefined) return undefined;
  const disconnection = new AbortController();
  raw.once('close', () => raw.writableEnded || disconnection.abort());
  return disconnection.signal;
}

export const createEndpointHandler =
  (name: EndpointName, record: Endpoint, deps: HttpDeps) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { answerSeconds } = record.http;
    // Until the answer begins; the connection's own limit holds again for the next request.
    if (answerSeconds) request.socket.setTimeout((answerSeconds + graceSeconds) * 1000);
    const { params, query, body } = request as EndpointInput;
    const disconnected = answerSeconds ? disconnectionOf(request, reply) : undefined;
    const caller = { ...callerOf(request, deps), disconnected };
    const { answer, admission, release } = await answerEndpoint(name, { params, query, body }, caller, deps);
    if (admission.headers) reply.headers(admission.headers);
    if (isSameForAll(answer, admission, keeping(record, admission))) deps.sameForAll(request.raw, release);
    if (!('file' in answer)) return sendAnswer(answer, admission, record, deps, request, reply);
    reply.hijack();
    deps.sendFile(request.raw, reply.raw, answer.file);
    return reply;
  };

export function createProtocolHandler(name: ProtocolName, deps: HttpDeps) {
  const callerFor = createEndpointCaller(deps);
  return (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('Cache-Control', 'no-store');
    const problem = findMessageProblem(request.body);
    if (problem) return reply.code(400).send(createRpcError(null, rpcCodes.invalidRequest, problem));
    const caller = callerOf(request, deps);
    const authorization = caller.authorization ?? inMessage(request.body);
    const call = callerFor({ ...caller, authorization, person: readPerson(request.body) });
    return deps.protocols[name](request, reply, call);
  };
}
