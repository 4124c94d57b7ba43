// Tests authors as schema.org data.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sandboxRoom } from '#domain/sandbox.ts';
import { itemLd } from './json-ld-items.ts';
import { authorLd } from './json-ld.ts';

const room = sandboxRoom({ baseUrl: 'https://room.example' });
const { name } = room.creator;
const creator = { '@type': 'Person', '@id': 'https://room.example/#person', name, url: 'https://room.example/' };

test('the creator is one person with an id, each of several authors a person, and a boost is of its author', () => {
  assert.deepEqual(authorLd(room), creator);
  assert.deepEqual(authorLd(room, `${name} & Tove Lund`), [creator, { '@type': 'Person', name: 'Tove Lund' }]);
  const post = { ...room.items.find(({ type }) => type === 'timeline')!, author: '@tove' };
  assert.deepEqual(itemLd(room, post)['performer'], { '@type': 'Person', name: '@tove' });
});
