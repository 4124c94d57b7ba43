// Tests that the API reference contains everything in the table of endpoints.
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
import { docsView, endpointPagePaths, endpointView, docsSamples } from './docs.ts';
import { schemaFields, type NamedSchema } from './fields.ts';

const room = sandboxRoom({ baseUrl: 'https://room.example.org' });
const overviewOf = (of: Room) => docsView(of, docsSamples(of), []);
const endpointsOf = (of: Room) => endpointPagePaths.map((path) => endpointView(of, docsSamples(of), path));
const endpointPages = endpointsOf(room);

test('the overview links to the page of every endpoint once', () => {
  const links = overviewOf(room).groups.flatMap((group) => group.endpoints.map(({ href }) => href));
  assert.equal(links.length, allEndpoints.length);
  assert.deepEqual(links.toSorted(), endpointPagePaths.toSorted());
  assert.equal(new Set(links).size, links.length);
});

test('every link to a shape has a table on the same page', () => {
  let links = 0;
  for (const page of endpointPages) {
    const anchors = new Set(page.shapes.map(({ anchor }) => anchor));
    const tables = [page.parameters, page.body, page.responseFields, ...page.shapes.map(({ fields }) => fields)];
    for (const { shape } of [...tables.flat().flatMap(({ types }) => types), ...page.response]) {
      if (shape) links++;
      assert.ok(shape === undefined || anchors.has(shape), shape);
    }
  }
  assert.ok(links > 0);
});

test('the command of an endpoint is complete: no slot is left, the body is quoted', () => {
  for (const { curl } of endpointPages) assert.doesNotMatch(curl, /[{]\w+[}]/);
  const negotiate = endpointPages.find(({ head }) => head.path === '/docs/endpoints/negotiate')!;
  assert.match(negotiate.curl, /-d '\{"capabilities":\["sandbox.v1","telepathy.v1"\]\}'$/);
});

test('no example and no snippet names an item that the API hides', () => {
  const [newest, ...older] = room.items.filter(isEmbeddable);
  const items = room.items.map((item) => (item === newest ? { ...item, hiddenOn: ['api' as const] } : item));
  const hiding = { ...room, items };
  const examples = [[overviewOf(hiding), endpointsOf(hiding)], widget(hiding)].map((example) =>
    JSON.stringify(example),
  );
  for (const said of examples) assert.ok(!said.includes(newest!.id) && said.includes(older[0]!.id));
  const oldest = older.at(-1)!;
  const others = room.items.map((item) => (item === oldest ? { ...item, hiddenOn: ['api' as const] } : item));
  assert.ok(!JSON.stringify(endpointsOf({ ...room, items: others })).includes(oldest.id));
});

test('fields of nested objects have dotted names, limits and defaults are told', () => {
  const shapes = new Map<string, NamedSchema>();
  const named = Type.Object({ id: Type.String() }, { title: 'Thing' });
  const schema = Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 9, default: 5, description: 'How `many`.' })),
    rows: Type.Array(Type.Object({ size: Type.Object({ width: Type.Number() }) })),
    thing: Type.Union([named, Type.Null()]),
  });
  const fields = schemaFields(schema, shapes);
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
  const remarks = endpointsOf(set).flatMap((page) => page.remarks);
  assert.ok(remarks.includes('7 requests per minute'));
});
