// The flag `breaking` of the changelog, compared with what changed in the OpenAPI document since the version before.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { changelogEntries } from '../changelog.ts';
import { apiVersion } from '../version.ts';
import { openApi } from './document.ts';

type Schema = Record<string, unknown>;

/** Direction of a field. `<` clients read it, `>` clients send it, `!` clients must send it. */
type Mark = '<' | '>' | '!';

interface Operation {
  parameters?: Schema[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Schema> };
}

const maxDepth = 6;

/**
 * Describes a value. A client reads only the values it knows, so that any change of a fixed set may break it. A value
 * that it may send has a line of its own, so that only its removal does.
 */
function valueLines({ type = 'any', enum: values = [] }: Schema, path: string, mark: Mark): string[] {
  const names = (values as string[]).toSorted();
  const line = `${mark} ${path} ${[type].flat().join('|')}`;
  return mark === '<' ? [[line, ...names].join(' ')] : [line, ...names.map((name) => `> ${path} = ${name}`)];
}

/** Returns the lines of a schema: its type, its fields, and the items of its list. */
function schemaLines(schema: Schema, path: string, mark: Mark, document: OpenApi, depth = 0): string[] {
  const {
    $ref: reference,
    properties = {},
    required = [],
    items,
    anyOf,
  } = schema as {
    $ref?: string;
    properties?: Record<string, Schema>;
    required?: string[];
    items?: Schema;
    anyOf?: Schema[];
  };
  if (depth > maxDepth) return [];
  if (reference)
    return schemaLines(document.components.schemas[reference.split('/').at(-1)!]!, path, mark, document, depth);
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    const own = mark !== '<' && required.includes(name) ? '!' : mark === '!' ? '>' : mark;
    return schemaLines(field, `${path}.${name}`, own, document, depth + 1);
  });
  return [
    ...(anyOf ? [] : valueLines(schema, path, mark)),
    ...fields,
    ...(items ? schemaLines(items, `${path}[]`, mark, document, depth + 1) : []),
    ...(anyOf ?? []).flatMap((one) => schemaLines(one, path, mark, document, depth + 1)),
  ];
}

function operationLines(
  name: string,
  { parameters = [], requestBody, responses }: Operation,
  document: OpenApi,
): string[] {
  const own = parameters.map((one) => {
    const { $ref: reference } = one as { $ref?: string };
    return reference ? document.components.parameters[reference.split('/').at(-1)!]! : one;
  });
  const contents = Object.values(responses[200]?.content ?? {});
  return [
    `< ${name}`,
    ...own.flatMap(({ name: parameter, in: place, required, schema }) =>
      schemaLines(
        schema as Schema,
        `${name} ${place as string} ${parameter as string}`,
        required ? '!' : '>',
        document,
      ),
    ),
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
      schemaLines(schema, `${name} body`, '>', document),
    ),
    ...contents.flatMap(({ schema }) => (schema ? schemaLines(schema, `${name} 200`, '<', document) : [])),
  ];
}

/** Returns the shape of a document as sorted lines, each once. */
function shapeLines(document: object): string[] {
  const whole = document as OpenApi;
  const lines = Object.entries(whole.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, one]) =>
      operationLines(`${method.toUpperCase()} ${path}`, one, whole),
    ),
  );
  return [...new Set(lines)].sort();
}

const isRequired = (line: string): boolean => line.startsWith('!');

/** Returns the differences that can break a client: what is gone or has changed, and what it must now send. */
function breakingChanges(before: string[], after: string[]): string[] {
  const old = new Set(before);
  const current = new Set(after);
  const asOptional = (line: string) => line.replace(/^!/, '>');
  const removed = before.filter((line) => !current.has(line) && !current.has(asOptional(line)));
  return [
    ...removed.map((line) => `- ${line}`),
    ...after.filter((line) => isRequired(line) && !old.has(line)).map((line) => `+ ${line}`),
  ];
}

/**
 * A version and its shape. The next version is compared with it. Run this test with UPDATE_SHAPE=1 before you add an
 * entry to the changelog, so that no version is left out.
 */
const file = join(import.meta.dirname, 'recorded-shape.txt');
const current = () =>
  shapeLines(openApi('https://room.example', 'Room', { answers: {}, events: {}, paymentRequired: {} }, () => true));

/** Returns the last number of a version, which grows by one with each entry of the changelog. */
const patchOf = (version: string): number => Number(version.split('.')[2]);

test('an entry of the changelog says breaking if and only if its version breaks the one before', () => {
  const [version, ...recorded] = readFileSync(file, 'utf8').trim().split('\n');
  const newer = changelogEntries.slice(0, patchOf(apiVersion) - patchOf(version!));
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
