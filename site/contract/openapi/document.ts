// Builds the OpenAPI 3.1 document from the table of endpoints.
import { groups } from '../endpoint.ts';
import { allEndpoints, endpoints } from '../endpoints.ts';
import { ErrorEnvelope } from '../errors.ts';
import { apiVersion } from '../version.ts';
import { PaymentRequired } from '../schemas/payment.ts';
import { compactOperation, type Components, type HasPrice, operation } from './operation.ts';
import type { Json } from './schemas.ts';
import { securitySchemes, sharedErrors, sharedHeaders, sharedParameters } from './shared.ts';
import { eventDescriptions } from '../events.ts';
import { eventBody, type EventType } from '../schemas/webhooks.ts';

/** Describes a header that a delivery is signed with. */
const signatureHeader = (name: string, description: string, example: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

const signature = [
  signatureHeader(
    'webhook-id',
    'Id of the delivery; the same on each attempt.',
    '019ae1c2-7a3e-7c55-9d0e-2f6f0f5b7a11',
  ),
  signatureHeader('webhook-timestamp', 'Unix time of the attempt in seconds.', '1767607200'),
  signatureHeader(
    'webhook-signature',
    'Standard Webhooks: v1, a comma, and the base64 HMAC-SHA256 of webhook-id.webhook-timestamp.body.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
  signatureHeader(
    'X-Service-Signature',
    'sha256= and the hex HMAC-SHA256 of the body; the key is the secret including whsec_.',
    `sha256=${'0'.repeat(64)}`,
  ),
];

const outcomes = {
  '2XX': { description: 'Delivered, if the response arrives within 15 seconds.' },
  410: { description: 'Ends the subscription.' },
  default: { description: 'Retried for about three days; Retry-After is honoured.' },
};

const eventSummaries: Record<EventType, string> = {
  ...eventDescriptions,
  'webhook.test': 'A test event that was requested at manageUrl.',
};

/** Describes the webhooks; `examples` holds a payload for each event. */
const webhooks = (examples: Partial<Record<string, unknown>>): Json =>
  Object.fromEntries(
    (Object.entries(eventSummaries) as [EventType, string][]).map(([event, summary]) => {
      const example = examples[event] !== undefined && { example: examples[event] };
      const post = {
        operationId: `on${event.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
        tags: ['Webhooks'],
        summary,
        security: [],
        parameters: signature,
        requestBody: { required: true, content: { 'application/json': { schema: eventBody(event), ...example } } },
        responses: outcomes,
      };
      return [event, { post }];
    }),
  );

/** Example responses by endpoint name and example bodies by event id. */
export interface Examples {
  answers: Partial<Record<string, unknown>>;
  events: Partial<Record<string, unknown>>;
  /** Body members of a 402 response besides the error. */
  paymentRequired: Record<string, unknown>;
}

const describeApi = (baseUrl: string, publication: string): Json => ({
  title: `${publication}: agent API`,
  version: apiVersion,
  description: 'Content, profile, press material and booking of one creator, for agents.',
  contact: { name: publication, url: `${baseUrl}/` },
  license: { name: 'MIT', identifier: 'MIT' },
});

/** Builds a document of all endpoints that is small enough for the context of a model. */
export function openApiCompact(baseUrl: string, publication: string): Json {
  const schemas: Json = { Error: ErrorEnvelope };
  const parameters: Json = {};
  const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  const paths: Record<string, Json> = {};
  for (const [name, record] of allEndpoints) {
    paths[record.http.path] = {
      ...paths[record.http.path],
      [record.http.method.toLowerCase()]: compactOperation(name, record, schemas, parameters),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      ...describeApi(baseUrl, publication),
      description: `Compact form. Response schemas, examples and webhooks: ${baseUrl}${endpoints.openApi.http.path}`,
    },
    servers: [{ url: baseUrl }],
    security: [],
    paths,
    components: { schemas, parameters, responses: { Error: { description: 'An error.', content: errorContent } } },
  };
}

const tags = { ...groups, Webhooks: 'Events for subscribers.' };

/** Builds the complete document for a room at `baseUrl`. */
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
    info: describeApi(baseUrl, publication),
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
