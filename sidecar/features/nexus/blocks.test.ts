// Tests of blocked hosts, whose rooms and subdomains leave the directory and stay out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#contract/errors.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { blockHost, findBlock, listBlocks, unblockHost } from './blocks.ts';
import { claimDueMembers } from './claim.ts';
import { listMembers } from './members.ts';
import { recordVisit } from './record-visit.ts';
import { emptyNexus, hour, reportRoom, type TestNexus } from './test-web.ts';
import { visitRoom } from './visit.ts';

const decided = { actor: 'creator', now: 1 };
const isRefused = (error: unknown) => error instanceof ApiError && error.details?.reason === 'blocked';

onBothStores('blocked hosts', (open) => {
  async function four(): Promise<TestNexus> {
    const nexus = await emptyNexus(open());
    const origins = [
      'https://bad.example',
      'https://bad.example:8443',
      'http://a.bad.example',
      'https://notbad.example',
    ];
    for (const origin of origins) await reportRoom(nexus, origin, { items: [{ id: 'a', title: 'Tides' }] });
    return nexus;
  }

  test('blocking a host removes its rooms on all ports and subdomains with their items, and no others', async () => {
    const nexus = await four();
    const left = await blockHost(open(), 'bad.example', 'Advertising.', decided);
    assert.deepEqual(left.toSorted(), ['http://a.bad.example', 'https://bad.example', 'https://bad.example:8443']);
    const { creators } = await nexus.nexus.creators({});
    assert.deepEqual(
      creators.map(({ agentBaseUrl }) => agentBaseUrl),
      ['https://notbad.example'],
    );
    assert.equal((await nexus.nexus.search({ q: 'tides' })).total, 1);
    assert.deepEqual((await nexus.nexus.newest({})).length, 1);
  });

  test('the operator of the Nexus can list all rooms, or those of one host', async () => {
    const { clock } = await four();
    const { members, total } = await listMembers(open().db, { limit: 2 });
    assert.deepEqual([members.length, total, members[0]!.registeredAt], [2, 4, clock.now]);
    const further = await listMembers(open().db, { limit: 2, offset: 2 });
    assert.deepEqual(
      [...members, ...further.members].map(({ origin }) => origin),
      ['https://notbad.example', 'http://a.bad.example', 'https://bad.example:8443', 'https://bad.example'],
    );
    assert.equal((await listMembers(open().db, { limit: 9, host: 'bad.example' })).total, 3);
    assert.equal((await listMembers(open().db, { limit: 9, host: '_ad.example' })).total, 0);
  });

  test('block evasion: a host with a trailing dot is blocked, too', async () => {
    const nexus = await four();
    for (const origin of ['https://bad.example.', 'https://c.bad.example.:8443']) await reportRoom(nexus, origin);
    assert.equal((await listMembers(open().db, { limit: 9, host: 'bad.example' })).total, 5);
    assert.equal((await blockHost(open(), 'bad.example', null, decided)).length, 5);
    assert.equal((await nexus.nexus.creators({})).total, 1);
  });

  test('blocks are found by host, by subdomain and by parent domain', async () => {
    await four();
    const { db } = open();
    for (const [now, host] of ['bad.example', 'a.bad.example', 'notbad.example', '192.0.2.1'].entries())
      await blockHost(open(), host, null, { actor: 'creator', now });
    const found = async (host?: string, offset = 0) => {
      const { blocked, total } = await listBlocks(db, { host, offset, limit: 2 });
      return [total, ...blocked.map((block) => block.host)];
    };
    assert.deepEqual(await found(), [4, '192.0.2.1', 'notbad.example']);
    assert.deepEqual(await found(undefined, 2), [4, 'a.bad.example', 'bad.example']);
    assert.deepEqual(await found('x.bad.example'), [1, 'bad.example']);
    assert.deepEqual(await found('bad.example'), [2, 'a.bad.example', 'bad.example']);
    assert.deepEqual(await found('192.0.2.2'), [0]);
    assert.equal((await findBlock(db, 'x.a.bad.example'))?.host, 'a.bad.example');
    assert.equal(await findBlock(db, 'example'), undefined);
  });

  test('a blocked host is refused when it reports, and is never visited', async () => {
    const nexus = await four();
    await blockHost(open(), 'bad.example', null, decided);
    nexus.requestedUrls.length = 0;
    for (const origin of ['https://bad.example', 'https://new.bad.example', 'https://bad.example.:444'])
      await assert.rejects(reportRoom(nexus, origin), isRefused, origin);
    assert.deepEqual(nexus.requestedUrls, []);
  });

  test('a visit that was running when its host was blocked does not list the room', async () => {
    const nexus = await four();
    const origin = 'https://b.bad.example';
    nexus.rooms.set(origin, {});
    const seen = await visitRoom(nexus.get, origin);
    nexus.clock.now += 2 * hour;
    const [claimed] = await claimDueMembers(open(), nexus.clock.now, 1);
    await blockHost(open(), 'bad.example', null, decided);
    await recordVisit(nexus.deps, origin, seen);
    await recordVisit(nexus.deps, claimed!.origin, await visitRoom(nexus.get, claimed!.origin), claimed!.claimedUntil);
    assert.equal((await nexus.nexus.creators({})).total, 1);
  });

  test('an unblocked host may report again, and both decisions are in the audit log', async () => {
    const nexus = await four();
    const { db } = open();
    await db.deleteFrom('audit').execute();
    await blockHost(open(), 'bad.example', 'Advertising.', decided);
    const blocks = (await listBlocks(db, { limit: 9 })).blocked.map(({ host, reason }) => `${host}: ${reason}`);
    assert.deepEqual(blocks, ['bad.example: Advertising.']);
    assert.equal(await unblockHost(open(), 'bad.example', decided), true);
    assert.equal(await unblockHost(open(), 'bad.example', decided), false);
    await reportRoom(nexus, 'https://bad.example');
    assert.equal((await nexus.nexus.creators({})).total, 2);
    const audit = await db.selectFrom('audit').select(['action', 'subject']).orderBy('id').execute();
    assert.deepEqual(
      audit.map(({ action, subject }) => `${action} ${subject}`),
      ['host.blocked bad.example', 'host.unblocked bad.example'],
    );
  });
});
