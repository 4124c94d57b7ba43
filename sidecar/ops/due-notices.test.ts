import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { dayMs } from '#domain/instants.ts';
import { createBooking } from '../features/booking/bookings.ts';
import { readNewestNotices } from '../storage/notices.ts';
import { onBothStores } from '../storage/test-stores.ts';
import { queueDueNotices } from './due-notices.ts';

const now = Date.parse('2026-05-01T12:00:00Z');
const contentDir = mkdtempSync(join(tmpdir(), 'greenroom-in-time-'));
after(() => rmSync(contentDir, { recursive: true }));
mkdirSync(join(contentDir, 'transcripts/waiting'), { recursive: true });

onBothStores('notices whose time has come', (open) => {
  test('an appointment, a transcript and the week are told once each, and again when they are others', async () => {
    const { db } = open();
    for (const table of ['deliveries', 'events', 'bookings', 'sentNotices', 'calls'] as const)
      await db.deleteFrom(table).execute();
    const titles = async () => (await readNewestNotices(db, 20)).map(({ title }) => title).sort();
    await queueDueNotices({ db, contentDir, now, wallet: {} });
    assert.deepEqual(await titles(), []);

    const { id } = await createBooking(db, { showName: 'Low Water' }, now);
    const set = (startsAt: number) =>
      db.updateTable('bookings').set({ status: 'confirmed', startsAt }).where('id', '=', id).execute();
    await set(now + 2 * dayMs);
    const before = (await titles()).length;
    await queueDueNotices({ db, contentDir, now, wallet: {} });
    assert.equal((await titles()).length, before);
    await queueDueNotices({ db, contentDir, now: now + dayMs + 1, wallet: {} });
    await queueDueNotices({ db, contentDir, now: now + dayMs + 2, wallet: {} });
    const reminded = async () => (await titles()).filter((title) => title === 'Within a day: Low Water').length;
    assert.equal(await reminded(), 1);
    await set(now + 2 * dayMs + 5000);
    await queueDueNotices({ db, contentDir, now: now + dayMs + 6000, wallet: {} });
    assert.equal(await reminded(), 2);

    const file = join(contentDir, 'transcripts/waiting/a-0a1b2c3d.vtt');
    const ready = async () => (await titles()).filter((title) => title === 'A transcript is ready').length;
    writeFileSync(file, 'WEBVTT');
    for (const at of [1, 2]) await queueDueNotices({ db, contentDir, now: now + at, wallet: {} });
    assert.equal(await ready(), 1);
    utimesSync(file, 5, 5);
    for (const at of [3, 4]) await queueDueNotices({ db, contentDir, now: now + at, wallet: {} });
    assert.equal(await ready(), 2);
    rmSync(file);

    const down = async () => (await titles()).filter((title) => title === 'The wallet does not answer').length;
    const look = (at: number, walletDownSince?: number) =>
      queueDueNotices({ db, contentDir, now: at, wallet: { downSince: () => walletDownSince } });
    await look(now + 59_999, now);
    assert.equal(await down(), 0);
    for (const at of [60_000, 120_000]) await look(now + at, now);
    assert.equal(await down(), 1);
    await look(now + dayMs, now);
    assert.equal(await down(), 2);
    const earlier = { downSince: () => now };
    for (const at of [60_000, 120_000]) await queueDueNotices({ db, contentDir, now: now + at, wallet: {}, earlier });
    assert.equal((await titles()).filter((title) => title === 'The wallet used before does not answer').length, 1);

    await db.insertInto('calls').values({ day: '2026-05-01', origin: 'agent', count: 3 }).execute();
    const weeks = async () => (await titles()).filter((title) => title === 'Figures of the week').length;
    for (const days of [0, 1, 1.5]) await queueDueNotices({ db, contentDir, now: now + days * dayMs, wallet: {} });
    assert.equal(await weeks(), 1);
    await queueDueNotices({ db, contentDir, now: now + 4 * dayMs, wallet: {} });
    assert.equal(await weeks(), 2);
  });
});
