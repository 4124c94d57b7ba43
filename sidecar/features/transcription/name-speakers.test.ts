import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameSpeakers } from './name-speakers.ts';

const people = ['Ann Baker', 'Zoë Marsh', 'Ann Holt'];
const say = (...lines: [speaker: string, text: string][]) =>
  lines.map(([speaker, text], at) => ({ start: at * 5, end: at * 5 + 4, text, speaker }));
const named = (of: string[], ...lines: [string, string][]) =>
  nameSpeakers(say(...lines), of).segments.map(({ speaker }) => speaker);

test('speakers are named by their introductions', () => {
  const lines: [string, string][] = [
    ['Speaker 1', 'Hello, I’m Ann Baker, and with me is Zoe Marsh.'],
    ['Speaker 2', 'Thanks, Ann. I am Zoe.'],
    ['Speaker 1', 'Good.'],
  ];
  assert.deepEqual(named(people, ...lines), ['Ann Baker', 'Zoë Marsh', 'Ann Baker']);
  assert.match(nameSpeakers(say(...lines), people).warnings[0]!, /Speaker 1 is Ann Baker, Speaker 2 is Zoë Marsh/);
});

test('a name is not assigned if it is only mentioned, claimed twice, or a first name of two people', () => {
  assert.deepEqual(named(people, ['Speaker 1', 'This is about Zoë Marsh.'], ['Speaker 2', 'I am Ann.']), [
    'Speaker 1',
    'Speaker 2',
  ]);
  assert.deepEqual(named(people, ['Speaker 1', 'I am Zoë Marsh.'], ['Speaker 2', 'I am Zoë Marsh, too.']), [
    'Speaker 1',
    'Speaker 2',
  ]);
});

test('the only voice in an episode of one person is theirs, and names of a service stay', () => {
  assert.deepEqual(named(['Ann Baker'], ['Speaker 1', 'Hello.']), ['Ann Baker']);
  assert.deepEqual(named(people, ['Speaker 1', 'Hello.']), ['Speaker 1']);
  assert.deepEqual(named(['Ann Baker'], ['Bo', 'I am Ann Baker.']), ['Bo']);
});
