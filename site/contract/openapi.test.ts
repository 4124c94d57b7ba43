import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { builtEndpoints } from './endpoints.ts';
import { openApi } from './openapi.ts';

const document = openApi('https://room.example.org', 'Test Publication');

test('the OpenAPI document passes the recommended lint rules without an error', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
  const errors = problems.filter(({ severity }) => severity === 'error');
  assert.deepEqual(
    errors.map(({ message, location }) => [message, location[0]?.pointer]),
    [],
  );
});

test('every endpoint that answers is in it, and nothing else', () => {
  const described = Object.entries(document.paths as Record<string, object>).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(
    described.sort(),
    builtEndpoints()
      .map(([, { method, path }]) => `${method} ${path}`)
      .sort(),
  );
});
