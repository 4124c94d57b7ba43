// Every error becomes the envelope; what is not expected is logged with the request id and never shown.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, errorEnvelope, type ErrorKind, errorKinds } from '#contract/errors.ts';

const bodyProblems: Partial<Record<number, [ErrorKind, string]>> = {
  400: ['bad_request', 'The body is not valid JSON.'],
  413: ['too_large', 'The body is larger than 64 KiB.'],
  415: ['unsupported_media_type', 'Send the body as application/json.'],
};

/** Errors that the HTTP layer throws before a handler runs. */
function fromFramework(error: FastifyError): ApiError | undefined {
  if (error.code === 'FST_ERR_BAD_URL')
    return new ApiError('bad_request', 'The address is not valid.', { field: 'path' });
  const known = error.code?.startsWith('FST_ERR_CTP') && bodyProblems[error.statusCode ?? 400];
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
