// OpenAPI 3.1 from the table of endpoints: only what answers is described.
import { groups } from '../endpoint.ts';
import { allEndpoints, endpoints } from '../endpoints.ts';
import { ErrorEnvelope } from '../errors.ts';
import { apiVersion } from '../version.ts';
import { PaymentRequired } from '../schemas/payment.ts';
import { briefOperation, type Components, type HasPrice, operation } from './operation.ts';
import type { Json } from './schemas.ts';
import { securitySchemes, sharedErrors, sharedHeaders, sharedParameters } from './shared.ts';
import { eventDescriptions } from '../events.ts';
import { eventBody, type EventType } from '../schemas/webhooks.ts';

/** Describes a header that a delivery is signed with. */
const signed = (name: string, description: string, example: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

const signature = [
  signed('webhook-id', 'The same on repeats of one delivery.', '019ae1c2-7a3e-7c55-9d0e-2f6f0f5b7a11'),
  signed('webhook-timestamp', 'Unix time in seconds at which it was sent.', '1767607200'),
  signed(
    'webhook-signature',
    'Standard Webhooks: v1 and the base64 HMAC-SHA256 of webhook-id.webhook-timestamp.body.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
  signed(
    'X-Service-Signature',
    'sha256= and the hex HMAC-SHA256 of the body, with the secret as it was shown.',
    `sha256=${'0'.repeat(64)}`,
  ),
];

const outcomes = {
  '2XX': { description: 'Delivered, when it comes within 15 seconds.' },
  410: { description: 'Ends the subscription.' },
  default: { description: 'Tried again for about three days; Retry-After is honoured.' },
};

const described: Record<EventType, string> = {
  ...eventDescriptions,
  'webhook.test': 'A test that was asked for at manageUrl.',
};

/** `examples` holds a payload for each event. */
const webhooks = (examples: Partial<Record<string, unknown>>): Json =>
  Object.fromEntries(
    (Object.entries(described) as [EventType, string][]).map(([event, summary]) => {
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
