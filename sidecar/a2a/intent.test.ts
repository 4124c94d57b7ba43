import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressIn, skillOf } from './intent.ts';
import type { Incoming } from './message.ts';

const skill = (text: string, more: Partial<Incoming> = {}) =>
  skillOf({ messageId: 'm', contextId: 'c', goesOn: undefined, text, data: {}, ...more });

test('data says most clearly what is asked for', () => {
  assert.equal(skill('What is there about maps?', { data: { showName: 'x' } }), 'booking');
  assert.equal(skill('', { data: { showUrl: 'https://show.example' } }), 'show-prep');
  assert.equal(skill('', { data: { showUrl: 'https://show.example', showName: 'x' }, goesOn: 'show-prep' }), 'booking');
  assert.equal(skill('anything', { goesOn: 'booking' }), 'booking');
});

test('plain words ask for a booking, a preparation, or content', () => {
  for (const text of [
    'I would like to book Isaura for our show.',
    'Can we invite her to our podcast?',
    'How do I make a booking?',
    'We want to book a guest for June',
    'Would she be a guest on our show https://show.example?',
    'Book Isaura Penhallick',
  ])
    assert.equal(skill(text), 'booking', text);
  for (const text of [
    'Prepare https://show.example.org for an interview.',
    'https://show.example/episodes',
    'Please prepare an interview',
    'A briefing, please',
  ])
    assert.equal(skill(text), 'show-prep', text);
  for (const text of [
    'What is there about maps?',
    'Has she written a book about tides?',
    'Which book does she like?',
    '',
    'notebooks',
  ])
    assert.equal(skill(text), 'content', text);
});

test('an address ends before the punctuation of its sentence', () => {
  assert.equal(addressIn('See (https://show.example/a?b=1), please.'), 'https://show.example/a?b=1');
  assert.equal(addressIn('at HTTP://show.example.'), 'HTTP://show.example');
  assert.equal(addressIn('ftp://show.example javascript:alert(1)'), undefined);
});

test('regular expression bomb: a long text of half matches is told apart all the same', () => {
  for (const part of ['how ', 'like to ', 'book ', 'prepare ', 'guest '])
    assert.equal(skill(`${part.repeat(10_000)}maps`), 'content', part);
  assert.equal(addressIn(`https://${'.'.repeat(60_000)}a`), 'https://');
});
