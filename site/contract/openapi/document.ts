// OpenAPI 3.1 from the table of endpoints: only what answers is described.
import { groups } from '../endpoint.ts';
import { allEndpoints, endpoints } from '../endpoints.ts';
import { ErrorEnvelope } from '../errors.ts';
import { apiVersion } from '../version.ts';
import { PaymentRequired } from '../schemas/payment.ts';
import { briefOperation, type Components, type HasPrice, operation } from './operation.ts';
import type { Json } from './schemas.ts';
import { securitySchemes, sharedErrors, sharedHeaders, sharedParameters } from './shared.ts';
import { webhooks } from './webhooks.ts';

/** What is shown as an answer of each endpoint, and as the body of each event; by name. */
export interface Examples {
  answers: Partial<Record<string, unknown>>;
  events: Partial<Record<string, unknown>>;
  /** What a 402 says beside its error. */
  paymentRequired: Record<string, unknown>;
}

/** What a client needs to read content; the rest makes something, or is about payment and protocols. */
const reads = ([name, { docs }]: (typeof allEndpoints)[number]): boolean =>
  docs.group === 'Content' || name === 'index';

/** The same for who reads content alone, small enough to be read whole by a model. */
export function openApiRead(baseUrl: string, publication: string): Json {
  const schemas: Json = { Error: ErrorEnvelope };
  const parameters: Json = {};
  const failed = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  const paths: Record<string, Json> = {};
  for (const [name, record] of allEndpoints.filter(reads)) {
    paths[record.http.path] = {
      ...paths[record.http.path],
      [record.http.method.toLowerCase()]: briefOperation(name, record, schemas, parameters),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${publication}: reading`,
      version: apiVersion,
      description: `All of it: ${baseUrl}${endpoints.openApi.http.path}`,
    },
    servers: [{ url: baseUrl }],
    security: [],
    paths,
    components: { schemas, parameters, responses: { Error: { description: 'An error.', content: failed } } },
  };
}

const tags = { ...groups, Webhooks: 'Events that are sent to subscribers.' };

/** The document for a room at `baseUrl`. */
export function openApi(
  baseUrl: string,
  publication: string,
  { answers, events, paymentRequired }: Examples,
  hasPrice: HasPrice,
): Json {
  const schemas = { Error: ErrorEnvelope, ...(hasPrice() && { PaymentRequired }) };
  const components: Components = { schemas, errors: new Set(), hasPrice };
  const paths: Record<string, Json> = {};
  for (const [name, record] of allEndpoints) {
    const described = operation(name, record, answers[name], components);
    paths[record.http.path] = { ...paths[record.http.path], [record.http.method.toLowerCase()]: described };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${publication}: agent API`,
      version: apiVersion,
      description: 'One creator’s content, profile, press material and booking, for people’s agents.',
      contact: { name: publication, url: `${baseUrl}/` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    security: [],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: webhooks(events),
    components: {
      schemas: components.schemas,
      parameters: sharedParameters,
      headers: sharedHeaders,
      responses: sharedErrors(components.errors, paymentRequired),
      securitySchemes: securitySchemes(hasPrice()),
    },
  };
}
