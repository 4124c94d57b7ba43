import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interpret } from './interpret.ts';

const creator = { name: 'Mara Ilves', publication: 'The Tidewater Letter', language: 'en' };
const intentKind = (sentence: string) =>
  interpret(sentence, { now: 0, creator, containsPhrase: () => false, isTopic: () => false }).kind;

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
  'Can we invite Ana Silva to our podcast?',
  'I would love to have her as a guest on our show',
  'Could Mara be a guest on our show?',
  'How can I book her?',
  'I have a booking request',
  'I want to book an interview, but I do not know the date',
  'Darf ich Sie interviewen?',
  'Können wir ein Interview führen?',
  'ゲストとして出演していただけますか',
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
  'Who was a guest on the show?',
  'Which interview should I hear first?',
  'Has she been a guest on The Pilot Hour?',
  'How often was she a guest on my favourite show?',
  'Where can I hear the interview with the pilot?',
  'Did she interview Ana Silva?',
  'Can you recommend an interview?',
  'I would like to know who the guest was',
  'When does the book come out?',
  'Do not book an interview',
  'War sie zu Gast in einem Podcast?',
  'Mit wem hat sie ein Interview geführt?',
  'Könntest du mir sagen, wer zu Gast war?',
  'Ich möchte kein Interview vereinbaren',
  'ゲストは誰でしたか？',
  'インタビューはどこで聞けますか？',
];

test('short booking requests are recognized in each supported language', () => {
  for (const sentence of bookings) assert.equal(intentKind(sentence), 'booking', sentence);
});

test('questions about books, interviews and talks are not booking requests', () => {
  for (const sentence of others) assert.notEqual(intentKind(sentence), 'booking', sentence);
  for (const sentence of [
    'Which episodes are available in German?',
    'Darf man Salz sammeln?',
    'Letters about religion',
  ])
    assert.equal(intentKind(sentence), 'items', sentence);
  assert.equal(intentKind('Is Mara available in June?'), 'availability');
  assert.equal(intentKind('Cancel the booking of an interview'), 'cancel');
  assert.equal(intentKind('Prepare an interview'), 'prepare');
});
