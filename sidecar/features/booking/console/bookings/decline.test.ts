import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBooking, listBookings } from '../../bookings.ts';
import { syncChannels } from '#sidecar/storage/notices.ts';
import { onBothStores } from '#sidecar/storage/test-stores.ts';
import { readAuditLines, openConsole, signInByLink } from '#sidecar/console/test-console.ts';

onBothStores('unwanted bookings in the console', (open) => {
  test('a flood of requests with forged addresses is declined in one step, without any mail', async () => {
    const { db } = open();
    const console = openConsole(open());
    const browser = await signInByLink(console);
    await syncChannels(db, {}, true, 1);
    const ask = (showName: string) =>
      createBooking(db, { showName, contactEmail: `${showName}@example.org` }, console.clock.now);
    const unwanted = [await ask('one'), await ask('two'), await ask('three')].map(({ id }) => id);
    const wanted = await ask('wanted');
    await browser.post('/bookings', { id: [...unwanted, 'unknown'], words: '' });
    const { bookings } = await listBookings(db, { status: 'declined', limit: 10 });
    assert.deepEqual(bookings.map(({ id }) => id).sort(), unwanted.sort());
    const { bookings: left } = await listBookings(db, { status: 'received', limit: 10 });
    assert.deepEqual(
      left.map(({ id }) => id),
      [wanted.id],
    );
    const mails = await db.selectFrom('events').select('id').where('type', '=', 'notice.answer').execute();
    assert.equal(mails.length, 0);
    assert.equal((await readAuditLines(console)).filter((line) => line.includes('booking.declined')).length, 3);
  });
});
