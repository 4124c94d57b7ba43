// An endpoint as an OpenAPI operation: parameters, body and answers, each with an example.
import type { Endpoint } from '../endpoint.ts';
import { type ErrorKind, errorKinds } from '../errors.ts';
import { type Json, reference } from './schemas.ts';
import { everyHeader, pointer, rateHeaders } from './shared.ts';

/** What the operations add to the components. */
export interface Components {
  schemas: Json;
  errors: Set<ErrorKind>;
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
const validators = { ETag: pointer('ETag'), 'Last-Modified': pointer('LastModified') };

const headers = (record: Endpoint): Json => ({
  ...everyHeader,
  ...(hasValidators(record) && validators),
  ...(record.mediaType === 'text/markdown' && { 'X-Markdown-Tokens': pointer('MarkdownTokens') }),
  ...(record.rate && rateHeaders),
});

function errorsOf(record: Endpoint): ErrorKind[] {
  const kinds: ErrorKind[] = [
    ...(record.path.startsWith('/api/') ? (['bad_request'] as const) : []),
    ...(record.errors ?? []),
    ...(record.body ? (['too_large', 'unsupported_media_type'] as const) : []),
    ...(record.creates ? (['conflict', 'unprocessable'] as const) : []),
    'method_not_allowed',
    'internal_error',
  ];
  return [...new Set(kinds)];
}

/** A media type without its parameters. */
const plainType = ({ mediaType = 'application/json' }: Endpoint): string => mediaType.split(';')[0]!;

/** What is no text has no schema (OpenAPI 3.1 §4.8.14.4). */
const otherForm = (type: string): Json => (type.startsWith('text/') ? { schema: { type: 'string' } } : {});

function responses(record: Endpoint, answer: unknown, { schemas, errors }: Components): Json {
  const kinds = errorsOf(record);
  for (const kind of kinds) errors.add(kind);
  const schema = reference(record.response, schemas);
  const notModified = { description: 'Not changed since the ETag or date that was sent.', headers: validators };
  return {
    200: {
      description: 'The answer.',
      headers: headers(record),
      content: {
        [plainType(record)]: { schema, ...(answer !== undefined && { example: answer }) },
        ...Object.fromEntries((record.alsoAs ?? []).map((type) => [type, otherForm(type)])),
      },
    },
    ...(hasValidators(record) && { 304: notModified }),
    ...Object.fromEntries(kinds.map((kind) => [errorKinds[kind].status, { $ref: `#/components/responses/${kind}` }])),
  };
}

export function operation(name: string, record: Endpoint, answer: unknown, components: Components): Json {
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
        content: { 'application/json': { schema: reference(record.body, components.schemas), ...example } },
      },
    }),
    responses: responses(record, answer, components),
  };
}
