// An endpoint as an OpenAPI operation: parameters, body and answers, each with an example.
import { type Endpoint, offersSandbox, type PaywallRule } from '../endpoint.ts';
import { type ErrorKind, errorKinds } from '../errors.ts';
import { ContentItem } from '../schemas/content.ts';
import { SandboxQuery } from '../schemas/queries.ts';
import { Trimmed } from '../schemas/content.ts';
import { deepReference, type Json, reference } from './schemas.ts';
import { everyHeader, pointer, rateHeaders } from './shared.ts';

/** Whether what stands behind a paywall has a price in this room; without one, whether anything has. */
export type HasPrice = (paywall?: PaywallRule) => boolean;

/** What the operations add to the components. */
export interface Components {
  schemas: Json;
  errors: Set<ErrorKind>;
  hasPrice: HasPrice;
}

function parameters(record: Endpoint): Json[] {
  const { http, docs } = record;
  const read = (where: 'path' | 'query', schema: Endpoint['http']['query'], examples: Record<string, unknown> = {}) =>
    Object.entries(schema?.properties ?? {}).map(([name, property]) => {
      const { description, ...rest } = property as unknown as Json;
      const isList = rest.type === 'array' && { style: 'form', explode: false };
      const required = where === 'path' || ((schema?.required ?? []) as string[]).includes(name);
      const example = name in examples && { example: examples[name] };
      return { name, in: where, required, description, ...isList, schema: rest, ...example };
    });
  const { params, query } = docs.example ?? {};
  return [
    ...read('path', http.params, params),
    ...read('query', http.query ?? (http.method === 'POST' ? SandboxQuery : undefined), query),
    ...(offersSandbox(record) ? [{ $ref: '#/components/parameters/Sandbox' }] : []),
    ...(http.accepted ? [{ $ref: '#/components/parameters/Prefer' }] : []),
    ...(http.creates ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
}

const hasValidators = ({ http, access }: Endpoint): boolean => http.method === 'GET' && !access?.private;
const validators = { ETag: pointer('ETag'), 'Last-Modified': pointer('LastModified') };

const described = ({ description, ...schema }: { description?: string }): Json => ({ description, schema });
const ownHeaders = ({ http: { headers = {} } }: Endpoint): Json =>
  Object.fromEntries(Object.entries(headers).map(([name, schema]) => [name, described(schema)]));

const headers = (record: Endpoint): Json => ({
  ...everyHeader,
  ...(hasValidators(record) && validators),
  ...(record.http.mediaType === 'text/markdown' && { 'X-Markdown-Tokens': pointer('MarkdownTokens') }),
  ...ownHeaders(record),
  ...(record.access?.rate && rateHeaders),
});

/** A file outside of the API is given whatever the query. */
const takesQuery = ({ http: { path, servedBy } }: Endpoint): boolean =>
  servedBy !== 'static' || ['/api/', '/.well-known/'].some((folder) => path.startsWith(folder));

function errorsOf(record: Endpoint, { hasPrice }: Components): ErrorKind[] {
  const { http, access } = record;
  const kinds: ErrorKind[] = [
    ...(takesQuery(record) ? (['bad_request'] as const) : []),
    ...(http.errors ?? []).filter((kind) => kind !== 'payment_required' || hasPrice()),
    ...(access?.paywall && hasPrice(access.paywall) ? (['payment_required'] as const) : []),
    ...(http.body ? (['too_large', 'unsupported_media_type'] as const) : []),
    ...(http.creates ? (['conflict', 'unprocessable'] as const) : []),
    'method_not_allowed',
    'internal_error',
    ...(http.servedBy === 'static' ? [] : (['unavailable'] as const)),
  ];
  return [...new Set(kinds)];
}

/** A media type without its parameters. */
const plainType = ({ http: { mediaType = 'application/json' } }: Endpoint): string => mediaType.split(';')[0]!;

/** Text is described by the first; a line is a content item; a PDF is no text (OpenAPI 3.1 §4.8.14.4). */
function otherTypes({ http: { alsoTypes = [] } }: Endpoint, schemas: Json): Json {
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
function errorOf(kind: ErrorKind, { http: { servedBy, response } }: Endpoint, { schemas, errors }: Components): Json {
  if (servedBy === 'protocol' && kind !== 'method_not_allowed') {
    const content = { 'application/json': { schema: reference(response, schemas) } };
    return { description: errorKinds[kind].summary, headers: kind === 'rate_limited' ? rateHeaders : {}, content };
  }
  errors.add(kind);
  return { $ref: `#/components/responses/${kind}` };
}

function responses(record: Endpoint, answer: unknown, components: Components): Json {
  const { http } = record;
  const { schemas } = components;
  const kinds = errorsOf(record, components);
  const whole = reference(http.response, schemas);
  const takesFields = http.query && 'fields' in http.query.properties;
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
    ...(http.accepted && { 202: accepted(reference(http.accepted, schemas)) }),
    ...(http.bodiless && { 202: { description: http.bodiless, headers: headers(record) } }),
    ...(hasValidators(record) && { 304: notModified }),
    ...Object.fromEntries(kinds.map((kind) => [errorKinds[kind].status, errorOf(kind, record, components)])),
  };
}

/** Any of these; `{}` is none at all. */
const securityOf = ({ slice }: PaywallRule): Json[] => [
  { l402: [] },
  ...(slice ? [{ agentToken: [] }] : []),
  ...(slice === 'anyone' ? [{}] : []),
];

/** A token is counted by itself, whatever address it comes from. */
function security({ access }: Endpoint, { hasPrice }: Components): Json {
  const paywall = access?.paywall;
  if (paywall && hasPrice(paywall)) return { security: securityOf(paywall) };
  return access?.rate ? { security: [{ agentToken: [] }, {}] } : {};
}

const descriptionOf = ({ docs, agents }: Endpoint): string => docs.description ?? agents?.usage ?? docs.summary;

/** The same parameter of several operations stands once. */
function sharedParameter(one: Json, parameters: Json): Json {
  const name = String(one.name);
  parameters[name] ??= one;
  return JSON.stringify(parameters[name]) === JSON.stringify(one) ? { $ref: `#/components/parameters/${name}` } : one;
}

/** Parameters and the answer, and nothing that every operation has. */
export function briefOperation(name: string, record: Endpoint, schemas: Json, shared: Json): Json {
  const { http, docs } = record;
  const own = parameters({ ...record, docs: { ...docs, example: {} } }).filter(
    (one) => one.in !== undefined && one.name !== 'sandbox',
  );
  const body = http.body && { 'application/json': { schema: deepReference(http.body, schemas) } };
  const answer = { [plainType(record)]: { schema: deepReference(http.response, schemas) } };
  return {
    operationId: name,
    summary: docs.summary,
    ...(own.length > 0 && { parameters: own.map((one) => sharedParameter(one, shared)) }),
    ...(body && { requestBody: { required: true, content: body } }),
    responses: {
      200: { description: 'The answer.', content: answer },
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

export function operation(name: string, record: Endpoint, answer: unknown, components: Components): Json {
  const { http, docs } = record;
  const example = docs.example?.body !== undefined && { example: docs.example.body };
  return {
    operationId: name,
    tags: [docs.group],
    summary: docs.summary,
    description: descriptionOf(record),
    parameters: parameters(record),
    ...(http.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: reference(http.body, components.schemas), ...example } },
      },
    }),
    ...security(record, components),
    responses: responses(record, answer, components),
  };
}
