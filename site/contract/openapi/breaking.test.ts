// The flag `breaking` of the changelog, compared with what changed in the OpenAPI document since the last release.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { changelogEntries } from '../changelog.ts';
import { apiVersion } from '../version.ts';
import { openApi } from './document.ts';
import { breakingChanges, shapeLines } from './test-shape-lines.ts';

/** Version and shape of the last release. Run this test with UPDATE_SHAPE=1 to write them for the next one. */
const file = join(import.meta.dirname, 'released-shape.txt');
const current = () =>
  shapeLines(openApi('https://room.example', 'Room', { answers: {}, events: {}, paymentRequired: {} }, () => true));

test('changelog entries since the last release say breaking if and only if the API broke', () => {
  if (process.env.UPDATE_SHAPE) writeFileSync(file, [apiVersion, ...current(), ''].join('\n'));
  const [version, ...released] = readFileSync(file, 'utf8').trim().split('\n');
  const newer = changelogEntries.slice(0, changelogEntries.length - Number(version!.split('.')[2]));
  const after = current();
  if (newer.length === 0) assert.deepEqual(after, released, 'The API has changed: add an entry to changelog.ts.');
  const broken = breakingChanges(released, after);
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
