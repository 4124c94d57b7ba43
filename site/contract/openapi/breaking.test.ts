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
 * The newest version of the changelog, whether it is breaking, and its shape. The next version is compared with it: run
 * this test with UPDATE_SHAPE=1 after adding an entry.
 */
const file = join(import.meta.dirname, 'recorded-shape.txt');
const current = () =>
  shapeLines(openApi('https://room.example', 'Room', { answers: {}, events: {}, paymentRequired: {} }, () => true));

/** Records the current shape. A version is breaking if any of its changes is. */
function record(): void {
  const [version, flag, ...before] = readFileSync(file, 'utf8').trim().split('\n');
  const after = current();
  const breaks = breakingChanges(before, after).length > 0 || (version === apiVersion && flag === 'breaking');
  writeFileSync(file, [apiVersion, breaks ? 'breaking' : 'compatible', ...after, ''].join('\n'));
}

test('the newest entry of the changelog says breaking if and only if it breaks the version before it', () => {
  if (process.env.UPDATE_SHAPE) record();
  const [version, flag, ...recorded] = readFileSync(file, 'utf8').trim().split('\n');
  const advice = 'The API has changed. Add an entry to changelog.ts, then run this test with UPDATE_SHAPE=1.';
  assert.deepEqual(current(), recorded, advice);
  assert.equal(version, apiVersion, 'Run this test with UPDATE_SHAPE=1.');
  assert.equal(changelogEntries[0]!.breaking === true, flag === 'breaking', `This version is ${flag}.`);
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
