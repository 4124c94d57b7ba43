import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BookingStatus, bookingStatuses } from '#contract/schemas/booking.ts';
import { BookingState } from '#contract/schemas/booking.ts';
import { checker } from '#contract/validation.ts';
import {
  type StoredBooking,
  bookingState,
  decideBooking,
  nextStatuses,
  readOfferedTimes,
  toSingleLine,
  statusUrl,
} from './booking.ts';

const booking: StoredBooking = {
  id: 'b1',
  status: 'received',
  showName: 'The Long Pier',
  showUrl: null,
  timeframe: null,
  message: null,
  source: 'human',
  reply: null,
  startsAt: null,
  endsAt: null,
  createdAt: 1000,
  updatedAt: 1000,
};
const start = Date.parse('2026-05-01T10:00:00Z');

test('a request allows the defined transitions and no others', () => {
  const allowed: Record<BookingStatus, string> = {
    received: 'confirmed needs_info proposed declined cancelled',
    needs_info: 'confirmed proposed declined cancelled',
    proposed: 'confirmed declined cancelled',
    confirmed: 'confirmed completed cancelled',
    declined: '',
    cancelled: '',
    completed: '',
  };
  for (const from of bookingStatuses) {
    const may = bookingStatuses.filter((status) => {
      const change = { status, startsAt: start };
      return decideBooking({ ...booking, status: from }, change, 2000).outcome === 'changed';
    });
    assert.deepEqual(new Set(may), new Set(allowed[from].split(' ').filter(Boolean)), from);
    assert.deepEqual(new Set(nextStatuses(from)), new Set(may));
  }
});

test('a decision about an outdated status changes nothing', () => {
  const proposed = { ...booking, status: 'proposed' as const };
  const decline = (from: BookingStatus) => decideBooking(proposed, { status: 'declined', from }, 2000);
  assert.deepEqual(decline('received'), {
    outcome: 'not_allowed',
    from: 'proposed',
    allowed: nextStatuses('proposed'),
  });
  assert.deepEqual(decline('proposed'), {
    outcome: 'changed',
    booking: { ...proposed, status: 'declined', updatedAt: 2000 },
  });
});

test('a change keeps omitted fields', () => {
  const first = decideBooking(booking, { status: 'proposed', reply: 'Friday?', startsAt: start }, 2000);
  assert.ok(first.outcome === 'changed');
  const second = decideBooking(first.booking, { status: 'confirmed' }, 3000);
  assert.ok(second.outcome === 'changed');
  assert.deepEqual(second.booking, {
    ...booking,
    status: 'confirmed',
    reply: 'Friday?',
    startsAt: start,
    updatedAt: 3000,
  });
});

test('a confirmed booking needs a begin, and no booking ends before it begins', () => {
  const proposed = { ...booking, status: 'proposed' as const };
  for (const times of [{}, { endsAt: start }, { startsAt: start, endsAt: start }]) {
    assert.equal(decideBooking(proposed, { status: 'confirmed', ...times }, 2000).outcome, 'needs_time');
  }
});

test('the state has the declared shape, and a calendar only once confirmed', () => {
  const url = statusUrl('https://room.example.org', 'b1', 'secret');
  assert.equal(url, 'https://room.example.org/api/agent/booking-request/b1?token=secret');
  const open = bookingState(booking, url);
  assert.equal('calendarUrl' in open, false);
  const confirmed = bookingState({ ...booking, status: 'confirmed', startsAt: start, reply: 'Gladly.' }, url);
  assert.equal(confirmed.calendarUrl, `${url}&format=ics`);
  for (const state of [open, confirmed]) assert.ok(checker(BookingState)(state).ok);
});

test('one of several offered times can be chosen, and none ends before it begins', () => {
  const offers = [
    { startsAt: start, endsAt: start + 1 },
    { startsAt: start + 5, endsAt: null },
  ];
  const offered = decideBooking(booking, { status: 'proposed', offers }, 2000);
  assert.ok(offered.outcome === 'changed');
  assert.deepEqual(readOfferedTimes(offered.booking), offers);
  assert.equal(bookingState(offered.booking, 'https://x.example/').offeredTimes!.length, 2);
  const reversed = [...offers, { startsAt: start, endsAt: start }];
  assert.equal(decideBooking(booking, { status: 'proposed', offers: reversed }, 2000).outcome, 'needs_time');
  const picked = decideBooking(offered.booking, { status: 'confirmed', ...offers[1]! }, 3000);
  assert.ok(picked.outcome === 'changed');
  assert.deepEqual(
    [picked.booking.startsAt, picked.booking.endsAt, readOfferedTimes(picked.booking)],
    [start + 5, null, []],
  );
});

test('several lines become one, and a blank text becomes null', () => {
  assert.equal(toSingleLine(' a\r\n\tb '), 'a b');
  for (const nothing of ['', ' \n', undefined]) assert.equal(toSingleLine(nothing), null);
});
