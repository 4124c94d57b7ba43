import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtEndpoints } from '#contract/endpoints.ts';
import { sandboxRoom } from '../sandbox.ts';
import { authMd } from './auth.ts';

test('nobody is told that a request has no effect which has one', () => {
  const [, trying = ''] = authMd(sandboxRoom({ baseUrl: 'https://room.example.org' })).split('## Trying it');
  for (const [name, { method, path, sandbox }] of builtEndpoints())
    assert.equal(trying.includes(`\`${method} ${path}\``), sandbox === true, name);
});
