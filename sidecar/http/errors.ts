// Every error becomes the envelope; what is not expected is logged with the request id and never shown.
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, errorEnvelope, type ErrorKind, errorKinds } from '#contract/errors.ts';
import type { Headers } from '#domain/headers.ts';
import { requestId } from './request-id.ts';

const bodyProblems: Partial<Record<number, [ErrorKind, string]>> = {
  400: ['bad_request', 'The body is not valid JSON.'],
  413: ['too_large', 'The body is larger than 64 KiB.'],
  415: ['unsupported_media_type', 'Send the body as application/json.'],
};

/** Errors that the HTTP layer throws before a handler runs. */
function fromFramework({ code, statusCode = 500 }: FastifyError): ApiError | undefined {
  if (code === 'FST_ERR_BAD_URL') return new ApiError('bad_request', 'The address is not valid.', { field: 'path' });
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return new ApiError('not_found', 'Nothing has so long a name.');
  if (code === 'ECONNRESET') return new ApiError('bad_request', 'The body broke off.', { field: 'body' });
  const known = bodyProblems[statusCode];
  return known ? new ApiError(known[0], known[1], { field: 'body' }) : undefined;
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const expected = error instanceof ApiError ? error : fromFramework(error as FastifyError);
  if (!expected) request.log.error({ err: error }, 'unexpected error');
  const kind = expected?.kind ?? 'internal_error';
  const message = expected?.message ?? 'Something failed here. Try again; if it goes on, report the request id.';
  const details = errorKinds[kind].status >= 500 ? { ...expected?.details, requestId: request.id } : expected?.details;
  // A handler may fail after the validators of its answer were set.
  for (const name of ['ETag', 'Last-Modified', 'Vary']) reply.removeHeader(name);
  return reply
    .code(errorKinds[kind].status)
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorEnvelope(kind, message, details)));
}

const parserProblems: Record<string, [ErrorKind, string]> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The headers are larger than 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['timeout', 'The request took too long to arrive.'],
};

/** What the parser refuses never becomes a request, so that its answer is written by hand. */
export function sendClientError(error: NodeJS.ErrnoException, socket: Socket, headers: Headers): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [kind, message] = parserProblems[error.code ?? ''] ?? ['bad_request', 'The request is not valid HTTP.'];
  const { status } = errorKinds[kind];
  const body = JSON.stringify(errorEnvelope(kind, message));
  const lines = Object.entries({
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Request-Id': requestId(undefined),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}
