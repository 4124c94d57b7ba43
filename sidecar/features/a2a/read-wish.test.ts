import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findShowNames, readWish } from './read-wish.ts';

const now = Date.parse('2026-11-28T00:00:00Z');

test('a sentence that names one show and its dates gives both, as they were written', () => {
  const sentences: [text: string, showName: string | undefined, timeframe: string | undefined][] = [
    [
      'I would like to book her for an interview on the Deep Water podcast on 12 December at 3pm.',
      'Deep Water',
      'on 12 December at 3pm',
    ],
    [
      'We want to interview you for our podcast Night Train next Wednesday or Thursday afternoon',
      'Night Train',
      'next Wednesday or Thursday afternoon',
    ],
    ['Please book an interview for “The Tidal Hour”, in May 2027.', 'The Tidal Hour', 'in May 2027'],
    ['Book an interview for a show called Sea and Sky.', 'Sea and Sky', undefined],
    [
      'Wir möchten Sie für unsere Sendung „Am Wasser“ am Freitag um 15 Uhr einladen.',
      'Am Wasser',
      'am Freitag um 15 Uhr',
    ],
    ['Wir möchten für unsere Sendung Interviews vereinbaren.', undefined, undefined],
    ['番組「潮の時間」への出演を12月5日午後3時にお願いします。', '潮の時間', '12月5日午後3時'],
    ['We may want to book an interview for our show on Friday', undefined, 'on Friday'],
    ['Book an interview about “tides” for our show', undefined, undefined],
    ['I march to my own drum: book an interview with 3 of us', undefined, undefined],
  ];
  for (const [text, showName, timeframe] of sentences) {
    const wish = readWish(text, now);
    assert.deepEqual([wish.showName, wish.timeframe], [showName, timeframe], text);
  }
});

test('a sentence with two names gives none, and lists both', () => {
  const text = 'Book an interview for “Night Train” or “Deep Water”.';
  assert.equal(readWish(text, now).showName, undefined);
  assert.deepEqual(findShowNames(text), ['Night Train', 'Deep Water']);
});

test('exact times are proposed if all of them are in the future', () => {
  const read = (times: string) => readWish(`Book an interview for “A Show” at ${times}`, now).proposedTimes;
  assert.deepEqual(read('2026-12-05T15:00:00Z or 2026-12-06T15:00+01:00'), [
    '2026-12-05T15:00:00Z',
    '2026-12-06T15:00+01:00',
  ]);
  assert.equal(read('2026-01-05T15:00:00Z'), undefined);
});

test('a long sentence is read in time that grows with its length', () => {
  for (const piece of ['podcast A ', '“a', 'the A of the ', 'on 3 May '])
    assert.ok(findShowNames(piece.repeat(5000)).length >= 0 && readWish(piece.repeat(5000), now));
});
