// JSON-RPC 2.0 errors that no protocol handler is involved in: broken JSON, batches, deep nesting.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { errorKinds } from '#contract/errors.ts';
import { maxDepth, isTooDeep } from './depth.ts';
import { toApiError, createRetryHeader } from './errors.ts';

export type RpcId = string | number | null;

export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
} as const;

export const createRpcError = (id: RpcId, code: number, message: string, data?: unknown) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data !== undefined && { data }) },
});

const parseErrors = ['FST_ERR_CTP_INVALID_JSON_BODY', 'FST_ERR_CTP_EMPTY_JSON_BODY'];

/** Server-defined (JSON-RPC 2.0 §5.1): the request was rejected before it reached the protocol handler. */
const rejectedCode = -32000;

const readRpcId = (body: unknown): RpcId => {
  const { id } = (body ?? {}) as { id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? id : null;
};

/** Sends an error of the HTTP layer with its status and headers; the error of the envelope is the data. */
export function sendRpcError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('Cache-Control', 'no-store');
  if (parseErrors.includes((error as FastifyError).code)) {
    return reply.code(400).send(createRpcError(null, rpcCodes.parseError, 'The body is not valid JSON in UTF-8.'));
  }
  const explained = toApiError(error, request);
  const { status, code } = errorKinds[explained.kind];
  const number = status >= 500 ? rpcCodes.internalError : rejectedCode;
  const data = { code, ...explained.details };
  return reply
    .code(status)
    .headers({ ...explained.extras?.headers, ...createRetryHeader(explained) })
    .send(createRpcError(readRpcId(request.body), number, explained.message, data));
}

/**
 * Returns the problem of a message. Neither protocol has batches in the supported revisions, and a batch would count as
 * one request.
 */
export function findMessageProblem(body: unknown): string | undefined {
  if (Array.isArray(body)) return 'Batches are not supported. Send each message in its own request.';
  if (body === null || typeof body !== 'object') return 'A message must be a JSON object.';
  return isTooDeep(body) ? `The message is nested deeper than ${maxDepth} levels.` : undefined;
}
