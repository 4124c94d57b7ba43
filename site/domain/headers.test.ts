import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headersOf, sandboxPath } from './headers.ts';

const of = (path: string, type = 'application/json; charset=utf-8') =>
  headersOf(path, { type }, 'https://room.example');

test('a shared cache keeps the sandbox apart from the live answer, whichever it meets first', () => {
  for (const path of ['/api/agent/profile', sandboxPath('/api/agent/profile')])
    assert.equal(of(path).Vary, 'X-Service-Sandbox', path);
  assert.equal(of('/api/agent/changelog').Vary, undefined);
});

test('every origin may read the API, but not where tools are run', () => {
  assert.equal(of('/api/agent')['Access-Control-Allow-Origin'], '*');
  assert.equal(of('/llms.txt')['Access-Control-Allow-Origin'], '*');
  assert.equal(of('/api/mcp')['Access-Control-Allow-Origin'], undefined);
  assert.equal(of('/articles', 'text/html')['Access-Control-Allow-Origin'], undefined);
});

test('an SVG that is opened by itself runs no script', () => {
  assert.match(of('/media/logo.svg', 'image/svg+xml')['Content-Security-Policy']!, /default-src 'none'.*; sandbox$/);
  assert.equal(of('/media/me.png', 'image/png')['Content-Security-Policy'], undefined);
});
