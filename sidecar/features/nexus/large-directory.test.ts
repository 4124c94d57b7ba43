import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothStores } from '../../storage/test-stores.ts';
import { tenantIdOf } from './room-profile.ts';
import { emptyNexus } from './test-web.ts';

const members = Array.from({ length: 2400 }, (_, n) => n);

onBothStores('a large directory', (open) => {
  test('members with several common topics are counted on every page', async () => {
    const store = open();
    const { nexus } = await emptyNexus(store);
    const rows = members.map((n) => {
      const origin = `https://room-${n}.example`;
      return { tenantId: tenantIdOf(origin), origin, rank: -n, sortName: `room ${n}`, n };
    });
    for (let from = 0; from < rows.length; from += 400) {
      const some = rows.slice(from, from + 400);
      const member = ({ n, ...row }: (typeof rows)[number]) => ({
        ...row,
        host: `room-${n}.example`,
        status: 'active' as const,
        name: row.sortName,
        oneLiner: '',
        topics: '[]',
        mediaRoomUrl: `${row.origin}/`,
        profileUrl: `${row.origin}/profile`,
        failures: 0,
        itemCount: 0,
        registeredAt: 1,
        seenAt: 1,
        nextVisitAt: Number.MAX_SAFE_INTEGER,
        claimedUntil: 0,
      });
      await store.db.insertInto('members').values(some.map(member)).execute();
      const having = (divisor: number, term: string) =>
        some
          .filter(({ n }) => n % divisor === 0)
          .map(({ tenantId, rank, sortName }) => ({ tenantId, rank, sortName, term }));
      const terms = [...having(1, 't:sea'), ...having(2, 't:tides'), ...having(3, 't:rivers')];
      await store.db.insertInto('memberTerms').values(terms).execute();
    }
    for (const [topic, tag, total] of [
      ['sea', 'tides', 1200],
      ['tides', 'sea', 1200],
      ['sea', 'rivers', 800],
      ['rivers', 'tides', 400],
    ] as const)
      for (const offset of [0, 20]) {
        const found = await nexus.creators({ topic, tag, offset });
        assert.equal(found.total, total, `${topic} and ${tag}`);
        assert.equal(found.count, 20);
      }
  });
});
