// The flag `breaking` of the changelog, compared with what changed in the OpenAPI document since the version before.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { changelogEntries } from '../changelog.ts';
import { apiVersion } from '../version.ts';
import { openApi } from './document.ts';
import { breakingChanges, shapeLines } from './test-shape-lines.ts';

/**
 * A version and its shape. The next version is compared with it. Run this test with UPDATE_SHAPE=1 before you add an
 * entry to the changelog, so that no version is left out.
 */
const file = join(import.meta.dirname, 'recorded-shape.txt');
const current = () =>
  shapeLines(openApi('https://room.example', 'Room', { answers: {}, events: {}, paymentRequired: {} }, () => true));

test('an entry of the changelog says breaking if and only if its version breaks the one before', () => {
  const [version, ...recorded] = readFileSync(file, 'utf8').trim().split('\n');
  const newer = changelogEntries.slice(0, changelogEntries.length - Number(version!.split('.')[2]));
  const after = current();
  if (process.env.UPDATE_SHAPE) writeFileSync(file, [apiVersion, ...after, ''].join('\n'));
  else assert.ok(newer.length < 2, `Run this test with UPDATE_SHAPE=1 to record the version after ${version}.`);
  if (newer.length === 0) assert.deepEqual(after, recorded, 'The API has changed. Add an entry to changelog.ts.');
  const broken = breakingChanges(recorded, after);
  const isFlagged = newer.some(({ breaking }) => breaking === true);
  assert.equal(isFlagged, broken.length > 0, `breaking must be ${!isFlagged}:\n${broken.slice(0, 20).join('\n')}`);
});

const describe = (parameters: object[], properties: object, required: string[] = []) => {
  const content = { json: { schema: { type: 'object', properties, required } } };
  const post = { parameters, requestBody: { content }, responses: { 200: { content } } };
  return shapeLines({ paths: { '/x': { post } }, components: { schemas: {}, parameters: {} } });
};
const text = { type: 'string' };
const parameter = (required: boolean, schema: object = text) => ({ name: 'q', in: 'query', required, schema });

test('removed fields, changed types and new duties break clients; additions do not', () => {
  const before = describe([], { a: text });
  const cases: [name: string, after: string[], breaks: boolean][] = [
    ['the same', describe([], { a: text }), false],
    ['a new field', describe([], { a: text, b: text }), false],
    ['a removed field', describe([], {}), true],
    ['another type', describe([], { a: { type: 'integer' } }), true],
    ['a field that must be sent', describe([], { a: text }, ['a']), true],
    ['a new parameter', describe([parameter(false)], { a: text }), false],
    ['a new parameter that must be sent', describe([parameter(true)], { a: text }), true],
  ];
  for (const [name, after, breaks] of cases) assert.equal(breakingChanges(before, after).length > 0, breaks, name);
});

test('a duty that ends breaks nothing, nor does one more value that may be sent', () => {
  const kinds = (...values: string[]) => describe([parameter(false, { type: 'string', enum: values })], {});
  assert.deepEqual(breakingChanges(describe([parameter(true)], {}), describe([parameter(false)], {})), []);
  assert.deepEqual(breakingChanges(kinds('a'), kinds('a', 'b')), []);
  assert.deepEqual(breakingChanges(kinds('a', 'b'), kinds('a')), ['- > POST /x query q = b']);
});
