// Tests of registration: only the room itself provides its entry.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#contract/errors.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { claimDueMembers } from './claim.ts';
import { recordVisit } from './record-visit.ts';
import { emptyNexus, reportRoom, startTime } from './test-web.ts';
import { visitRoom } from './visit.ts';

const reasonOf = (reason: string) => (error: unknown) => error instanceof ApiError && error.details?.reason === reason;

onBothStores('registration', (open) => {
  test('a room is listed by its own index and profile', async () => {
    const test = await emptyNexus(open());
    const said = { name: 'Ann', oneLiner: 'About rivers.', topics: ['Rivers', 'Maps'] };
    const tenantId = await reportRoom(test, 'https://ann.example', { ...said, items: [{ id: 'a', title: 'One' }] });
    const { creators, total } = await test.nexus.creators({ expand: 'bookingHints' });
    assert.equal(total, 1);
    assert.deepEqual(creators[0], {
      tenantId,
      indexUrl: 'https://ann.example/api/agent',
      agentBaseUrl: 'https://ann.example',
      updatedAt: '2026-04-01T00:00:00.000Z',
      mediaRoomUrl: 'https://ann.example/',
      ...said,
      bookingRequestUrl: 'https://ann.example/api/agent/booking-request',
      status: 'active',
      contentCount: 1,
      seenAt: new Date(test.clock.now).toISOString(),
    });
  });

  test('a room that reports again is read again and keeps its entry and its id', async () => {
    const test = await emptyNexus(open());
    const first = await reportRoom(test, 'https://ann.example', { name: 'Ann', topics: ['rivers'] });
    const second = await reportRoom(test, 'https://ann.example/', { name: 'Anna', topics: ['seas'] });
    assert.equal(first, second);
    const { creators } = await test.nexus.creators({ topic: 'seas' });
    assert.deepEqual(
      creators.map(({ name }) => name),
      ['Anna'],
    );
    assert.equal((await test.nexus.creators({ topic: 'rivers' })).total, 0);
    assert.equal((await test.nexus.creators({})).total, 1);
  });

  test('a profile that differs without a newer time counts as changed now', async () => {
    const test = await emptyNexus(open());
    await reportRoom(test, 'https://ann.example', { name: 'Ann' });
    await reportRoom(test, 'https://ann.example', { name: 'Anna' });
    const { entries } = await test.nexus.feed({});
    assert.equal(entries[0]!.updatedAt, new Date(test.clock.now).toISOString());
  });

  test('concurrent reports of one room cause one visit', async () => {
    const test = await emptyNexus(open());
    test.rooms.set('https://ann.example', {});
    await Promise.all(Array.from({ length: 20 }, () => test.nexus.register('https://ann.example')));
    assert.equal(test.requestedUrls.filter((url) => url === 'https://ann.example/api/agent').length, 1);
  });

  test('a report right after a visit causes one more visit', async () => {
    const test = await emptyNexus(open());
    await reportRoom(test, 'https://ann.example', { name: 'Ann' });
    test.rooms.set('https://ann.example', { name: 'Anna' });
    await test.nexus.register('https://ann.example');
    const names = async () => (await test.nexus.creators({})).creators.map(({ name }) => name);
    assert.deepEqual(await names(), ['Ann']);
    test.clock.now += 2000;
    const [member] = await claimDueMembers(open(), test.clock.now, 16);
    await recordVisit(
      test.deps,
      member!.origin,
      await visitRoom(test.get, member!.origin, member),
      member!.claimedUntil,
    );
    assert.deepEqual(await names(), ['Anna']);
  });

  test('a room that does not respond, or responds with something else, is refused with a reason and not listed', async () => {
    const test = await emptyNexus(open());
    const cases: [string, object, RegExp][] = [
      ['https://error.example', { status: 500 }, /has status 500/],
      ['https://redirect.example', { status: 302 }, /is a redirect, which is not followed/],
      ['https://text.example', { bodies: { '/api/agent': 'hello' } }, /does not conform/],
      ['https://no-profile.example', { bodies: { '/api/agent/profile': { name: '' } } }, /does not conform: name/],
      ['https://list.example', { bodies: { '/api/agent/changes': [] } }, /feed of changes does not conform/],
    ];
    for (const [origin, room, message] of cases) {
      await assert.rejects(reportRoom(test, origin, room), (error) => message.test((error as Error).message), origin);
    }
    await assert.rejects(test.nexus.register('https://nobody.example'), reasonOf('unreachable'));
    for (const address of ['nothing', 'ftp://a.example', 'https://a.example/path', 'https://user@a.example'])
      await assert.rejects(test.nexus.register(address), reasonOf('origin'), address);
    assert.equal((await test.nexus.creators({})).total, 0);
  });

  test('impersonation: a room that lists addresses of another room gets an entry only for its own origin', async () => {
    const test = await emptyNexus(open());
    const ann = await reportRoom(test, 'https://ann.example', { name: 'Ann' });
    const endpoints = {
      profile: 'https://mallory.example/api/agent/profile',
      changes: 'https://ann.example/api/agent/changes',
      bookingRequest: 'https://ann.example/api/agent/booking-request',
    };
    const profile = {
      tenantId: ann,
      name: 'Ann',
      topics: [],
      links: { mediaRoom: 'https://ann.example/', agentIndex: 'https://ann.example/api/agent' },
    };
    const bodies = {
      '/api/agent': { name: 'x', version: '1', tenantId: ann, agentBaseUrl: 'https://ann.example', endpoints },
      '/api/agent/profile': profile,
    };
    const mallory = await reportRoom(test, 'https://mallory.example', { bodies });
    assert.notEqual(mallory, ann);
    const { creators } = await test.nexus.creators({ expand: 'bookingHints' });
    const own = creators.find(({ tenantId }) => tenantId === mallory)!;
    assert.equal(own.mediaRoomUrl, 'https://mallory.example/');
    assert.equal(own.bookingRequestUrl, undefined);
    assert.equal(own.agentBaseUrl, 'https://mallory.example');
    assert.equal(test.requestedUrls.filter((url) => url === 'https://ann.example/api/agent/changes').length, 1);
    assert.equal(creators.find(({ tenantId }) => tenantId === ann)!.agentBaseUrl, 'https://ann.example');
  });

  test('impersonation: a profile at another origin is not read', async () => {
    const test = await emptyNexus(open());
    await reportRoom(test, 'https://ann.example', { name: 'Ann' });
    const endpoints = { profile: 'https://ann.example/api/agent/profile' };
    const bodies = { '/api/agent': { name: 'x', version: '1', endpoints } };
    await assert.rejects(reportRoom(test, 'https://mallory.example', { bodies }), /not an address of this origin/);
  });

  test('a room leaves by a setting in its profile or by removing its index', async () => {
    const test = await emptyNexus(open());
    const leavers: [string, object][] = [
      ['https://unlisted.example', { listed: false }],
      ['https://gone.example', { status: 410 }],
      ['https://nothing.example', { status: 404 }],
    ];
    for (const [origin, said] of leavers) {
      await reportRoom(test, origin, { items: [{ id: 'x', title: 'Tides' }] });
      assert.equal((await test.nexus.search({ q: 'tides' })).total, 1);
      await assert.rejects(reportRoom(test, origin, said), reasonOf('unlisted'), origin);
      assert.equal((await test.nexus.creators({})).total, 0, origin);
      assert.equal((await test.nexus.search({ q: 'tides' })).total, 0);
    }
    await reportRoom(test, 'https://gone.example', {});
    assert.equal((await test.nexus.creators({})).total, 1);
  });

  test('a report does not count as a failed visit', async () => {
    const test = await emptyNexus(open());
    await reportRoom(test, 'https://ann.example', {});
    for (let n = 0; n < 5; n++) await assert.rejects(reportRoom(test, 'https://ann.example', { status: 500 }));
    assert.equal((await test.nexus.creators({})).creators[0]!.status, 'active');
  });

  test('a change with a future date counts as changed now', async () => {
    const test = await emptyNexus(open());
    await reportRoom(test, 'https://ann.example', { indexUpdatedAt: '2999-01-01T00:00:00Z' });
    const { entries } = await test.nexus.feed({});
    assert.ok(Date.parse(entries[0]!.updatedAt) <= startTime + 60_000);
  });
});
