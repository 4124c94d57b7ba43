// Tests that the frame of a page contains its address, its data and the room's address.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sandboxRoom } from '#domain/sandbox.ts';
import { pageFrame } from './frame.ts';

const room = sandboxRoom({ baseUrl: 'https://room.example.org' });

test('navigation leaves out what holds nothing and marks where the reader is', () => {
  const { navigation } = pageFrame(room, ['articles', 'timeline'], { path: '/articles/from/2020-01-01' });
  assert.deepEqual(
    navigation.map(({ label }) => label),
    ['Articles', 'Timeline', 'Media kit', 'Speaking', 'Booking'],
  );
  assert.deepEqual(
    navigation.filter(({ isCurrent }) => isCurrent).map(({ href }) => href),
    ['/articles'],
  );
});

test('the head has an absolute canonical address and the publication in its title', () => {
  const { head } = pageFrame(room, [], { path: '/docs', title: 'API reference' });
  assert.equal(head.canonical, 'https://room.example.org/docs');
  assert.equal(head.title, 'API reference · Sandbox Publication');
});

test('a page without an address has no canonical link', () => {
  assert.equal(pageFrame(room, [], { title: 'Not found' }).head.canonical, undefined);
});

test('a page is shared with its own card, by a whole address; one without shows the room’s', () => {
  const cardOf = (path?: string) => pageFrame(room, [], { ...(path && { path }) }).head.card.src;
  assert.equal(cardOf('/articles/a-b-01234567'), 'https://room.example.org/cards/articles/a-b-01234567.jpg');
  assert.equal(cardOf('/articles/from/2020-01-01'), 'https://room.example.org/cards/home.jpg');
  assert.equal(cardOf(), 'https://room.example.org/cards/home.jpg');
});
