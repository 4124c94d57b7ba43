// Sends the answer of an endpoint: bytes with validators, a built file, or a message of a protocol.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { EndpointName, ProtocolName } from '#contract/endpoints.ts';
import { ApiError } from '#contract/errors.ts';
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

const sandboxHeader = 'X-Service-Sandbox';

/** Returns the Cache-Control header. Answers that were paid for or belong to one client are never cached. */
function chooseCacheControl({ http, access }: Endpoint, { isPersonal }: Admission): string {
  if (access?.private || isPersonal) return 'private, no-store';
  return http.method === 'GET' ? cacheControl(http.path) : 'no-store';
}

/** Returns true if an answer depends only on the release and the address. */
const isSameForAll = (answerToSend: object, admission: Admission, cacheControl: string): boolean =>
  'answer' in answerToSend &&
  !('dependsOnStore' in answerToSend) &&
  cacheControl.startsWith('public') &&
  !admission.varies &&
  !admission.headers &&
  admission.newest === undefined;

const listVaryHeaders = ({ access }: Endpoint, { varies }: Admission): string =>
  [...(access?.sandbox ? [sandboxHeader] : []), ...(varies ? ['Authorization', 'Payment-Signature'] : [])].join(', ');

/** Removes If-Modified-Since if clients get different answers, since a date cannot tell which one the client holds. */
const readConditions = (headers: IncomingHttpHeaders, { varies }: Admission): IncomingHttpHeaders =>
  varies ? { ...headers, 'if-modified-since': undefined } : headers;

const jsonType = 'application/json; charset=utf-8';

const toBytes = async ({ body, rendered }: Answer, { render, live }: HttpDeps): Promise<Buffer> =>
  rendered ? render[rendered](body, live()) : Buffer.from(body);

/** Seconds that an answer may take in addition to the time of its handler. */
const graceSeconds = 30;

/** Returns the entity tag of the content coding that the client holds, or the plain one. */
const findHeldTag = ({ 'if-none-match': heldTag }: IncomingHttpHeaders, etag: string): string =>
  [...encodings.map((encoding) => entityTag(etag, encoding)), entityTag(etag)].find((tag) => heldTag?.includes(tag)) ??
  entityTag(etag);

/** Sends a 304 with the headers that a 200 would have (RFC 9110 §15.4.5). */
function sendNotModified(
  { etag }: ConditionalAnswer,
  type: string,
  length: number,
  heldTag: string,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const coding = chooseCoding(request, reply, type, length);
  const isHeld = request.headers['if-none-match']?.includes(heldTag);
  return reply
    .header('ETag', isHeld ? heldTag : entityTag(etag, coding))
    .code(304)
    .send();
}

async function sendAnswer(
  answerToSend: Answer | ConditionalAnswer,
  admission: Admission,
  record: Endpoint,
  deps: HttpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const answer = 'answer' in answerToSend ? answerToSend : undefined;
  reply.header('Cache-Control', chooseCacheControl(record, admission));
  const ready = answer ? answer.answer() : (answerToSend as Answer);
  const bytes = await toBytes(ready, deps);
  const { status = 200, type = jsonType, headers: { Vary: ownVary, ...headers } = {} } = ready;
  const vary = [ownVary, listVaryHeaders(record, admission)].filter(Boolean).join(', ');
  if (vary) reply.header('Vary', vary);
  if (answer) {
    const heldTag = findHeldTag(request.headers, answer.etag);
    const lastModified = new Date(answer.lastModified).toUTCString();
    reply.header('ETag', entityTag(answer.etag)).header('Last-Modified', lastModified);
    if (isNotModified(readConditions(request.headers, admission), heldTag, lastModified))
      return sendNotModified(answer, type, bytes.length, heldTag, request, reply);
  }
  return reply.code(status).headers(headers).type(type).send(bytes);
}

function readSandboxSwitch(field: string, value: unknown): boolean {
  if (value === undefined) return false;
  if (['1', 'true'].includes(String(value).toLowerCase())) return true;
  throw new ApiError('bad_request', `${field} must be 1 or true. Leave it out for a real request.`, { field });
}

/**
 * Returns true for the sandbox header, or the query parameter of a protocol, whose messages have no field for it.
 * @spec-gap sandbox
 */
export function isSandboxRequest({ headers, method, query }: FastifyRequest): boolean {
  const byHeader = readSandboxSwitch(sandboxHeader, headers[sandboxHeader.toLowerCase()]);
  return byHeader || (method === 'POST' && readSandboxSwitch('sandbox', (query as { sandbox?: unknown }).sandbox));
}

/** Treats x402's PAYMENT-SIGNATURE header as an Authorization scheme of its own. */
const readX402 = ({ 'payment-signature': signature }: IncomingHttpHeaders): string | undefined =>
  typeof signature === 'string' ? `X402 ${signature}` : undefined;

/** Returns the token in a message of MCP or A2A, for clients that cannot set headers. */
function readMessageToken(body: unknown): string | undefined {
  const { params } = (body ?? {}) as { params?: Record<string, Record<string, unknown> | undefined> };
  const { _meta, metadata, message } = params ?? {};
  const token = [_meta, metadata, message?.metadata as Record<string, unknown> | undefined]
    .map((one) => one?.authorization)
    .find((one) => typeof one === 'string');
  return token as string | undefined;
}

const createCaller = (
  request: FastifyRequest,
  { findClient, findAgent }: Pick<HttpDeps, 'findClient' | 'findAgent'>,
): Caller => ({
  client: () => findClient(request),
  agent: async () => findAgent?.(request.raw, request.ip),
  address: request.ip,
  sandbox: isSandboxRequest(request),
  accept: request.headers.accept,
  authorization: request.headers.authorization ?? readX402(request.headers),
  isHead: request.method === 'HEAD',
  acceptPayment: request.headers['accept-payment']?.toString(),
  prefer: [request.headers.prefer].flat().join(', ') || undefined,
  key: () => readIdempotencyKey(request.headers['idempotency-key']),
  explain: (error) => toApiError(error, request),
});

/**
 * Returns a signal that is aborted on disconnection; undefined for a client with an Idempotency-Key, which can fetch
 * the answer later.
 */
function createDisconnectionSignal(request: FastifyRequest, { raw }: FastifyReply): AbortSignal | undefined {
  if (readIdempotencyKey(request.headers['idempotency-key']) !== undefined) return undefined;
  const disconnection = new AbortController();
  raw.once('close', () => raw.writableEnded || disconnection.abort());
  return disconnection.signal;
}

export const createEndpointHandler =
  (name: EndpointName, record: Endpoint, deps: HttpDeps) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { answerSeconds } = record.http;
    // The longer timeout applies until the answer begins; the default one applies again to the next request.
    if (answerSeconds) request.socket.setTimeout((answerSeconds + graceSeconds) * 1000);
    const { params, query, body } = request as EndpointInput;
    const disconnected = answerSeconds ? createDisconnectionSignal(request, reply) : undefined;
    const caller = { ...createCaller(request, deps), disconnected };
    const { answer, admission, release } = await answerEndpoint(name, { params, query, body }, caller, deps);
    if (admission.headers) reply.headers(admission.headers);
    if (isSameForAll(answer, admission, chooseCacheControl(record, admission))) deps.sameForAll(request.raw, release);
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
    const caller = createCaller(request, deps);
    const authorization = caller.authorization ?? readMessageToken(request.body);
    const call = callerFor({ ...caller, authorization, person: readPerson(request.body) });
    return deps.protocols[name](request, reply, call);
  };
}
