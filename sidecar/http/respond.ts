// Sends what an endpoint answers: bytes with validators, a built file, or the message of a protocol.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { EndpointName, ProtocolName } from '#contract/endpoints.ts';
import { cacheControl } from '#domain/release/headers.ts';
import { encodings, entityTag } from '#domain/release/manifest.ts';
import { answerEndpoint, type Asker, type AnswerParts } from './answers.ts';
import { asking } from './ask.ts';
import type { CallCounter } from './calls.ts';
import { chooseCoding } from './compress.ts';
import { type AgentOf, type ClientOf, personIn } from './client.ts';
import { isCurrent } from './conditional.ts';
import { explain } from './errors.ts';
import type { Admission } from './paywall.ts';
import type { Answer, Ask, Asked, Conditional, Render } from './handler.ts';
import { readKey } from './idempotency.ts';
import { problemOf, rpcCodes, rpcError } from './json-rpc.ts';
import { type MadeAnswer, type MakeAnswer, toBytes } from './response-cache.ts';
import type { TakeRate } from './rate-limit.ts';
import type { SendFile } from './static-files.ts';
import type { WholeAnswers } from './whole-answers.ts';

/** Answers in the messages of its protocol. */
export type Protocol = (request: FastifyRequest, reply: FastifyReply, ask: Ask) => unknown;

export interface RespondParts extends Omit<AnswerParts, 'askFor'> {
  sendFile: SendFile;
  takeRate: TakeRate;
  calls: Pick<CallCounter, 'countItem'>;
  clientOf: ClientOf;
  agentOf?: AgentOf | undefined;
  makeAnswer: MakeAnswer;
  sameForAll: WholeAnswers['sameForAll'];
  render: Render;
  protocols: Record<ProtocolName, Protocol>;
}

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

async function bytesOf(made: Answer, { render, live }: RespondParts): Promise<MadeAnswer> {
  if (!made.rendered) return toBytes(made);
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
  { etag }: Conditional,
  { bytes: { length }, type = jsonType }: MadeAnswer,
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
  made: Answer | Conditional,
  admission: Admission,
  record: Endpoint,
  parts: RespondParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const answer = 'answer' in made ? made : undefined;
  reply.header('Cache-Control', keeping(record, admission));
  const ready = answer ? parts.makeAnswer(answer) : await bytesOf(made as Answer, parts);
  const { bytes, type = jsonType, headers: { Vary: ownVary, ...headers } = {} } = ready;
  const vary = [ownVary, varyOf(record, admission)].filter(Boolean).join(', ');
  if (vary) reply.header('Vary', vary);
  if (answer) {
    const held = tagHeldIn(request.headers, answer.etag);
    const lastModified = new Date(answer.lastModified).toUTCString();
    reply.header('ETag', entityTag(answer.etag)).header('Last-Modified', lastModified);
    if (isCurrent(conditionsOf(request.headers, admission), held, lastModified))
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

const askerOf = (request: FastifyRequest, { clientOf, agentOf }: RespondParts): Asker => ({
  client: () => clientOf(request),
  agent: async () => agentOf?.(request.raw, request.ip),
  address: request.ip,
  sandbox: asksForSandbox(request),
  accept: request.headers.accept,
  authorization: request.headers.authorization ?? x402In(request.headers),
  isHead: request.method === 'HEAD',
  acceptPayment: request.headers['accept-payment']?.toString(),
  prefer: [request.headers.prefer].flat().join(', ') || undefined,
  key: () => readKey(request.headers['idempotency-key']),
  explain: (error) => explain(error, request),
});

/** Undefined where the client sent an Idempotency-Key: it can come back for the answer. */
function goneOf(request: FastifyRequest, { raw }: FastifyReply): AbortSignal | undefined {
  if (readKey(request.headers['idempotency-key']) !== undefined) return undefined;
  const gone = new AbortController();
  raw.once('close', () => raw.writableEnded || gone.abort());
  return gone.signal;
}

export function respond(name: EndpointName, record: Endpoint, parts: RespondParts) {
  const answerParts = { ...parts, askFor: asking(parts) };
  return async (request: FastifyRequest, reply: FastifyReply) => {
    // Until the answer begins; the connection's own limit holds again for the next request.
    if (record.http.answerSeconds) request.socket.setTimeout((record.http.answerSeconds + graceSeconds) * 1000);
    const { params, query, body } = request as Asked;
    const gone = record.http.answerSeconds ? goneOf(request, reply) : undefined;
    const asker = { ...askerOf(request, parts), gone };
    const { made, admission, release } = await answerEndpoint(name, { params, query, body }, asker, answerParts);
    if (admission.headers) reply.headers(admission.headers);
    if (isSameForAll(made, admission, keeping(record, admission))) parts.sameForAll(request.raw, release);
    if (!('file' in made)) return sendAnswer(made, admission, record, parts, request, reply);
    reply.hijack();
    parts.sendFile(request.raw, reply.raw, made.file);
    return reply;
  };
}

export function converse(name: ProtocolName, parts: RespondParts) {
  const askFor = asking(parts);
  return (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('Cache-Control', 'no-store');
    const problem = problemOf(request.body);
    if (problem) return reply.code(400).send(rpcError(null, rpcCodes.invalidRequest, problem));
    const asker = askerOf(request, parts);
    const authorization = asker.authorization ?? inMessage(request.body);
    return parts.protocols[name](request, reply, askFor({ ...asker, authorization, person: personIn(request.body) }));
  };
}
