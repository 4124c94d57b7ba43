// Tests that 402 responses offer work only if a task is available.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleRelease as example } from '../../release/test-example.ts';
import type { Release } from '../../release/release.ts';
import { itemsInMemory } from '../../release/test-items.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { grantsForWork } from '../access/grants.ts';
import { openAccess } from '../access/open.ts';
import { createMemoryWallet } from '../access/test-payments.ts';
import { openWork } from './work.ts';

const now = () => 1_800_000_000_000;
const access = { enabled: true, prices: { 'guest-kit': 21 }, pricePerMinute: 3 };
const facts = { ...example.facts, access };
const release: Release = { ...example, facts };

onBothStores('offers of work', (open) => {
  test('work is offered only if a task is available: not without content, nor to a network above its limits', async () => {
    const { db } = open();
    const work = openWork({ db, now, grants: grantsForWork(db) });
    const deps = { db, wallet: createMemoryWallet().wallet, now, onTrouble: () => {} };
    const opened = openAccess({ ...deps, offersWorkTo: work.isOffered });
    const tiersFor = async (of: Release, address = '192.0.2.77') => {
      const wanted = { resourceId: 'guest-kit', client: address, address, reason: 'context_expired' as const };
      const { extras: beside } = await opened.challenge(of, wanted);
      const offered = (beside!.members.tiers as { id: string }[]).some(({ id }) => id === 'pay_or_work');
      const task = await work.offer(of, 'guest-kit', { address, client: async () => address }).catch(() => undefined);
      assert.equal(offered, task !== undefined && of.facts.access.work !== false);
      return offered;
    };
    assert.equal(await tiersFor(release), true);
    assert.equal(await tiersFor({ ...release, facts: { ...facts, access: { ...access, work: false } } }), false);
    assert.equal(await tiersFor({ ...release, index: { ...release.index, items: itemsInMemory([]) } }), false);
    const none = { reason: null, workerName: null, worker: null, claimHash: null, tokenId: null, reviewedAt: null };
    const rejected = { client: '192.0.2.78', state: 'rejected', createdAt: now(), answers: '{}' } as const;
    const rows = Array.from({ length: 5 }, (_, n) => ({ ...none, ...rejected, id: `r${n}`, taskId: `t${n}` }));
    await db.insertInto('workAnswers').values(rows).execute();
    assert.equal(await tiersFor(release, '192.0.2.78'), false);
  });
});
