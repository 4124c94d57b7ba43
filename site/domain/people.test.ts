// The people of items: names in fields, transcripts and texts, and phrases that are no names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findGuests, findGuestsInNotes } from './guests.ts';
import { peopleOfItem, peopleOn, personId } from './people.ts';
import type { RoomItem } from './room.ts';
import { sandboxRoom } from './sandbox.ts';

const mock = sandboxRoom({ baseUrl: 'https://room.example' });
const creator = { ...mock.creator, name: 'Runa Vesterby', otherNames: ['R. V. Fyr'], publication: 'Fog Signals' };
const { author: _, persons: __, ...bare } = mock.items.find(({ type }) => type === 'episode')!;
const item = (changes: Partial<RoomItem>): RoomItem => ({ ...bare, summary: 'About fog.', ...changes });
const peopleOf = (changes: Partial<RoomItem>, owner: typeof mock.creator = creator) => {
  const one = item(changes);
  return peopleOfItem({ ...mock, creator: owner, items: [one] }, one).map(({ name, role }) => `${name}, ${role}`);
};

test('hosts, guests, authors and speakers of an item are its people, each once and with the first role', () => {
  assert.deepEqual(peopleOf({}), ['Runa Vesterby, author']);
  assert.deepEqual(peopleOf({ author: 'Tove Lund & Halvard Lie' }), ['Tove Lund, author', 'Halvard Lie, author']);
  assert.deepEqual(
    peopleOf({
      persons: [
        { name: 'Runa Vesterby', role: 'host' },
        { name: 'Tove Lund', role: 'host' },
        { name: 'José Quint', role: 'guest' },
      ],
      spoken: ['Runa', 'TOVE LUND', 'Jose Quint', 'Sigrid Moe', 'Speaker 2', 'Guest', 'Nobody'].map((speaker, at) => ({
        start: at,
        end: at + 1,
        text: 'Fog.',
        speaker,
      })),
    }),
    ['Runa Vesterby, host', 'Tove Lund, host', 'José Quint, guest', 'Sigrid Moe, speaker'],
  );
});

test('one person in several spellings is one person', () => {
  const same = [
    'Éloïse Quint',
    'ELOISE QUINT',
    'Eloïse  Quint',
    'Quint, Éloïse',
    'By Éloïse Quint',
    'éloïse quint (she)',
  ];
  const items = same.map((author, at) => item({ id: `item-${at}`, author }));
  const people = peopleOn.api({ ...mock, creator, items });
  assert.deepEqual(
    people.map(({ id, items: own }) => [id, own.length]),
    [['eloise-quint', 6]],
  );
  assert.equal(people[0]!.isCreator, false);
});

test('ids are stable and readable, and different names of other scripts have different ids', () => {
  assert.equal(personId('Bjørn Lie'), personId('BJØRN LIE'));
  assert.equal(personId('Bjørn Lie'), 'bjorn-lie');
  assert.match(personId('山田 太郎'), /^[a-z0-9-]+-[0-9a-f]{6}$/);
  assert.notEqual(personId('王伟'), personId('王薇'));
  assert.match(personId('فاطمة الزهراء'), /^[a-z0-9-]+-[0-9a-f]{6}$/);
});

test('names of publications, roles, accounts, hosts and companies are no persons', () => {
  const others = [
    'Fog Signals',
    '@tove',
    'other.example',
    'admin',
    'Editorial Team',
    'Lamp Media',
    'https://a.example',
    'Tide 247 FM',
  ];
  for (const author of others)
    assert.deepEqual(
      peopleOf({ author }).filter((one) => !one.startsWith('Runa')),
      [],
      author,
    );
  assert.deepEqual(peopleOf({ author: 'Night Boats', podcast: 'Night Boats' }), ['Runa Vesterby, author']);
});

