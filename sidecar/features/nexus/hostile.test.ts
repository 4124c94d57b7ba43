// Tests of hostile rooms, which must not displace or delay others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#contract/errors.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { claimDueMembers } from './claim.ts';
import { openNexus } from './nexus.ts';
import { recordVisit } from './record-visit.ts';
import { maxRoomsOfHost } from './register.ts';
import { emptyNexus, hour, reportRoom, type TestNexus } from './test-web.ts';
import { visitRoom } from './visit.ts';

const ann = 'https://ann.example';
const mallory = 'https://mallory.example';
const item = { change: 'created', type: 'article', title: 'Tides', date: '2026-04-30', url: `${mallory}/a` };
const changes = (said: object) => ({ bodies: { '/api/agent/changes': { total: 1, nextCursor: 'c', ...said } } });

/** Visits each member that is due, once. */
async function visitDue({ deps, get, clock }: TestNexus, atOnce = 16): Promise<string[]> {
  const due = await claimDueMembers(deps.store, clock.now, atOnce);
  for (const member of due)
    await recordVisit(deps, member.origin, await visitRoom(get, member.origin, member), member.claimedUntil);
  return due.map(({ origin }) => origin);
}

onBothStores('hostile rooms', (open) => {
  test('an item id with invalid characters does not break the visit, and the other items are stored', async () => {
    const nexus = await emptyNexus(open());
    const items = ['a\0b', 'a\ud800b', 'fine'].map((id) => ({ ...item, id }));
    await reportRoom(nexus, mallory, changes({ items }));
    assert.equal((await nexus.nexus.creators({})).creators[0]!.contentCount, 1);
    await assert.rejects(reportRoom(nexus, mallory, changes({ items: [], nextCursor: 'a\0' })), /does not conform/);
  });

  test('a forged cursor with invalid characters is refused', async () => {
    const { nexus } = await emptyNexus(open());
    const cursor = Buffer.from(JSON.stringify(['updatedDesc', 1, 'a\0'])).toString('base64url');
    await assert.rejects(
      nexus.feed({ cursor }),
      (error) => error instanceof ApiError && error.details?.field === 'cursor',
    );
  });

  test('endless feed: a feed of changes that never ends is soon read no faster than others', async () => {
    const nexus = await emptyNexus(open());
    let page = 0;
    const web = nexus.get;
    const get: typeof web = async (url, headers) =>
      url.includes('/changes')
        ? {
            status: 200,
            etag: undefined,
            json: { items: [{ ...item, id: 'a' }], total: 1e6, nextCursor: `c${++page}` },
          }
        : web(url, headers);
    await reportRoom(nexus, mallory);
    nexus.clock.now += 2 * hour;
    const end = nexus.clock.now + 2 * hour;
    for (; nexus.clock.now < end; nexus.clock.now += 8000) await visitDue({ ...nexus, get });
    assert.ok(page > 200 && page < 800, `${page} pages in two hours`);
  });

  test('a feed that repeats its cursor counts as read to its end', async () => {
    const nexus = await emptyNexus(open());
    await reportRoom(nexus, mallory, changes({ items: [{ ...item, id: 'a' }], total: 100 }));
    nexus.clock.now += 3000;
    assert.equal((await visitDue(nexus)).length, 1);
    nexus.clock.now += 60_000;
    assert.equal((await visitDue(nexus)).length, 0);
  });

  test('two workers that register a new room concurrently list it once, without failures', async () => {
    const nexus = await emptyNexus(open());
    for (let n = 0; n < 10; n++) {
      const origin = `https://room-${n}.example`;
      nexus.rooms.set(origin, { items: [{ id: 'a', title: 'Tides' }] });
      const seen = await visitRoom(nexus.get, origin);
      await Promise.all([recordVisit(nexus.deps, origin, seen), recordVisit(nexus.deps, origin, seen)]);
    }
    const { total, creators } = await nexus.nexus.creators({});
    assert.deepEqual([total, creators[0]!.contentCount], [10, 1]);
  });

  test('slow loris: a client that reports unresponsive rooms does not block reports of others', async () => {
    const nexus = await emptyNexus(open());
    const answers = Promise.withResolvers<never>();
    const web = nexus.get;
    const get: typeof web = (url, headers) => (url.includes('silent') ? answers.promise : web(url, headers));
    const { register } = openNexus({ ...nexus.deps, get });
    const silent = Array.from({ length: 40 }, (_, n) => register(`https://silent-${n}.example`, 'mallory'));
    const ended = Promise.allSettled(silent);
    nexus.rooms.set(ann, {});
    assert.equal((await register(ann, 'ann')).status, 'active');
    answers.reject(new Error('No answer within 10 seconds.'));
    const refused = (await ended).filter(
      (one) => one.status === 'rejected' && /Too many rooms/.test(String(one.reason)),
    );
    assert.equal(refused.length, 36);
    nexus.rooms.set(mallory, {});
    assert.equal((await register(mallory, 'mallory')).status, 'active');
  });

  test('port flood: a host with very many ports gets only a limited number of rooms', async () => {
    const nexus = await emptyNexus(open());
    const tenantId = await reportRoom(nexus, `${mallory}:2000`);
    const { db } = open();
    const row = await db.selectFrom('members').selectAll().where('tenantId', '=', tenantId).executeTakeFirstOrThrow();
    for (let n = 1; n < maxRoomsOfHost; n++)
      await db
        .insertInto('members')
        .values({ ...row, tenantId: `m${n}`, origin: `${mallory}:${3000 + n}` })
        .execute();
    await assert.rejects(
      reportRoom(nexus, `${mallory}:2001`),
      (error) => error instanceof ApiError && error.details?.reason === 'host_full',
    );
    await reportRoom(nexus, `${mallory}:2000`);
    await reportRoom(nexus, ann);
  });

  test('hosts with many overdue rooms do not delay rooms of other hosts', async () => {
    const nexus = await emptyNexus(open());
    for (const host of ['a', 'b'])
      for (let port = 1; port <= 6; port++) await reportRoom(nexus, `https://${host}.mallory.example:${2000 + port}`);
    const { db } = open();
    await db.updateTable('members').set({ nextVisitAt: 0 }).execute();
    await reportRoom(nexus, ann);
    nexus.clock.now += 2 * hour;
    const turns: string[] = [];
    for (let n = 0; n < 3; n++, nexus.clock.now += 1000) turns.push(...(await visitDue(nexus, 2)));
    assert.ok(turns.includes(ann), turns.join(' '));
  });

  test('the rooms of one host keep their order while they wait', async () => {
    const nexus = await emptyNexus(open());
    const ports = [2003, 2004, 2001, 2002];
    const { db } = open();
    for (const [waiting, port] of ports.entries()) {
      const tenantId = await reportRoom(nexus, `${mallory}:${port}`);
      const nextVisitAt = nexus.clock.now - hour + waiting * 60_000;
      await db.updateTable('members').set({ nextVisitAt }).where('tenantId', '=', tenantId).execute();
    }
    const turns: string[] = [];
    for (let n = 0; n < ports.length; n++, nexus.clock.now += 1000) turns.push(...(await visitDue(nexus, 1)));
    assert.deepEqual(
      turns,
      ports.map((port) => `${mallory}:${port}`),
    );
  });
});
