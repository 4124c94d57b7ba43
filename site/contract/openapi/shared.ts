// Components that every operation points to: headers, parameters, errors.
import { errorEnvelope, type ErrorKind, errorKinds } from '../errors.ts';
import type { Json } from './schemas.ts';

const header = (description: string, type = 'string') => ({ description, schema: { type } });

export const sharedHeaders = {
  ApiVersion: header('Version of the API.'),
  RequestId: header('As sent, else a new UUID.'),
  ETag: header('Strong validator (RFC 9110 §8.8.3).'),
  LastModified: header('When it last changed (RFC 9110 §8.8.2).'),
  MarkdownTokens: header('Estimated tokens of the text: a quarter of its bytes.', 'integer'),
  RateLimitLimit: header('Requests a window at most.', 'integer'),
  RateLimitRemaining: header('Requests left in the window.', 'integer'),
  RateLimitReset: header('Unix time at which the window ends.', 'integer'),
  RateLimit: header('The same as one structured field: what is left, and for how long.'),
  RateLimitPolicy: header('The policy as one structured field: requests and seconds of a window.'),
  RetryAfter: header('Seconds to wait.', 'integer'),
};

export const pointer = (name: keyof typeof sharedHeaders): Json => ({ $ref: `#/components/headers/${name}` });

export const everyHeader = { 'X-Service-API-Version': pointer('ApiVersion'), 'X-Request-Id': pointer('RequestId') };

export const rateHeaders = {
  'X-RateLimit-Limit': pointer('RateLimitLimit'),
  'X-RateLimit-Remaining': pointer('RateLimitRemaining'),
  'X-RateLimit-Reset': pointer('RateLimitReset'),
  RateLimit: pointer('RateLimit'),
  'RateLimit-Policy': pointer('RateLimitPolicy'),
};

export const sharedParameters = {
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description: 'respond-async: what takes long is answered 202 with the address of a job (RFC 7240 §4.1).',
    schema: { type: 'string' },
    example: 'respond-async',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same key with the same body answers the first response again, for 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: 'one-key-for-each-request',
  },
};

const ownHeaders: Partial<Record<ErrorKind, Json>> = {
  rate_limited: { ...rateHeaders, 'Retry-After': pointer('RetryAfter') },
  unavailable: { 'Retry-After': pointer('RetryAfter') },
};

const details: Partial<Record<ErrorKind, Record<string, unknown>>> = {
  bad_request: { field: 'limit', minimum: 1, maximum: 1000 },
  payment_required: { resourceId: 'article:some-text-0a1b2c3d', amountSats: 21 },
  method_not_allowed: { supportedMethods: ['GET'] },
  rate_limited: { retryAfterSeconds: 30 },
};

/** The errors that some operation has. */
export const sharedErrors = (used: Set<ErrorKind>): Json =>
  Object.fromEntries(
    [...used].sort().map((kind) => {
      const { summary } = errorKinds[kind];
      const example = errorEnvelope(kind, summary, details[kind]);
      const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example } };
      return [kind, { description: summary, headers: { ...everyHeader, ...ownHeaders[kind] }, content }];
    }),
  );
