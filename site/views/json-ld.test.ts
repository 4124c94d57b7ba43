// Tests authors as schema.org data.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { peopleOn } from '#domain/people.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { itemLd } from './json-ld-items.ts';
import { appearancesLd, authorLd, personLd } from './json-ld.ts';

const room = sandboxRoom({ baseUrl: 'https://room.example' });
const { name } = room.creator;
const creator = { '@type': 'Person', '@id': 'https://room.example/#person', name, url: 'https://room.example/' };

test('the creator is one person with an id, each of several authors a person, and a boost is of its author', () => {
  assert.deepEqual(authorLd(room), creator);
  const url = 'https://room.example/people/tove-lund';
  const tove = { '@type': 'Person', '@id': url, name: 'Tove Lund', url };
  assert.deepEqual(authorLd(room, `${name} & Tove Lund`), [creator, tove]);
  const post = { ...room.items.find(({ type }) => type === 'timeline')!, author: '@tove' };
  assert.deepEqual(itemLd(room, post)['performer'], { '@type': 'Person', name: '@tove' });
});

test('a group is an organization with its members, each with the address of their page', () => {
  const members = [{ name: 'Tove Lund', role: 'Editor', bio: 'Keeps a lamp.' }, { name: 'Halvard Lie' }];
  const group = { ...room, creator: { ...room.creator, name: 'The Fog Collective', members } };
  const { '@type': type, member } = personLd(group);
  assert.equal(type, 'Organization');
  const page = (id: string) => `https://room.example/people/${id}`;
  const [first, second] = JSON.parse(JSON.stringify(member)) as Record<string, string>[];
  assert.deepEqual(
    [first!['@id'], first!['jobTitle'], first!['description'], second!['@id']],
    [page('tove-lund'), 'Editor', 'Keeps a lamp.', page('halvard-lie')],
  );
  const item = { ...room.items.find(({ type }) => type === 'article')!, author: 'Halvard Lie' };
  const [person] = peopleOn.mediaRoom({ ...group, items: [item] });
  const { subjectOf, ...facts } = appearancesLd(group, person!);
  assert.deepEqual([facts['@type'], facts['@id']], ['Person', page('halvard-lie')]);
  assert.deepEqual((subjectOf as { name: string }[])[0]!.name, item.title);
});
