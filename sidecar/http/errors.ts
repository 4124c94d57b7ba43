// Converts every error to the error envelope. Unexpected errors are logged with the request id and never shown.
// @spec-gap error-privacy
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, errorEnvelope, type ErrorKind, errorKinds } from '#contract/errors.ts';
import type { Headers } from '#domain/release/headers.ts';
import { classifyStoreError } from '../storage/store-errors.ts';
import { chooseRequestId } from './request-id.ts';

const bodyProblems: Partial<Record<number, [ErrorKind, string]>> = {
  400: ['bad_request', 'The body is not valid JSON in UTF-8.'],
  413: ['too_large', 'The body is larger than 64 KiB.'],
  415: ['unsupported_media_type', 'Send the body as application/json.'],
};

const unexpected = new ApiError(
  'internal_error',
  'Something failed here. Try again; if it goes on, report the request id.',
);

/** Errors that the HTTP layer throws before a handler runs. */
function convertFrameworkError({ code, message, statusCode = 500 }: FastifyError): ApiError | undefined {
  if (code === 'FST_ERR_BAD_URL') return new ApiError('bad_request', 'The address is not valid.', { field: 'path' });
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return new ApiError('not_found', 'The path is too long.');
  if (code === 'ECONNRESET' && message === 'aborted')
    return new ApiError('bad_request', 'The request body is incomplete.', { field: 'body' });
  const problem = bodyProblems[statusCode];
  return problem ? new ApiError(problem[0], problem[1], { field: 'body' }) : undefined;
}

/** Converts an error of the store. It is expected: it passes by itself, or the log says what the creator must do. */
function convertStoreError(error: unknown): ApiError | undefined {
  const trouble = classifyStoreError(error);
  if (!trouble) return undefined;
  const message =
    trouble === 'away' || trouble === 'lost' ? 'The store does not answer.' : 'Nothing can be stored right now.';
  return new ApiError('unavailable', `${message} Try again later.`);
}

export const toExpectedError = (error: unknown): ApiError | undefined =>
  error instanceof ApiError ? error : convertStoreError(error);

export const retryAfterSeconds = 10;

/** Returns the Retry-After header with the time after which a retry makes sense. */
export function createRetryHeader({ kind, details }: ApiError): Record<string, string> {
  if (kind === 'rate_limited') return { 'Retry-After': String(details!.retryAfterSeconds) };
  return kind === 'unavailable' ? { 'Retry-After': String(retryAfterSeconds) } : {};
}

/** Returns the error that may be shown; an unexpected one is logged. */
export function toApiError(error: unknown, request: FastifyRequest): ApiError {
  const problem =
    error instanceof ApiError ? error : (convertFrameworkError(error as FastifyError) ?? convertStoreError(error));
  if (problem && errorKinds[problem.kind].status < 500) return problem;
  if (!problem) request.log.error({ err: error }, 'unexpected error');
  const { kind, message, details } = problem ?? unexpected;
  return new ApiError(kind, message, { ...details, requestId: request.id }, problem?.extras);
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const explained = toApiError(error, request);
  const { kind, message, details, extras: beside } = explained;
  // The handler may have set validators before it failed.
  for (const name of ['ETag', 'Last-Modified', 'Vary']) reply.removeHeader(name);
  reply.headers({ ...beside?.headers, ...createRetryHeader(explained) });
  return reply
    .code(errorKinds[kind].status)
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorEnvelope(kind, message, details, beside?.members)));
}

/** Formats of an error at the address of a page, the default one first. */
export const errorForms = { html: 'text/html', markdown: 'text/markdown', json: 'application/json' };

export const sendMarkdownError = (
  reply: FastifyReply,
  { message, details = {} }: ApiError,
  status: number,
): FastifyReply =>
  reply
    .code(status)
    .header('Cache-Control', 'no-store')
    .header('Vary', 'Accept')
    .type('text/markdown; charset=utf-8')
    .send(
      [
        `# ${status} ${STATUS_CODES[status]}`,
        '',
        message,
        ...Object.entries(details).map(([name, value]) => `- ${name}: ${String(value)}`),
        '',
      ].join('\n'),
    );

export const parserCodes = { slow: 'ERR_HTTP_REQUEST_TIMEOUT', hosts: 'HOSTS', expectation: 'EXPECTATION' };

const parserProblems: Record<string, [ErrorKind, string]> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The headers are larger than 16 KiB.'],
  [parserCodes.slow]: ['timeout', 'The request took too long to arrive.'],
  [parserCodes.hosts]: ['bad_request', 'A request has one Host header.'],
  [parserCodes.expectation]: ['expectation_failed', 'Of what Expect may ask for, only 100-continue is known.'],
};

/** Time for the client to read the response while it may still be sending. */
const lingerMs = 1000;

/**
 * Closes the connection if the client keeps sending or never closes its end. A slow client is disconnected as soon as
 * the answer is written, since later bytes would become another request.
 */
function cutOff(socket: Socket, isSlow: boolean): void {
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
  if (isSlow) socket.destroySoon();
}

/** Answers a request that the parser rejected. Returns the status, if an answer was sent. */
export function sendClientError(error: NodeJS.ErrnoException, socket: Socket, headers: Headers): number | undefined {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return undefined;
  }
  const [kind, message] = parserProblems[error.code ?? ''] ?? ['bad_request', 'The request is not valid HTTP.'];
  const { status } = errorKinds[kind];
  const body = JSON.stringify(errorEnvelope(kind, message));
  const lines = Object.entries({
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Request-Id': chooseRequestId(undefined),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  cutOff(socket, error.code === parserCodes.slow);
  return status;
}
