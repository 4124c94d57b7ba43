import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { allEndpoints } from './endpoints.ts';

test('no two records share a method and a path, an index key, or a tool', () => {
  const routes = allEndpoints.map(([, { http }]) => `${http.method} ${http.path}`);
  const keys = allEndpoints.flatMap(([, { docs }]) => docs.indexKey ?? []);
  const tools = allEndpoints.flatMap(([, { agents }]) => agents?.tool ?? []);
  for (const list of [routes, keys, tools]) assert.equal(new Set(list).size, list.length);
});

test('the index has every key of the specification and every key added later', () => {
  const expected =
    'profile contentIndex contentIndexBundle booking showPrep transcribe webhookSubscribe bookingRequest mediaKit speaking ' +
    'articles.list articles.one timelineEntries episodes streamVideos markdown guestKit widget registerAgentTier workOffer workSubmit ' +
    'search verifyQuote changes ask people';
  const keys = allEndpoints.flatMap(([, { docs }]) => docs.indexKey ?? []);
  assert.deepEqual(keys.sort(), expected.split(' ').sort());
});

test('every slot of a path has a parameter, and every schema compiles in strict mode', () => {
  const ajv = new Ajv2020({ strict: true });
  addFormats(ajv);
  for (const [name, { http }] of allEndpoints) {
    const slots = [...http.path.matchAll(/\{(\w+)\}/g)].map(([, slot]) => slot);
    assert.deepEqual(Object.keys(http.params?.properties ?? {}), slots, name);
    for (const schema of [http.params, http.query, http.body, http.response]) if (schema) ajv.compile(schema);
  }
});
