import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Endpoint } from '#contract/endpoint.ts';
import { allEndpoints, endpoints } from '#contract/endpoints.ts';
import { checker } from '#contract/validation.ts';
import { sandboxAnswers } from './sandbox-answers.ts';

test('whatever leaves more than rows behind has an answer of its own, in the shape of the real one', () => {
  const needed = allEndpoints.filter(([, { http }]) => http.creates === 'across transactions').map(([name]) => name);
  for (const name of needed) assert.ok(Object.hasOwn(sandboxAnswers, name), name);
  for (const [name, make] of Object.entries(sandboxAnswers)) {
    const record = endpoints[name as 'transcribe'] as Endpoint;
    const { body } = make(record.docs.example!.body as Record<string, unknown>, {
      baseUrl: 'https://room.example',
      nexus: true,
    });
    const result = checker(record.http.response)(JSON.parse(body));
    assert.ok(result.ok, `${name} ${JSON.stringify(result)}`);
  }
});
