// Describes an endpoint as an OpenAPI operation: parameters, body and responses with examples.
import { type Endpoint, offersSandbox, type PaywallRule } from '../endpoint.ts';
import { type ErrorKind, errorKinds } from '../errors.ts';
import { ContentItem } from '../schemas/content.ts';
import { SandboxQuery } from '../schemas/queries.ts';
import { Trimmed } from '../schemas/content.ts';
import { deepReference, type Json, reference } from './schemas.ts';
import { everyHeader, pointer, rateHeaders } from './shared.ts';

/** Returns true if the resource of a paywall has a price in this room; without a paywall, if anything has a price. */
export type HasPrice = (paywall?: PaywallRule) => boolean;

/** Components that the operations refer to. */
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
      const isRequired = where === 'path' || ((schema?.required ?? []) as string[]).includes(name);
      const example = name in examples && { example: examples[name] };
      return { name, in: where, required: isRequired, description, ...isList, schema: rest, ...example };
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

const headerObject = ({ description, ...schema }: { description?: string }): Json => ({ description, schema });
const endpointHeaders = ({ http: { headers = {} } }: Endpoint): Json =>
  Object.fromEntries(Object.entries(headers).map(([name, schema]) => [name, headerObject(schema)]));

const headers = (record: Endpoint): Json => ({
  ...everyHeader,
  ...(hasValidators(record) && validators),
  ...(record.http.mediaType === 'text/markdown' && { 'X-Markdown-Tokens': pointer('MarkdownTokens') }),
  ...endpointHeaders(record),
  ...(record.access?.rate && rateHeaders),
});

/** Returns false for files outside of the API, which are served whatever the query is. */
const takesQuery = ({ http: { path, servedBy } }: Endpoint): boolean =>
  servedBy !== 'static' || ['/api/', '/.well-known/'].some((folder) => path.startsWith(folder));

function errorKindsOf(record: Endpoint, { hasPrice }: Components): ErrorKind[] {
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

/** Returns the media type without parameters. */
const plainType = ({ http: { mediaType = 'application/json' } }: Endpoint): string => mediaType.split(';')[0]!;

/** Describes the alternative media types. A PDF is binary and has no schema (OpenAPI 3.1 §4.8.14.4). */
function otherTypes({ http: { alsoTypes = [] } }: Endpoint, schemas: Json): Json {
  const schemaOf = (type: string) =>
    type === 'application/x-ndjson' ? reference(ContentItem, schemas) : { type: 'string' };
  return Object.fromEntries(
    alsoTypes.map((type) => [type, type === 'application/pdf' ? {} : { schema: schemaOf(type) }]),
  );
}

const acceptedResponse = (schema: unknown): Json => ({
  description: 'With `Prefer: respond-async`: the job has started; its address is also in Location.',
  content: { 'application/json': { schema } },
});

/** Describes an error response. A protocol reports errors in its own messages, except a wrong method. */
function errorResponse(
  kind: ErrorKind,
  { http: { servedBy, response } }: Endpoint,
  { schemas, errors }: Components,
): Json {
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
  const kinds = errorKindsOf(record, components);
  const whole = reference(http.response, schemas);
  const takesFields = http.query && 'fields' in http.query.properties;
  const schema = takesFields ? { anyOf: [whole, reference(Trimmed, schemas)] } : whole;
  const notModified = { description: 'Not changed since the given ETag or date.', headers: validators };
  return {
    200: {
      description: 'The answer.',
      headers: headers(record),
      content: {
        [plainType(record)]: { schema, ...(answer !== undefined && { example: answer }) },
        ...otherTypes(record, schemas),
      },
    },
    ...(http.accepted && { 202: acceptedResponse(reference(http.accepted, schemas)) }),
    ...(http.acceptedWithoutBody && { 202: { description: http.acceptedWithoutBody, headers: headers(record) } }),
    ...(hasValidators(record) && { 304: notModified }),
    ...Object.fromEntries(kinds.map((kind) => [errorKinds[kind].status, errorResponse(kind, record, components)])),
  };
}

/** Lists alternative credentials; `{}` stands for no credentials. */
const paywallSecurity = ({ freeSlice: slice }: PaywallRule): Json[] => [
  { l402: [] },
  ...(slice ? [{ agentToken: [] }] : []),
  ...(slice === 'anyone' ? [{}] : []),
];

/** Returns the credentials of an operation. Requests with a token are counted by token, not by address. */
function security({ access }: Endpoint, { hasPrice }: Components): Json {
  const paywall = access?.paywall;
  if (paywall && hasPrice(paywall)) return { security: paywallSecurity(paywall) };
  return access?.rate ? { security: [{ agentToken: [] }, {}] } : {};
}

const describeOperation = ({ docs, agents }: Endpoint): string => docs.description ?? agents?.usage ?? docs.summary;

/** Adds a parameter to the shared ones and returns a reference to it, unless another parameter has the same name. */
function sharedParameter(one: Json, parameters: Json): Json {
  const name = String(one.name);
  parameters[name] ??= one;
  return JSON.stringify(parameters[name]) === JSON.stringify(one) ? { $ref: `#/components/parameters/${name}` } : one;
}

/** Describes the response by the names of its fields. */
function describeFields({ http: { response } }: Endpoint): string {
  const { anyOf = [response], type } = response as { anyOf?: unknown[]; type?: string };
  const names = anyOf.flatMap((one) => Object.keys((one as { properties?: object }).properties ?? {}));
  return names.length > 0 ? `Fields: ${[...new Set(names)].join(', ')}.` : `The answer (${type ?? 'object'}).`;
}

/** Describes an endpoint by its parameters, its body, and the names of the fields of its response. */
export function compactOperation(name: string, record: Endpoint, schemas: Json, shared: Json): Json {
  const { http, docs } = record;
  const own = parameters({ ...record, docs: { ...docs, example: {} } }).filter(
    (one) => one.in !== undefined && one.name !== 'sandbox',
  );
  const body = http.body && { 'application/json': { schema: deepReference(http.body, schemas) } };
  return {
    operationId: name,
    summary: docs.summary,
    ...(own.length > 0 && { parameters: own.map((one) => sharedParameter(one, shared)) }),
    ...(body && { requestBody: { required: true, content: body } }),
    responses: {
      200: { description: describeFields(record), content: { [plainType(record)]: {} } },
      '4XX': { $ref: '#/components/responses/Error' },
      '5XX': { $ref: '#/components/responses/Error' },
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
    description: describeOperation(record),
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
