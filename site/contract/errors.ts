// The kinds of errors with status and code, and the envelope that all of them share.
import { type Static, Type } from 'typebox';
import { anything, closedObject, oneOf, text } from './schemas/shape.ts';

export const errorCodes = [
  'not_found',
  'payment_required',
  'rate_limited',
  'bad_request',
  'method_not_allowed',
  'internal_error',
] as const;
type ErrorCode = (typeof errorCodes)[number];

/** Status, code and summary of each kind of error. @spec-gap error-statuses */
export const errorKinds = {
  bad_request: { status: 400, code: 'bad_request', summary: 'A parameter or body field is missing or invalid.' },
  payment_required: { status: 402, code: 'payment_required', summary: 'Payment or work is required.' },
  forbidden: { status: 403, code: 'bad_request', summary: 'The Host or Origin is not allowed here.' },
  not_found: { status: 404, code: 'not_found', summary: 'There is nothing at this address.' },
  gone: { status: 410, code: 'not_found', summary: 'The creator has retracted what was at this address.' },
  method_not_allowed: {
    status: 405,
    code: 'method_not_allowed',
    summary: 'This path does not support the method. See Allow.',
  },
  timeout: { status: 408, code: 'bad_request', summary: 'The request took too long to arrive.' },
  conflict: {
    status: 409,
    code: 'bad_request',
    summary: 'A request with the same key is still in progress, or the current state does not allow the request.',
  },
  too_large: { status: 413, code: 'bad_request', summary: 'The body is larger than 64 KiB.' },
  unsupported_media_type: { status: 415, code: 'bad_request', summary: 'The body is not JSON.' },
  expectation_failed: {
    status: 417,
    code: 'bad_request',
    summary: 'The value of the Expect header is not supported.',
  },
  unprocessable: {
    status: 422,
    code: 'bad_request',
    summary: 'The Idempotency-Key was already used with a different body.',
  },
  rate_limited: { status: 429, code: 'rate_limited', summary: 'Too many requests. Wait as long as Retry-After says.' },
  headers_too_large: { status: 431, code: 'bad_request', summary: 'The headers are larger than 16 KiB.' },
  internal_error: {
    status: 500,
    code: 'internal_error',
    summary: 'Internal error. Try again, or report the request id.',
  },
  unavailable: {
    status: 503,
    code: 'internal_error',
    summary: 'Temporarily unavailable. Try again after the time in Retry-After.',
  },
} as const satisfies Record<string, { status: number; code: ErrorCode; summary: string }>;
export type ErrorKind = keyof typeof errorKinds;

export const ErrorEnvelope = closedObject(
  {
    error: closedObject({
      code: oneOf([...errorCodes], 'Kind of error.'),
      message: text('What happened and what to do, for people.'),
      details: Type.Optional(anything('Field, limits or reason.')),
    }),
  },
  { title: 'Error' },
);
export type ErrorEnvelope = Static<typeof ErrorEnvelope>;

export type ErrorDetails = Record<string, unknown>;

/** Body members and headers that a 402 response has in addition to the error. */
export interface ErrorExtras {
  members: Record<string, unknown>;
  headers: Record<string, string>;
}

export function errorEnvelope(
  kind: ErrorKind,
  message: string,
  details?: ErrorDetails,
  members?: ErrorExtras['members'],
): ErrorEnvelope {
  return { error: { code: errorKinds[kind].code, message, ...(details && { details }) }, ...members };
}

/** Error that handlers throw; it becomes an error envelope with the status of its kind. */
export class ApiError extends Error {
  readonly kind: ErrorKind;
  readonly details: ErrorDetails | undefined;
  readonly extras: ErrorExtras | undefined;

  constructor(kind: ErrorKind, message: string, details?: ErrorDetails, extras?: ErrorExtras) {
    super(message);
    this.kind = kind;
    this.details = details;
    this.extras = extras;
  }
}
