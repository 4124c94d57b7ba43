import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { documents } from '../../release/documents/all.ts';
import type { Room } from '#domain/room.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { type Endpoint, offersSandbox } from '../endpoint.ts';
import { allEndpoints, endpoints } from '../endpoints.ts';
import { estimateTokens } from '#domain/text/token-estimate.ts';
import { eventIds } from '../events.ts';
import { PaymentRequired } from '../schemas/payment.ts';
import { eventBody, type EventType } from '../schemas/webhooks.ts';
import { checker } from '../validation.ts';

const room = sandboxRoom({ baseUrl: 'https://room.example.org' });
const prices = { articles: 21, 'content-index': 50, 'guest-kit': 10 };
const paywalled = { ...room, access: { enabled: true, prices } };
const describe = (one: Room) => documents(one, () => '').openApi() as Document;
const document = describe(paywalled);

type Content = Record<string, { example?: unknown }>;
interface Parameter {
  name?: string;
  in?: string;
  example?: unknown;
  schema?: { examples?: unknown[] };
}
interface Operation {
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content; headers?: object; $ref?: string }>;
  security?: object[];
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { responses: Record<string, { headers: object; content: Content }> };
}

const operationOf = ({ http }: Pick<Endpoint, 'http'>) => document.paths[http.path]![http.method.toLowerCase()]!;
const exampleOf = (content: Content | undefined): unknown => Object.values(content ?? {})[0]?.example;

test('the OpenAPI document passes the recommended lint rules without an error or a warning', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
  assert.deepEqual(
    problems.map(({ message, location }) => [message, location[0]?.pointer]),
    [],
  );
});

test('the document contains exactly the endpoints of the table', () => {
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(described.sort(), allEndpoints.map(([, { http }]) => `${http.method} ${http.path}`).sort());
});

test('every operation has valid examples of its request and response', () => {
  for (const [name, record] of allEndpoints) {
    const { parameters, requestBody, responses } = operationOf(record);
    for (const parameter of parameters.filter((one) => one.in === 'path'))
      assert.ok(parameter.example ?? parameter.schema?.examples, `${name}: ${parameter.name}`);
    if (record.http.body) {
      const sent = checker(record.http.body)(exampleOf(requestBody?.content));
      assert.ok(sent.ok, `${name}: ${JSON.stringify(sent)}`);
    }
    const answer = exampleOf(responses[200]!.content);
    assert.notEqual(answer, undefined, `${name} has no example of its answer: see documents/examples.ts`);
    const check = checker(record.http.response)(answer);
    // This document is shown in short.
    assert.ok(check.ok || name.startsWith('openApi'), `${name}: ${JSON.stringify(check)}`);
  }
});

test('every event is described with its signature and a valid example', () => {
  assert.deepEqual(Object.keys(document.webhooks).sort(), [...eventIds, 'webhook.test'].sort());
  for (const [event, { post }] of Object.entries(document.webhooks)) {
    const check = checker(eventBody(event as EventType))(exampleOf(post.requestBody?.content));
    assert.ok(check.ok, `${event}: ${JSON.stringify(check)}`);
    const names = post.parameters.map(({ name }) => name);
    assert.deepEqual(names, ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'X-Service-Signature']);
  }
});

test('endpoints that create something accept an Idempotency-Key, and rated ones have rate headers', () => {
  for (const [name, record] of allEndpoints) {
    const { parameters, responses } = operationOf(record);
    const takesKey = JSON.stringify(parameters).includes('IdempotencyKey');
    assert.equal(takesKey, record.http.creates !== undefined, name);
    assert.equal('X-RateLimit-Limit' in responses[200]!.headers!, record.access?.rate !== undefined, name);
    assert.equal(responses[429] !== undefined, record.access?.rate !== undefined, name);
  }
  assert.ok('Retry-After' in document.components.responses.rate_limited!.headers);
});

test('only endpoints of the sidecar may be unavailable, with Retry-After', () => {
  for (const [name, record] of allEndpoints)
    assert.equal(operationOf(record).responses[503] !== undefined, record.http.servedBy !== 'static', name);
  assert.ok('Retry-After' in document.components.responses.unavailable!.headers);
});

test('alternative media types, headers and the sandbox are described', () => {
  for (const [name, record] of allEndpoints) {
    const { parameters, responses } = operationOf(record);
    const { content, headers } = responses[200]!;
    for (const type of record.http.alsoTypes ?? []) assert.ok(type in content!, `${name}: ${type}`);
    for (const header of Object.keys(record.http.headers ?? {})) assert.ok(header in headers!, `${name}: ${header}`);
    assert.equal(JSON.stringify(parameters).includes('parameters/Sandbox'), offersSandbox(record), name);
  }
  assert.ok('X-Content-Index-Max-Limit' in operationOf(endpoints.contentIndex).responses[200]!.headers!);
});

test('every error is described once with an example', () => {
  for (const [kind, { content }] of Object.entries(document.components.responses))
    assert.ok((exampleOf(content) as { error: { code: string } }).error.code, kind);
});

test('endpoints with a price describe 402 and the credentials; a free room describes neither', () => {
  const priced = ({ paths }: Document) =>
    Object.entries(paths).flatMap(([path, { get, post }]) =>
      [get, post].some((one) => one?.responses[402]) ? [path] : [],
    );
  const { article, contentIndex, guestKit, search: searching } = endpoints;
  for (const { http } of [article, contentIndex, guestKit, searching])
    assert.ok(priced(document).includes(http.path), http.path);
  assert.deepEqual(document.paths[contentIndex.http.path]!.get!.security, [{ l402: [] }, { agentToken: [] }]);
  const challenge = exampleOf(document.components.responses.payment_required!.content);
  assert.ok(checker(PaymentRequired)(challenge).ok);
  const free = describe(room);
  assert.deepEqual(priced(free), []);
  assert.ok(!JSON.stringify(free).includes('PaymentRequired'));
});

test('every operation has a description, and rated ones accept an agent token', () => {
  const free = describe(room);
  for (const [name, record] of allEndpoints) {
    const { description, security } = free.paths[record.http.path]![record.http.method.toLowerCase()]! as Operation & {
      description?: string;
    };
    assert.ok(description, name);
    if (record.access?.rate) assert.ok(JSON.stringify(security).includes('agentToken'), name);
  }
  const { securitySchemes } = (free as unknown as { components: { securitySchemes: object } }).components;
  assert.deepEqual(Object.keys(securitySchemes), ['agentToken']);
});

test('the compact document has fewer than 20,000 tokens, all endpoints, and no missing schema', async () => {
  const brief = documents(room, () => '').openApiCompact() as Document;
  const text = JSON.stringify(brief);
  assert.ok(estimateTokens(text) < 20_000, `${estimateTokens(text)} tokens`);
  for (const [name, { http }] of allEndpoints)
    assert.equal(http.method.toLowerCase() in brief.paths[http.path]!, true, name);
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi-compact.json', config });
  assert.deepEqual(
    problems.map(({ message }) => message),
    [],
  );
});
