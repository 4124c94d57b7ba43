// Sends what an endpoint answers: bytes with validators, a built file, or the message of a protocol.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { EndpointName, ProtocolName } from '#contract/endpoints.ts';
import { cacheControl } from '#domain/headers.ts';
import { entityTag } from '#domain/manifest.ts';
import { answerEndpoint, type Asker, type AnswerParts } from './answers.ts';
import { asking } from './ask.ts';
import type { ClientOf } from './client.ts';
import { isCurrent } from './conditional.ts';
import { explain } from './errors.ts';
import type { Answer, Ask, Asked, Conditional, Render } from './handler.ts';
import { readKey } from './idempotency.ts';
import { problemOf, rpcCodes, rpcError } from './json-rpc.ts';
import { type MadeAnswer, type MakeAnswer, toBytes } from './kept-answers.ts';
import type { TakeRate } from './rate-limit.ts';
import type { SendFile } from './static-lane.ts';

/** Answers in the messages of its protocol. */
export type Protocol = (request: FastifyRequest, reply: FastifyReply, ask: Ask) => unknown;

export interface RespondParts extends Omit<AnswerParts, 'askFor'> {
  sendFile: SendFile;
  takeRate: TakeRate;
  clientOf: ClientOf;
  makeAnswer: MakeAnswer;
  render: Render;
  protocols: Record<ProtocolName, Protocol>;
}

async function bytesOf(made: Answer, { render, live }: RespondParts): Promise<MadeAnswer> {
  if (!made.rendered) return toBytes(made);
  const { body, rendered, ...rest } = made;
  return { ...rest, bytes: await render[rendered](body, live()) };
}

async function sendAnswer(
  made: Answer | Conditional,
  record: Endpoint,
  parts: RespondParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
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
  const ready = answer ? parts.makeAnswer(answer) : await bytesOf(made as Answer, parts);
  const { bytes, type = 'application/json; charset=utf-8', headers = {} } = ready;
  return reply.headers(headers).type(type).send(bytes);
}

const askerOf = (request: FastifyRequest, { clientOf }: RespondParts): Asker => ({
  client: () => clientOf(request),
  sandbox: request.headers['x-service-sandbox']?.toString().toLowerCase() === 'true',
  accept: request.headers.accept,
  key: () => readKey(request.headers['idempotency-key']),
  explain: (error) => explain(error, request),
});

export function respond(name: EndpointName, record: Endpoint, parts: RespondParts) {
  const answerParts = { ...parts, askFor: asking(parts) };
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { params, query, body } = request as Asked;
    const made = await answerEndpoint(name, { params, query, body }, askerOf(request, parts), answerParts);
    if (!('file' in made)) return sendAnswer(made, record, parts, request, reply);
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
    return parts.protocols[name](request, reply, askFor(askerOf(request, parts)));
  };
}
