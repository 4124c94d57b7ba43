import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offersSandbox } from '#contract/endpoint.ts';
import { allEndpoints } from '#contract/endpoints.ts';
import { ratesPerMinute } from '#contract/limits.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { authMd } from './auth.ts';
import { apiIndex } from './discovery.ts';

test('no document says that a request has no effect which has one', () => {
  const [, trying = ''] = authMd(sandboxRoom({ baseUrl: 'https://room.example.org' })).split('## Trying it');
  for (const [name, record] of allEndpoints)
    assert.equal(trying.includes(`\`${record.method} ${record.path}\``), offersSandbox(record), name);
});

test('rates are documented as they are set', () => {
  const room = {
    ...sandboxRoom({ baseUrl: 'https://room.example.org' }),
    rates: { ...ratesPerMinute, mcp: 7, freeSlice: 8 },
  };
  assert.equal(apiIndex(room).rateLimitPerMinute, 7);
  assert.match(authMd(room), /\(8 requests a minute\)/);
});
