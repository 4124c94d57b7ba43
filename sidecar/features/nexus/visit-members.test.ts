// Tests of visits: members become stale, are dropped and return, and several workers share the visits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothStores } from '../../storage/test-stores.ts';
import { claimDueMembers } from './claim.ts';
import { recordVisit } from './record-visit.ts';
import { emptyNexus, hour, reportRoom, type TestNexus } from './test-web.ts';
import { visitRoom } from './visit.ts';

const day = 24 * hour;
const ann = 'https://ann.example';

/** Visits all members that are due, one after the other, like a worker. */
async function round({ deps, get, clock }: TestNexus): Promise<number> {
  let visits = 0;
  for (;;) {
    const due = await claimDueMembers(deps.store, clock.now, 4);
    if (due.length === 0) return visits;
    for (const member of due)
      await recordVisit(deps, member.origin, await visitRoom(get, member.origin, member), member.claimedUntil);
    visits += due.length;
  }
}

onBothStores('visits of members', (open) => {
  test('a visit reads only changes, with conditional requests and from the cursor', async () => {
    const nexus = await emptyNexus(open());
    await reportRoom(nexus, ann, { name: 'Ann', items: [{ id: 'a', title: 'Tides' }] });
    assert.equal(await round(nexus), 0);
    nexus.clock.now += 2 * hour;
    nexus.rooms.set(ann, { name: 'Ann', items: [{ id: 'b', title: 'Rivers' }] });
    assert.equal(await round(nexus), 1);
    const { creators } = await nexus.nexus.creators({});
    assert.deepEqual([creators[0]!.contentCount, creators[0]!.seenAt], [2, new Date(nexus.clock.now).toISOString()]);
    assert.equal((await nexus.nexus.search({ q: 'rivers' })).total, 1);
    assert.equal(creators[0]!.updatedAt, '2026-04-01T00:00:00.000Z');
  });

  test('a retracted item is no longer found', async () => {
    const nexus = await emptyNexus(open());
    await reportRoom(nexus, ann, {
      items: [
        { id: 'a', title: 'Tides' },
        { id: 'b', title: 'Rivers' },
      ],
    });
    nexus.clock.now += 2 * hour;
    const items = [{ change: 'retracted', id: 'a', type: 'article' }];
    nexus.rooms.set(ann, { bodies: { '/api/agent/changes': { items, total: 1, nextCursor: 'd' } } });
    await round(nexus);
    assert.equal((await nexus.nexus.search({ q: 'tides' })).total, 0);
    assert.equal((await nexus.nexus.creators({})).creators[0]!.contentCount, 1);
  });

  test('a room that does not respond becomes stale, is dropped after 30 days, and returns as soon as it responds', async () => {
    const nexus = await emptyNexus(open());
    await reportRoom(nexus, ann, { name: 'Ann', topics: ['tides'], items: [{ id: 'a', title: 'Tides' }] });
    nexus.rooms.delete(ann);
    const status = async () => (await nexus.nexus.creators({ topic: 'tides' })).creators[0]?.status;
    nexus.clock.now += 2 * hour;
    await round(nexus);
    assert.equal(await status(), 'active');
    nexus.clock.now += 2 * hour;
    await round(nexus);
    assert.equal(await status(), 'stale');
    let visits = 0;
    for (let days = 1; days < 30; days++) {
      nexus.clock.now += day;
      visits += await round(nexus);
      assert.equal(await status(), 'stale', `day ${days}`);
    }
    assert.ok(visits <= 40, `${visits} visits to a room that is away`);
    for (let days = 0; days < 3; days++) {
      nexus.clock.now += day;
      await round(nexus);
    }
    assert.equal(await status(), undefined);
    assert.equal((await nexus.nexus.feed({})).entries.length, 0);
    assert.equal((await nexus.nexus.search({ q: 'tides' })).total, 0);
    nexus.rooms.set(ann, { name: 'Ann', topics: ['tides'] });
    nexus.clock.now += 2 * day;
    await round(nexus);
    assert.equal(await status(), 'active');
    assert.equal((await nexus.nexus.search({ q: 'tides' })).total, 1);
  });

  test('a room that was unreachable for half a year is deleted with its items', async () => {
    const nexus = await emptyNexus(open());
    await reportRoom(nexus, ann, { items: [{ id: 'a', title: 'Tides' }] });
    nexus.rooms.delete(ann);
    for (const days of [1, 200]) {
      nexus.clock.now += days * day;
      await round(nexus);
    }
    const { db } = open();
    for (const table of ['members', 'memberTerms', 'memberItems'] as const)
      assert.equal((await db.selectFrom(table).selectAll().execute()).length, 0, table);
  });

  test('a room whose feed of changes restarted is read from the start, so that no old item stays', async () => {
    const nexus = await emptyNexus(open());
    await reportRoom(nexus, ann, { items: [{ id: 'old', title: 'Tides' }] });
    const web = nexus.get;
    const get: typeof web = async (url, headers) =>
      url.includes('cursor=') ? { status: 400, etag: undefined, json: undefined } : web(url, headers);
    nexus.rooms.set(ann, { items: [{ id: 'new', title: 'Rivers' }] });
    nexus.clock.now += 2 * hour;
    await round({ ...nexus, get });
    assert.equal((await nexus.nexus.search({ q: 'tides' })).total, 0);
    assert.equal((await nexus.nexus.search({ q: 'rivers' })).total, 1);
  });

  test('workers that share a store visit each member once, and only one member of a host at a time', async () => {
    const nexus = await emptyNexus(open());
    for (let n = 0; n < 12; n++) await reportRoom(nexus, `https://room-${n}.example`);
    for (const port of [1001, 1002, 1003]) await reportRoom(nexus, `https://many.example:${port}`);
    nexus.clock.now += 2 * hour;
    const claims = await Promise.all([1, 2, 3].map(() => claimDueMembers(open(), nexus.clock.now, 10)));
    const claimed = claims.flat().map(({ origin }) => origin);
    assert.equal(new Set(claimed).size, claimed.length);
    const rest = await claimDueMembers(open(), nexus.clock.now, 100);
    const all = [...claimed, ...rest.map(({ origin }) => origin)];
    assert.equal(all.filter((origin) => origin.includes('many')).length, 1);
    assert.equal(all.length, 13);
  });

  test('a worker whose claim has expired overwrites nothing', async () => {
    const nexus = await emptyNexus(open());
    await reportRoom(nexus, ann, { name: 'Ann' });
    nexus.clock.now += 2 * hour;
    const [late] = await claimDueMembers(open(), nexus.clock.now, 1);
    nexus.rooms.set(ann, { name: 'Old' });
    const seen = await visitRoom(nexus.get, ann, late);
    nexus.clock.now += hour;
    nexus.rooms.set(ann, { name: 'New' });
    await round(nexus);
    await recordVisit(nexus.deps, ann, seen, late!.claimedUntil);
    assert.equal((await nexus.nexus.creators({})).creators[0]!.name, 'New');
  });
});
