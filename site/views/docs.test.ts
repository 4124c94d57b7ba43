// The API reference says everything that the table of endpoints says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ratesPerMinute } from '#contract/limits.ts';
import { Type } from 'typebox';
import { allEndpoints } from '#contract/endpoints.ts';
import type { Room } from '#domain/room.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { widget } from '../release/documents/discovery.ts';
import { isEmbeddable } from '../release/embeds.ts';
import { changelogView } from './changelog.ts';
import { docsView, samplesOf } from './docs.ts';
import { fieldsOf, type Shape } from './fields.ts';

const room = sandboxRoom({ baseUrl: 'https://room.example.org' });
const docsOf = (of: Room) => docsView(of, samplesOf(of), []);
const view = docsOf(room);
const shown = view.groups.flatMap((group) => group.endpoints);

test('every endpoint is there once', () => {
  assert.equal(shown.length, allEndpoints.length);
  const anchors = [...shown, ...view.shapes].map(({ anchor }) => anchor);
  assert.equal(new Set(anchors).size, anchors.length);
});

test('every link to a shape has a table to lead to', () => {
  const anchors = new Set(view.shapes.map(({ anchor }) => anchor));
  const fields = [
    ...shown.flatMap((one) => [...one.parameters, ...one.body, ...one.answerFields]),
    ...view.shapes.flatMap((shape) => shape.fields),
  ];
  const types = [...fields.flatMap((field) => field.types), ...shown.flatMap((one) => one.answer)];
  assert.ok(types.some(({ shape }) => shape));
  for (const { shape } of types) assert.ok(shape === undefined || anchors.has(shape), shape);
});

test('a line to try an endpoint is whole: no slot is left, the body is quoted', () => {
  for (const { curl } of shown) assert.doesNotMatch(curl, /[{]\w+[}]/);
  const negotiate = shown.find(({ anchor }) => anchor === 'negotiate')!;
  assert.match(negotiate.curl, /-d '\{"capabilities":\["sandbox.v1","telepathy.v1"\]\}'$/);
});

test('no example and no snippet names an item that the API hides', () => {
  const [newest, ...older] = room.items.filter(isEmbeddable);
  const items = room.items.map((item) => (item === newest ? { ...item, hiddenOn: ['api' as const] } : item));
  const hiding = { ...room, items };
  for (const said of [docsOf(hiding), widget(hiding)].map((one) => JSON.stringify(one)))
    assert.ok(!said.includes(newest!.id) && said.includes(older[0]!.id));
  const oldest = older.at(-1)!;
  const others = room.items.map((item) => (item === oldest ? { ...item, hiddenOn: ['api' as const] } : item));
  assert.ok(!JSON.stringify(docsOf({ ...room, items: others })).includes(oldest.id));
});

test('fields of nested objects have dotted names, limits and defaults are told', () => {
  const shapes = new Map<string, Shape>();
  const named = Type.Object({ id: Type.String() }, { title: 'Thing' });
  const schema = Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 9, default: 5, description: 'How `many`.' })),
    rows: Type.Array(Type.Object({ size: Type.Object({ width: Type.Number() }) })),
    thing: Type.Union([named, Type.Null()]),
  });
  const fields = fieldsOf(schema, shapes);
  assert.deepEqual(
    fields.map(({ name }) => name),
    ['limit', 'rows', 'rows[].size', 'rows[].size.width', 'thing'],
  );
  assert.deepEqual([fields[0]!.isOptional, fields[0]!.description], [true, 'How many. 1 to 9. Default 5.']);
  assert.deepEqual(fields[4]!.types, [{ text: 'Thing', shape: 'shape-thing' }, { text: 'null' }]);
  assert.deepEqual([...shapes.keys()], ['Thing']);
});

test('entries of the changelog have places of their own that stay when a newer one comes', () => {
  const { entries } = changelogView(room);
  assert.equal(entries.at(-1)!.id, 'change-1');
});

test('rates are documented as they are set', () => {
  const set = { ...sandboxRoom({ baseUrl: 'https://room.example' }), rates: { ...ratesPerMinute, mcp: 7 } };
  const remarks = docsOf(set).groups.flatMap(({ endpoints }) => endpoints.flatMap((one) => one.remarks));
  assert.ok(remarks.includes('7 requests a minute'));
});
