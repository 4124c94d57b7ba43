// Protection against DNS rebinding, where a foreign page makes a visitor's browser send requests to this server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '#contract/errors.ts';
import { originGuards } from './guards.ts';

const guards = originGuards(() => 'https://room.example', ['https://app.example:8443']);

/** Returns the headers that the guard sets, or the kind of its error. */
function request(host: string | undefined, origin?: string, accept?: string): Record<string, string> | string {
  const headers: Record<string, string> = {};
  const raw = { setHeader: (name: string, value: string) => (headers[name] = value) };
  const reply = { raw, header: () => reply } as unknown as FastifyReply;
  try {
    guards[accept ? 'mcpDescriptor' : 'mcp']({ headers: { host, origin, accept } } as FastifyRequest, reply);
    return headers;
  } catch (error) {
    return (error as ApiError).kind;
  }
}

test('DNS rebinding: a Host that is neither the room nor loopback is refused', () => {
  for (const host of [
    'evil.example',
    'evil.example:4321',
    'room.example.evil.example',
    '10.0.0.1',
    '',
    undefined,
    '@',
    'room.example@evil.example',
  ])
    assert.equal(request(host), 'forbidden', String(host));
  for (const host of ['room.example', 'ROOM.example:443', 'localhost:4321', '127.0.0.1:9', '[::1]:9', 'app.example'])
    assert.deepEqual(request(host), {}, host);
});

test('foreign origin: a page of another site is refused even if its Host is allowed', () => {
  for (const origin of [
    'https://evil.example',
    'http://room.example',
    'https://room.example:444',
    'null',
    '',
    'https://app.example',
  ])
    assert.equal(request('room.example', origin), 'forbidden', origin);
});

test('only pages of the room, of loopback and of configured origins may read the answer', () => {
  for (const origin of [
    'https://room.example',
    'http://localhost:6274',
    'http://[::1]:1',
    'https://app.example:8443',
  ]) {
    const headers = request('room.example', origin) as Record<string, string>;
    assert.equal(headers['Access-Control-Allow-Origin'], origin);
    assert.equal(headers.Vary, 'Origin');
  }
});

test('the descriptor is readable by the same origins, and a request for a stream is refused', () => {
  const allowed = (origin: string) =>
    (request('any.example', origin, '*/*') as Record<string, string>)['Access-Control-Allow-Origin'];
  assert.equal(allowed('http://localhost:3000'), 'http://localhost:3000');
  assert.equal(allowed('https://evil.example'), undefined);
  for (const accept of ['text/event-stream', 'application/json, Text/Event-Stream;q=0.1'])
    assert.equal(request('room.example', undefined, accept), 'method_not_allowed', accept);
  assert.deepEqual(request('room.example', undefined, 'text/event-stream;q=0'), {});
});
