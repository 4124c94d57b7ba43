// Components that all operations share: headers, parameters and errors.
import { errorEnvelope, type ErrorKind, errorKinds } from '../errors.ts';
import type { Json } from './schemas.ts';

const header = (description: string, type = 'string') => ({ description, schema: { type } });

export const sharedHeaders = {
  ApiVersion: header('API version.'),
  RequestId: header('The id in the request, or a new UUID.'),
  IgnoredParameters: header('Unknown query parameters, comma-separated, if there are any.'),
  ETag: header('Strong validator (RFC 9110 §8.8.3).'),
  LastModified: header('Time of the last change (RFC 9110 §8.8.2).'),
  MarkdownTokens: header('Estimated number of tokens: a quarter of the bytes.', 'integer'),
  RateLimitLimit: header('Maximum number of requests in a window.', 'integer'),
  RateLimitRemaining: header('Remaining requests in the window.', 'integer'),
  RateLimitReset: header('Unix time at which the window ends.', 'integer'),
  RateLimit: header('Remaining requests and seconds as a structured field.'),
  RateLimitPolicy: header('Requests and seconds of a window as a structured field.'),
  RetryAfter: header('Seconds to wait.', 'integer'),
};

export const pointer = (name: keyof typeof sharedHeaders): Json => ({ $ref: `#/components/headers/${name}` });

export const everyHeader = {
  'X-Service-API-Version': pointer('ApiVersion'),
  'X-Request-Id': pointer('RequestId'),
  'X-Ignored-Parameters': pointer('IgnoredParameters'),
};

export const rateHeaders = {
  'X-RateLimit-Limit': pointer('RateLimitLimit'),
  'X-RateLimit-Remaining': pointer('RateLimitRemaining'),
  'X-RateLimit-Reset': pointer('RateLimitReset'),
  RateLimit: pointer('RateLimit'),
  'RateLimit-Policy': pointer('RateLimitPolicy'),
};

export const sharedParameters = {
  Sandbox: {
    name: 'X-Service-Sandbox',
    in: 'header',
    description: '1 or true returns mock data, like sandbox=1.',
    schema: { type: 'string', enum: ['1', 'true'] },
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description: 'respond-async: a long task returns 202 with the address of a job (RFC 7240 §4.1).',
    schema: { type: 'string' },
    example: 'respond-async',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Repeating a request with the same key and body returns the first response, for 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: 'one-key-for-each-request',
  },
};

const schemes = {
  l402: {
    type: 'http',
    scheme: 'L402',
    description: 'Authorization: L402 MACAROON:PREIMAGE, from a paid invoice or from l402/verify.',
  },
  agentToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'agentToken of register-agent-tier, for the free slice.',
  },
};

/** Returns the security schemes; L402 is only present if something has a price. */
export const securitySchemes = (hasPrice: boolean): Json =>
  hasPrice
    ? schemes
    : {
        agentToken: {
          ...schemes.agentToken,
          description: 'agentToken of register-agent-tier, for a separate rate limit.',
        },
      };

const challenge = 'L402 macaroon="M", invoice="I", version="0", token="M"';

const ownHeaders: Partial<Record<ErrorKind, Json>> = {
  payment_required: {
    'WWW-Authenticate': { description: 'The challenge.', schema: { type: 'string' }, example: challenge },
  },
  rate_limited: { ...rateHeaders, 'Retry-After': pointer('RetryAfter') },
  unavailable: { 'Retry-After': pointer('RetryAfter') },
};

const details: Partial<Record<ErrorKind, Record<string, unknown>>> = {
  bad_request: { field: 'limit', minimum: 1, maximum: 1000 },
  payment_required: { resourceId: 'article:some-text-0a1b2c3d', amountSats: 21 },
  method_not_allowed: { supportedMethods: ['GET'] },
  rate_limited: { retryAfterSeconds: 30 },
};

/** Describes the errors that are used by any operation. */
export const sharedErrors = (used: Set<ErrorKind>, paymentRequired: Record<string, unknown>): Json =>
  Object.fromEntries(
    [...used].sort().map((kind) => {
      const { summary } = errorKinds[kind];
      const isPayment = kind === 'payment_required';
      const example = errorEnvelope(kind, summary, details[kind], isPayment ? paymentRequired : {});
      const schema = { $ref: `#/components/schemas/${isPayment ? 'PaymentRequired' : 'Error'}` };
      const content = { 'application/json': { schema, example } };
      return [kind, { description: summary, headers: { ...everyHeader, ...ownHeaders[kind] }, content }];
    }),
  );