test('each member of a group is a person of the room', () => {
  const group = {
    ...creator,
    name: 'The Fog Collective',
    members: [{ name: 'Runa Vesterby' }, { name: 'Halvard Lie' }],
  };
  assert.deepEqual(peopleOf({ author: 'halvard lie' }, group), ['Halvard Lie, author']);
  assert.deepEqual(peopleOf({}, group), []);
  const one = item({ author: 'Halvard Lie' });
  assert.equal(peopleOn.api({ ...mock, creator: group, items: [one] })[0]!.isCreator, true);
});

const announced: [title: string, summary: string, guests: string[]][] = [
  ['Salt', 'In this episode, Runa and Matt are joined by Tove Lund to talk about salt.', ['Tove Lund']],
  [
    'Salt',
    'Joined by Tove Lund, Halvard Lie and Sigrid van der Moe.',
    ['Tove Lund', 'Halvard Lie', 'Sigrid van der Moe'],
  ],
  ['An interview with Tove Lund', '', ['Tove Lund']],
  ['In Conversation With Tove Lund', 'Tove Lund keeps the lamp.', ['Tove Lund']],
  ['Im Gespräch mit Jörg Weiß', 'Es geht um Salz.', ['Jörg Weiß']],
  ['Entretien avec Éloïse Quint', '', ['Éloïse Quint']],
  ['Salt', 'Today’s guest is Tove Lund. She keeps a lamp.', ['Tove Lund']],
  ['The price of light, with Tove Lund', 'Tove Lund, who keeps a lamp, on oil.', ['Tove Lund']],
  ['The Price Of Light with Tove Lund', 'Lund recalls why oil ran out.', ['Tove Lund']],
  ['灯台の話', 'ゲストは山田太郎さんです。', ['山田太郎']],
];
for (const [title, summary, guests] of announced)
  test(`guests of “${title}”: ${guests.join(', ')}`, () => assert.deepEqual(findGuests({ title, summary }), guests));

const unnamed: [title: string, summary: string][] = [
  ['Automation with Home Assistant', 'Home Assistant 7 turns lamps on.'],
  ['Living with Open Source', 'We talk with Open Source maintainers.'],
  ['A Conversation With Dead People About Love', 'Séances and their people.'],
  ['Interview with the Vampire', 'A film.'],
  ['Coffee with Strangers', 'Strangers talk to each other.'],
  ['Talking to God', 'We talk to God and to lamps.'],
  ['Interview With The Sea', 'The sea says nothing.'],
  ['Salt', 'An interview with Tove Lund’s daughter.'],
  ['Episode 71 (Ft. Boy Boy)', 'Boy Boy and we.'],
  ['With Great Power', 'Great Power explains nothing.'],
  ['Reise mit Rückenwind', 'Ein Gespräch mit Freunden.'],
];
for (const [title, summary] of unnamed)
  test(`no person is made of “${title}”`, () => assert.deepEqual(findGuests({ title, summary }), []));

test('show notes name a guest where they introduce one, and not a person of whom they speak', () => {
  const notes: [text: string, guests: string[]][] = [
    ['We talk about salt.\n\n**Guest:** [Tove Lund](https://lund.example)\n', ['Tove Lund']],
    ['My guest today is Tove Lund, who keeps a lamp.', ['Tove Lund']],
    ['Zu Gast ist Jörg Weiß aus Husum.', ['Jörg Weiß']],
    ['I read an interview with Tove Lund, and she talks to Halvard Lie.', []],
    ['Music featuring Tove Lund.', []],
    ['Our guest Home Assistant turns lamps on.', []],
  ];
  for (const [text, guests] of notes) assert.deepEqual(findGuestsInNotes(text), guests, text);
  assert.deepEqual(findGuestsInNotes('joined by Ann Lee, '.repeat(20_000)), ['Ann Lee']);
});

test('exhaustion by a text of names: the time is proportional to its length', () => {
  const summary = 'joined by Ann Lee, '.repeat(20_000);
  assert.deepEqual(findGuests({ title: 'Lee Ann and '.repeat(20_000), summary }), ['Ann Lee']);
});
