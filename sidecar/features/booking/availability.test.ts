// Tests of offers of the same time to several requesters.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OfferedTime, readOfferedTimes } from '#domain/booking/booking.ts';
import { hourMs } from '#domain/instants.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { answerBooking, cancelBooking, readBooking } from './requester.ts';
import { createBooking, changeBooking } from './bookings.ts';

const begin = Date.parse('2026-07-01T10:00:00Z');
const later: OfferedTime = { startsAt: begin + 4 * hourMs, endsAt: null };
/** The last time overlaps the others, which have no end. */
const offered: OfferedTime[] = [
  { startsAt: begin, endsAt: null },
  { startsAt: begin, endsAt: null },
  { startsAt: begin + hourMs / 2, endsAt: begin + 2 * hourMs },
];

onBothStores('times of other bookings', (open) => {
  const ask = async (offer: OfferedTime) => {
    const asked = await createBooking(open().db, { showName: 'Same time' }, 1000);
    await changeBooking(open().db, asked.id, { status: 'proposed', offers: [offer, later] }, 'creator', 2000);
    const answer = ({ startsAt }: OfferedTime) =>
      readBooking(open().db, asked.id, asked.token).then((booking) =>
        answerBooking(open().db, booking, { startsAt: new Date(startsAt).toISOString() }, 3000),
      );
    const offers = async () => readOfferedTimes(await readBooking(open().db, asked.id, asked.token));
    return { ...asked, offer, answer, offers };
  };

  test('if several requesters choose the same time concurrently, one gets it and the others see the free times', async () => {
    const { db } = open();
    const all = [];
    for (const offer of offered) all.push(await ask(offer));
    const outcomes = await Promise.allSettled(all.map(({ answer, offer }) => answer(offer)));
    const lucky = all.filter((_, at) => outcomes[at]!.status === 'fulfilled');
    assert.equal(lucky.length, 1);
    const [first, second] = all.filter((one) => !lucky.includes(one));
    assert.equal((await lucky[0]!.answer(lucky[0]!.offer)).status, 'confirmed', 'the same answer again');
    assert.deepEqual(await first!.offers(), [later]);
    assert.equal((await readBooking(db, first!.id, first!.token)).startsAt, later.startsAt);
    await first!.answer(later);
    assert.deepEqual(await second!.offers(), []);
    assert.equal((await readBooking(db, second!.id, second!.token)).startsAt, null);
    await assert.rejects(second!.answer(later), /no longer available/);
    await cancelBooking(db, await readBooking(db, first!.id, first!.token), 4000);
    assert.deepEqual(await second!.offers(), [later]);
    assert.equal((await second!.answer(later)).status, 'confirmed');
  });
});
