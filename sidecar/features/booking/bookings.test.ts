import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PublicFacts } from '#domain/room.ts';
import { syncChannels } from '../../storage/notices.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { createBooking, findBookingByToken, changeBooking, listBookings } from './bookings.ts';
import { isLimitReached } from './receipts.ts';
import { mailReceipt } from './notices.ts';

const start = Date.parse('2026-05-01T10:00:00Z');

onBothStores('bookings', (open) => {
  test('a request is readable only with its own token, of which only the hash is stored', async () => {
    const { db } = open();
    const mine = await createBooking(db, { showName: ' The\nLong Pier ', message: 'One\ntwo', timeframe: '' }, 1000);
    const other = await createBooking(db, { showName: 'Other', source: 'agent' }, 1000);
    const read = await findBookingByToken(db, mine.id, mine.token);
    assert.deepEqual(
      [read?.showName, read?.message, read?.timeframe, read?.source, read?.status],
      ['The Long Pier', 'One\ntwo', null, 'human', 'received'],
    );
    assert.equal(await findBookingByToken(db, mine.id, other.token), undefined);
    assert.equal(await findBookingByToken(db, 'nothing', mine.token), undefined);
    const rows = await db.selectFrom('bookings').selectAll().execute();
    assert.ok(!JSON.stringify(rows).includes(mine.token));
  });

  test('a request names the known agent that signed it', async () => {
    const { db } = open();
    const signed = await createBooking(db, { showName: 'Signed', source: 'agent' }, 1000, 'agent.example');
    const plain = await createBooking(db, { showName: 'Plain', source: 'agent' }, 1000);
    assert.equal((await findBookingByToken(db, signed.id, signed.token))!.agent, 'agent.example');
    assert.equal((await findBookingByToken(db, plain.id, plain.token))!.agent, null);
  });

  test('each decision is in the audit log, and a decision that is not allowed changes nothing', async () => {
    const { db } = open();
    const { id, token } = await createBooking(db, { showName: 'Decided' }, 1000);
    const step = (change: Parameters<typeof changeBooking>[2], now: number) =>
      changeBooking(db, id, change, 'creator', now);
    assert.equal((await step({ status: 'completed' }, 2000)).outcome, 'not_allowed');
    assert.equal((await step({ status: 'proposed', reply: 'Friday?' }, 3000)).outcome, 'changed');
    assert.equal((await step({ status: 'confirmed' }, 4000)).outcome, 'needs_time');
    assert.equal((await step({ status: 'confirmed', startsAt: start }, 5000)).outcome, 'changed');
    assert.deepEqual(await changeBooking(db, 'nothing', { status: 'declined' }, 'creator', 1), { outcome: 'unknown' });
    const read = await findBookingByToken(db, id, token);
    assert.deepEqual(
      [read?.status, read?.reply, read?.startsAt, read?.updatedAt],
      ['confirmed', 'Friday?', start, 5000],
    );
    const audit = await db
      .selectFrom('audit')
      .select(['action', 'detail'])
      .where('subject', '=', id)
      .orderBy('id')
      .execute();
    assert.deepEqual(
      audit.map(({ action, detail }) => [action, detail]),
      [
        ['booking.proposed', 'Friday?'],
        ['booking.confirmed', null],
      ],
    );
  });

  test('only one of several concurrent decisions succeeds', async () => {
    const { db } = open();
    const { id } = await createBooking(db, { showName: 'Raced' }, 1000);
    const all = (['declined', 'cancelled', 'declined', 'cancelled'] as const).map((status) =>
      changeBooking(db, id, { status }, 'creator', 2000),
    );
    const outcomes = (await Promise.all(all)).map(({ outcome }) => outcome);
    assert.deepEqual(outcomes.toSorted(), ['changed', 'not_allowed', 'not_allowed', 'not_allowed']);
  });

  test('the list is sorted newest first, can be filtered by status, and has the total', async () => {
    const { db } = open();
    const { id } = await createBooking(db, { showName: 'Newest' }, 9_000_000);
    const everything = await listBookings(db, { limit: 1 });
    assert.equal(everything.bookings[0]?.id, id);
    assert.ok(everything.total > 1);
    const { bookings, total } = await listBookings(db, { status: 'confirmed', limit: 10 });
    assert.deepEqual([bookings.length, total, bookings[0]?.showName], [1, 1, 'Decided']);
    assert.equal('tokenHash' in bookings[0]!, false);
  });

  test('a mailbox gets at most three receipts a day, regardless of capitals and tags in its address', async () => {
    const { db } = open();
    const facts = { baseUrl: 'https://room.example', creator: { name: 'Ida', publication: 'Pier' } } as PublicFacts;
    await syncChannels(db, {}, true, start);
    const send = (to: string, now = start) =>
      db.transaction().execute(async (tx) => {
        const made = await createBooking(tx, { showName: 'x', contactEmail: to }, now);
        await mailReceipt(tx, facts, { ...made, to }, now);
      });
    const sent = async () => {
      const rows = await db.selectFrom('events').select('payload').where('type', '=', 'notice.answer').execute();
      return rows.map(({ payload }) => (JSON.parse(payload) as { to: string }).to).sort();
    };
    const same = [
      'a_b@example.org',
      'A_b+1@Example.org',
      'a_B+1+2@EXAMPLE.org',
      'A_B@example.org',
      'a_b+3@example.org',
    ];
    for (const to of same) await send(to);
    assert.deepEqual(await sent(), same.slice(0, 3).sort());
    const others = ['a%b@example.org', 'axb@example.org', 'axb+1@example.org', 'a_b@example.com', '+@example.org'];
    for (const to of others) await send(to);
    await send('A_B+4@example.org', start + 86_400_001);
    assert.deepEqual(await sent(), [...same.slice(0, 3), ...others, 'A_B+4@example.org'].sort());
  });

  test('mail bombing: receipts are limited by network, by mailbox with or without dots, and in total', async () => {
    const { db } = open();
    const facts = { baseUrl: 'https://room.example', creator: { name: 'Ida', publication: 'Pier' } } as PublicFacts;
    const mail = { to: 'ida@example.org', events: ['booking' as const] };
    await syncChannels(db, { mail }, true, start);
    const now = start + 10 * 86_400_000;
    const perDay = 30;
    const count = async (type: string) => {
      const rows = await db
        .selectFrom('events')
        .select('id')
        .where('type', '=', type)
        .where('createdAt', '>=', now)
        .execute();
      return rows.length;
    };
    const sent = () => count('notice.answer');
    const send = (to: string, network: string) =>
      db.transaction().execute((tx) => mailReceipt(tx, facts, { id: 'x', token: 'y', to, network }, now, perDay));
    for (let n = 0; n < 20; n++) await send(`stranger${n}@victim${n}.example`, '192.0.2.1');
    assert.equal(await sent(), 3, 'a tenth for one network');
    for (const [n, name] of ['vic.tim', 'v.ictim', 'vi.c.tim', 'victim', 'Victim+x'].entries())
      await send(`${name}@example.org`, `198.51.100.${n}`);
    assert.equal(await sent(), 6, 'three for one mailbox');
    assert.equal(await isLimitReached(db, now), false);
    for (let n = 0; n < 100; n++) await send(`other${n}@example.net`, `2001:db8:${n}::/64`);
    assert.equal(await sent(), perDay);
    assert.equal(await isLimitReached(db, now), true);
    assert.equal(await count('notice.booking'), 1, 'the creator is told once');
  });
});
