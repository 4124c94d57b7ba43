// OpenAPI 3.1 from the table of endpoints: only what answers is described.
import type { TSchema } from 'typebox';
import { type Endpoint, groups } from './endpoint.ts';
import { builtEndpoints } from './endpoints.ts';
import { ErrorEnvelope, type ErrorKind, errorKinds } from './errors.ts';
import { apiVersion } from './version.ts';

type Json = Record<string, unknown>;

/** Named schemas go to components once; the operation points there. */
function reference(schema: TSchema, schemas: Json): Json {
  const { title } = schema as { title?: string };
  if (!title) return inline(schema, schemas);
  schemas[title] ??= schema;
  return { $ref: `#/components/schemas/${title}` };
}

function inline(schema: TSchema, schemas: Json): Json {
  const { anyOf } = schema as { anyOf?: TSchema[] };
  return anyOf
    ? { ...(schema as Json), anyOf: anyOf.map((one) => reference(one, schemas)) }
    : (schema as unknown as Json);
}

function parameters(record: Endpoint): Json[] {
  const read = (where: 'path' | 'query', schema: Endpoint['query'], examples: Record<string, unknown> = {}) =>
    Object.entries(schema?.properties ?? {}).map(([name, property]) => {
      const { description, ...rest } = property as unknown as Json;
      const isList = rest.type === 'array' && { style: 'form', explode: false };
      const required = where === 'path' || ((schema?.required ?? []) as string[]).includes(name);
      const example = name in examples && { example: examples[name] };
      return { name, in: where, required, description, ...isList, schema: rest, ...example };
    });
  const { params, query } = record.example ?? {};
  return [
    ...read('path', record.params, params),
    ...read('query', record.query, query),
    ...(record.creates ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
}

const hasValidators = (record: Endpoint): boolean => record.method === 'GET' && !record.private;

const headers = (record: Endpoint): Json => ({
  'X-Service-API-Version': { $ref: '#/components/headers/ApiVersion' },
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  ...(hasValidators(record) && { ETag: { $ref: '#/components/headers/ETag' } }),
  ...(record.rate && {
    'X-RateLimit-Limit': { $ref: '#/components/headers/RateLimitLimit' },
    'X-RateLimit-Remaining': { $ref: '#/components/headers/RateLimitRemaining' },
    'X-RateLimit-Reset': { $ref: '#/components/headers/RateLimitReset' },
  }),
});

function responses(record: Endpoint, schemas: Json): Json {
  const kinds: ErrorKind[] = [
    ...(record.path.startsWith('/api/') ? (['bad_request'] as const) : []),
    ...(record.errors ?? []),
    ...(record.body ? (['too_large', 'unsupported_media_type'] as const) : []),
    ...(record.creates ? (['conflict', 'unprocessable'] as const) : []),
    'method_not_allowed',
    'internal_error',
  ];
  const errors = [...new Set(kinds)].map((kind) => [
    errorKinds[kind].status,
    { $ref: `#/components/responses/${kind}` },
  ]);
  const content = { [record.mediaType ?? 'application/json']: { schema: reference(record.response, schemas) } };
  return {
    200: { description: 'The answer.', headers: headers(record), content },
    ...(hasValidators(record) && { 304: { description: 'Not changed since the ETag or date that was sent.' } }),
    ...Object.fromEntries(errors),
  };
}

function operation(name: string, record: Endpoint, schemas: Json): Json {
  const example = record.example?.body !== undefined && { example: record.example.body };
  return {
    operationId: name,
    tags: [record.group],
    summary: record.summary,
    ...(record.description && { description: record.description }),
    parameters: parameters(record),
    ...(record.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: reference(record.body, schemas), ...example } },
      },
    }),
    responses: responses(record, schemas),
  };
}

const header = (description: string, type = 'string') => ({ description, schema: { type } });
const sharedHeaders = {
  ApiVersion: header('Version of the API.'),
  RequestId: header('As sent, else a new UUID.'),
  ETag: header('Strong validator (RFC 9110 §8.8.3).'),
  RateLimitLimit: header('Requests a window at most.', 'integer'),
  RateLimitRemaining: header('Requests left in the window.', 'integer'),
  RateLimitReset: header('Unix time at which the window ends.', 'integer'),
};

const sharedParameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same key with the same body answers the first response again, for 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
};

const sharedErrors = Object.fromEntries(
  Object.entries(errorKinds).map(([kind, { summary }]) => [
    kind,
    { description: summary, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
  ]),
);

/** The document for a room at `baseUrl`. */
export function openApi(baseUrl: string, publication: string): Json {
  const schemas: Json = { Error: ErrorEnvelope };
  const paths: Record<string, Json> = {};
  for (const [name, record] of builtEndpoints()) {
    paths[record.path] = { ...paths[record.path], [record.method.toLowerCase()]: operation(name, record, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${publication}: agent API`,
      version: apiVersion,
      description: 'One creator’s content, profile, press material and booking, for people’s agents.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    security: [],
    tags: Object.entries(groups).map(([name, description]) => ({ name, description })),
    paths,
    components: { schemas, parameters: sharedParameters, headers: sharedHeaders, responses: sharedErrors },
  };
}
