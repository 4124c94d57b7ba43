// The writer of an item, and recognition of the creator among the speakers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNamed, splitPersons } from '../names.ts';
import type { RoomItem } from '../room.ts';
import { sandboxRoom } from '../sandbox.ts';
import { knownVoices, findWriter } from './voices.ts';

const { creator: mock, items } = sandboxRoom({ baseUrl: 'https://room.example' });
const creator = { ...mock, name: 'Runa Vesterby', otherNames: ['R. V. Fyr'], publication: 'Fog Signals' };
const both = { ...creator, name: 'Runa Vesterby & Halvard Lie', otherNames: [] };
const { author: _, persons: __, ...bare } = items[0]!;
const item = (changes: Partial<RoomItem>): RoomItem => ({ ...bare, ...changes });

/** Returns the writer, and true if it is the creator. */
function writer(changes: Partial<RoomItem>, room = creator): [string | undefined, boolean | undefined] {
  const name = findWriter(item(changes), room);
  return [name, name === undefined ? undefined : knownVoices(item(changes), [name], room)[name]];
}

test('a name is the same in another order, in capitals, without accents and as an account', () => {
  const named = { name: 'Éloïse Quint', otherNames: ['eloq'] };
  for (const name of ['Éloïse Quint', 'ELOISE  QUINT', 'Quint, Éloïse', '@eloq']) assert.ok(isNamed(named, name), name);
  for (const name of ['Éloïse', 'Éloïse Quint Jr', 'Eloise Quinn']) assert.ok(!isNamed(named, name), name);
});

test('a name that lists several persons is split, one with a family name of two words is not', () => {
  for (const list of [
    'Ann Lee & Bob Ray',
    'Ann Lee and Bob Ray',
    'Ann Lee, Bob Ray',
    'Ann Lee und Bob Ray',
    'Ann Lee y Bob Ray',
  ])
    assert.deepEqual(splitPersons(list), ['Ann Lee', 'Bob Ray'], list);
  for (const one of ['Ann Lee', 'José Ortega y Gasset', 'Ann Lee, PhD', 'Lee, Ann'])
    assert.equal(splitPersons(one).length, 1, one);
});

test('an item is the creator’s without another author, under another name of theirs, or under their publication’s', () => {
  for (const author of [undefined, 'runa vesterby', 'Vesterby, Runa', 'Fog Signals', 'Runa Vesterby, Fog Signals'])
    assert.deepEqual(writer(author === undefined ? {} : { author }), ['Runa Vesterby', true], author);
  assert.deepEqual(writer({ author: 'Night Boats', podcast: 'Night Boats' }), ['Runa Vesterby', true]);
});

test('an item of somebody else, or of several, is not the creator’s', () => {
  for (const author of ['Tove Lund', 'Runa Vesterby & Tove Lund', 'Tove Lund, Runa Vesterby', '@tove@s.example'])
    assert.deepEqual(writer({ author }), [author, false]);
});

test('the notes of a show with several hosts are written by nobody in particular; a guest changes nothing', () => {
  const runa = { name: 'Runa Vesterby', role: 'host' };
  const tove = { name: 'Tove Lund' };
  for (const role of ['host', 'Co-Host', 'cohost'])
    assert.deepEqual(writer({ persons: [runa, { ...tove, role }] }), [undefined, undefined], role);
  assert.deepEqual(writer({ persons: [runa, { ...tove, role: 'guest' }] }), ['Runa Vesterby', true]);
});

test('two creators of a room are separate speakers, and their joint name is not a speaker', () => {
  assert.deepEqual(writer({}, both), [undefined, undefined]);
  assert.deepEqual(writer({ author: 'Fog Signals' }, both), [undefined, undefined]);
  assert.deepEqual(writer({ author: 'Halvard Lie' }, both), ['Halvard Lie', true]);
  assert.deepEqual(writer({ author: 'Tove Lund' }, both), ['Tove Lund', false]);
  const names = ['Runa', 'Halvard Lie', 'Tove', 'Runa Vesterby & Halvard Lie', 'Speaker 1', 'HOST', 'Moderatorin'];
  assert.deepEqual(knownVoices(item({}), names, both), { Runa: true, 'Halvard Lie': true, Tove: false });
});

test('each member of a group is a creator under each of their names, and the name of the group is not a speaker', () => {
  const group = {
    ...creator,
    name: 'The Fog Collective',
    otherNames: [],
    members: [{ name: 'Runa Vesterby', otherNames: ['R. V. Fyr'] }, { name: 'Halvard Lie' }],
  };
  assert.deepEqual(writer({}, group), [undefined, undefined]);
  assert.deepEqual(writer({ author: 'r. v. fyr' }, group), ['Runa Vesterby', true]);
  assert.deepEqual(writer({ author: 'Lie, Halvard' }, group), ['Halvard Lie', true]);
  assert.deepEqual(writer({ author: 'The Fog Collective' }, group), [undefined, undefined]);
  assert.deepEqual(writer({ author: 'Tove Lund' }, group), ['Tove Lund', false]);
  const persons = [
    { name: 'Runa Vesterby', role: 'host' },
    { name: 'Tove Lund', role: 'guest' },
  ];
  const names = ['Runa', 'Halvard', 'Tove Lund', 'Tove', 'The Fog Collective', 'Fog Signals', 'R. V. Fyr'];
  assert.deepEqual(knownVoices(item({ persons }), names, group), {
    Runa: true,
    Halvard: true,
    'Tove Lund': false,
    Tove: false,
    'R. V. Fyr': true,
  });
});
