import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interpret } from './interpret.ts';

const creator = { name: 'Mara Ilves', publication: 'The Tidewater Letter', language: 'en' };
const kindOf = (sentence: string) =>
  interpret(sentence, { now: 0, creator, holds: () => false, isTopic: () => false }).kind;

const bookings = [
  'Book an interview',
  'book an interview.',
  'Please book a podcast interview with Mara for our show',
  'Schedule an interview',
  'Request an interview with her',
  'Could you arrange a call?',
  'I want to set up a short conversation',
  'Interview request',
  'Booking',
  'I would like to book Mara Ilves for our show.',
  'Interview vereinbaren',
  'Bitte buche ein Interview',
  'Vereinbaren Sie bitte einen Termin',
  'Interviewanfrage',
  'Ich möchte ein Gespräch ausmachen',
  'インタビューを予約してください',
  '予約をお願いします',
  '取材依頼',
];

const others = [
  'Book talk',
  'A book about an interview',
  'Which interviews are about books?',
  'The book on the schedule of a talk',
  'Show me an interview about harbours',
  'Gespräche über Bücher',
  'Das Interview mit dem Hafenmeister',
  '予約制の図書館について',
];

test('a short request for an interview or a booking is one, in each language that is understood', () => {
  for (const sentence of bookings) assert.equal(kindOf(sentence), 'booking', sentence);
});

test('who asks about books, interviews and talks is told what there is', () => {
  for (const sentence of others) assert.notEqual(kindOf(sentence), 'booking', sentence);
  assert.equal(kindOf('Cancel the booking of an interview'), 'cancel');
  assert.equal(kindOf('Prepare an interview'), 'prepare');
});
