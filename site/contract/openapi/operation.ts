// An endpoint as an OpenAPI operation: parameters, body and answers, each with an example.
import { type Endpoint, offersSandbox, type Paywall } from '../endpoint.ts';
import { type ErrorKind, errorKinds } from '../errors.ts';
import { ContentItem } from '../schemas/content.ts';
import { SandboxQuery } from '../schemas/queries.ts';
import { Trimmed } from '../schemas/content.ts';
import { deepReference, type Json, reference } from './schemas.ts';
import { everyHeader, pointer, rateHeaders } from './shared.ts';

/** Whether what stands behind a paywall has a price in this room; without one, whether anything has. */
export type HasPrice = (paywall?: Paywall) => boolean;

/** What the operations add to the components. */
export interface Components {
  schemas: Json;
  errors: Set<ErrorKind>;
  hasPrice: HasPrice;
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
    ...read('query', record.query ?? (record.method === 'POST' ? SandboxQuery : undefined), query),
    ...(offersSandbox(record) ? [{ $ref: '#/components/parameters/Sandbox' }] : []),
    ...(record.accepted ? [{ $ref: '#/components/parameters/Prefer' }] : []),
    ...(record.creates ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
}

const hasValidators = (record: Endpoint): boolean => record.method === 'GET' && !record.private;
const validators = { ETag: pointer('ETag'), 'Last-Modified': pointer('LastModified') };

const described = ({ description, ...schema }: { description?: string }): Json => ({ description, schema });
const ownHeaders = ({ headers = {} }: Endpoint): Json =>
  Object.fromEntries(Object.entries(headers).map(([name, schema]) => [name, described(schema)]));

const headers = (record: Endpoint): Json => ({
  ...everyHeader,
  ...(hasValidators(record) && validators),
  ...(record.mediaType === 'text/markdown' && { 'X-Markdown-Tokens': pointer('MarkdownTokens') }),
  ...ownHeaders(record),
  ...(record.rate && rateHeaders),
});

/** A file outside of the API is given whatever the query. */
const takesQuery = ({ path, lane }: Endpoint): boolean =>
  lane !== 'static' || ['/api/', '/.well-known/'].some((folder) => path.startsWith(folder));

function errorsOf(record: Endpoint, { hasPrice }: Components): ErrorKind[] {
  const kinds: ErrorKind[] = [
    ...(takesQuery(record) ? (['bad_request'] as const) : []),
    ...(record.errors ?? []).filter((kind) => kind !== 'payment_required' || hasPrice()),
    ...(record.paywall && hasPrice(record.paywall) ? (['payment_required'] as const) : []),
    ...(record.body ? (['too_large', 'unsupported_media_type'] as const) : []),
    ...(record.creates ? (['conflict', 'unprocessable'] as const) : []),
    'method_not_allowed',
    'internal_error',
    ...(record.lane === 'static' ? [] : (['unavailable'] as const)),
  ];
  return [...new Set(kinds)];
}

/** A media type without its parameters. */
const plainType = ({ mediaType = 'application/json' }: Endpoint): string => mediaType.split(';')[0]!;

/** Text is described by the first; a line is a content item; a PDF is no text (OpenAPI 3.1 §4.8.14.4). */
function otherTypes({ alsoTypes = [] }: Endpoint, schemas: Json): Json {
  const schemaOf = (type: string) =>
    type === 'application/x-ndjson' ? reference(ContentItem, schemas) : { type: 'string' };
  return Object.fromEntries(
    alsoTypes.map((type) => [type, type === 'application/pdf' ? {} : { schema: schemaOf(type) }]),
  );
}

const accepted = (schema: unknown): Json => ({
  description: 'With `Prefer: respond-async`: it is under way; the address of the job is in Location, too.',
  content: { 'application/json': { schema } },
});

/** A protocol says in its own messages what is refused, save a wrong method. */
function errorOf(kind: ErrorKind, { lane, response }: Endpoint, { schemas, errors }: Components): Json {
  if (lane === 'protocol' && kind !== 'method_not_allowed') {
    const content = { 'application/json': { schema: reference(response, schemas) } };
    return { description: errorKinds[kind].summary, headers: kind === 'rate_limited' ? rateHeaders : {}, content };
  }
  errors.add(kind);
  return { $ref: `#/components/responses/${kind}` };
}

function responses(record: Endpoint, answer: unknown, components: Components): Json {
  const { schemas } = components;
  const kinds = errorsOf(record, components);
  const whole = reference(record.response, schemas);
  const takesFields = record.query && 'fields' in record.query.properties;
  const schema = takesFields ? { anyOf: [whole, reference(Trimmed, schemas)] } : whole;
  const notModified = { description: 'Not changed since the ETag or date that was sent.', headers: validators };
  return {
    200: {
      description: 'The answer.',
      headers: headers(record),
      content: {
        [plainType(record)]: { schema, ...(answer !== undefined && { example: answer }) },
        ...otherTypes(record, schemas),
      },
    },
    ...(record.accepted && { 202: accepted(reference(record.accepted, schemas)) }),
    ...(record.bodiless && { 202: { description: record.bodiless, headers: headers(record) } }),
    ...(hasValidators(record) && { 304: notModified }),
    ...Object.fromEntries(kinds.map((kind) => [errorKinds[kind].status, errorOf(kind, record, components)])),
  };
}

/** Any of these; `{}` is none at all. */
const securityOf = ({ slice }: Paywall): Json[] => [
  { l402: [] },
  ...(slice ? [{ agentToken: [] }] : []),
  ...(slice === 'anyone' ? [{}] : []),
];

/** A token is counted by itself, whatever address it comes from. */
function security({ paywall, rate }: Endpoint, { hasPrice }: Components): Json {
  if (paywall && hasPrice(paywall)) return { security: securityOf(paywall) };
  return rate ? { security: [{ agentToken: [] }, {}] } : {};
}

const descriptionOf = ({ description, toolUse, summary }: Endpoint): string => description ?? toolUse ?? summary;

/** The same parameter of several operations stands once. */
function sharedParameter(one: Json, parameters: Json): Json {
  const name = String(one.name);
  parameters[name] ??= one;
  return JSON.stringify(parameters[name]) === JSON.stringify(one) ? { $ref: `#/components/parameters/${name}` } : one;
}

/** Parameters and the answer, and nothing that every operation has. */
export function briefOperation(name: string, record: Endpoint, schemas: Json, shared: Json): Json {
  const own = parameters({ ...record, example: {} }).filter((one) => one.in !== undefined && one.name !== 'sandbox');
  const body = record.body && { 'application/json': { schema: deepReference(record.body, schemas) } };
  const answer = { [plainType(record)]: { schema: deepReference(record.response, schemas) } };
  return {
    operationId: name,
    summary: record.summary,
    ...(own.length > 0 && { parameters: own.map((one) => sharedParameter(one, shared)) }),
    ...(body && { requestBody: { required: true, content: body } }),
    responses: {
      200: { description: 'The answer.', content: answer },
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

export function operation(name: string, record: Endpoint, answer: unknown, components: Components): Json {
  const example = record.example?.body !== undefined && { example: record.example.body };
  return {
    operationId: name,
    tags: [record.group],
    summary: record.summary,
    description: descriptionOf(record),
    parameters: parameters(record),
    ...(record.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: reference(record.body, components.schemas), ...example } },
      },
    }),
    ...security(record, components),
    responses: responses(record, answer, components),
  };
}
