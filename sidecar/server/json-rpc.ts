// What JSON-RPC 2.0 says before a protocol is asked: broken JSON, batches, nesting beyond reason.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { deepest, isTooDeep } from './depth.ts';
import { sendError } from './errors.ts';

export type RpcId = string | number | null;

export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
} as const;

export const rpcError = (id: RpcId, code: number, message: string, data?: unknown) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data !== undefined && { data }) },
});

const broken = ['FST_ERR_CTP_INVALID_JSON_BODY', 'FST_ERR_CTP_EMPTY_JSON_BODY'];

/** What HTTP turns away keeps the envelope; JSON that cannot be read is JSON-RPC's own affair. */
export function sendRpcError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!broken.includes((error as FastifyError).code)) return sendError(error, request, reply);
  const message = 'The body is not valid JSON.';
  return reply
    .code(400)
    .header('Cache-Control', 'no-store')
    .send(rpcError(null, rpcCodes.parseError, message));
}

/** Neither protocol knows batches in the revisions served here, and one would count as a single request. */
export function problemOf(body: unknown): string | undefined {
  if (Array.isArray(body)) return 'Batches are not taken. Send one message a request.';
  if (body === null || typeof body !== 'object') return 'A message is a JSON object.';
  return isTooDeep(body) ? `The message is nested deeper than ${deepest} levels.` : undefined;
}
