import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ratesPerMinute } from '#contract/limits.ts';
import { onBothStores } from '../storage/test-stores.ts';
import { checkRate, rateHeaders, createRateLimiter } from './rate-limit.ts';

const minute = 60_000;

onBothStores('rate limit', (open) => {
  test('a bucket for each route and client, emptied with the window', async () => {
    let now = 100 * minute;
    const take = createRateLimiter(open(), () => now);
    for (let i = 0; i < 60; i++) assert.ok((await take('/a', 'nexus', 'x')).allowed);
    const over = await take('/a', 'nexus', 'x');
    assert.deepEqual(over, { limit: 60, remaining: 0, resetAt: 101 * 60, allowed: false });
    assert.ok((await take('/a', 'nexus', 'y')).allowed);
    assert.ok((await take('/b', 'nexus', 'x')).allowed);
    now += minute;
    assert.equal((await take('/a', 'nexus', 'x')).remaining, 59);
    assert.equal(rateHeaders(over, 100.5 * minute).RateLimit, '"default";r=0;t=30');
  });

  test('two rates on one path are counted apart', async () => {
    const parts = { takeRate: createRateLimiter(open(), () => 150 * minute), now: () => 150 * minute };
    const asker = { address: '192.0.2.1', client: async () => 'x' };
    for (let i = 0; i < 30; i++) await checkRate({ http: { path: '/job' }, access: { rate: 'quote' } }, asker, parts);
    await checkRate({ http: { path: '/job' }, access: { rate: 'action' } }, asker, parts);
  });

  test('signing in the name of many hosts gives one address no more than ten times its rate in all', async () => {
    const parts = { takeRate: createRateLimiter(open(), () => 170 * minute), now: () => 170 * minute };
    const { action } = ratesPerMinute;
    const send = (who: string, address: string, creates?: true) =>
      checkRate(
        { http: { path: '/made', ...(creates && { creates }) }, access: { rate: 'action' } },
        { address, client: async () => who },
        parts,
      ).then(
        () => 1,
        () => 0,
      );
    const flood = async (address: (n: number) => string, creates?: true) => {
      let accepted = 0;
      for (let n = 0; n < 15 * action; n++)
        accepted += await send(n < action ? '192.0.2.1' : `agent host${n % 50}.example`, address(n), creates);
      return accepted;
    };
    assert.equal(await flood(() => '192.0.2.1', true), 10 * action);
    assert.equal(await flood((n) => `2001:db8::${n}`), 10 * action);
    assert.equal(await send('agent host1.example', '192.0.2.9'), 1, 'another network');
  });

  test('one agent has its rate in all, from however many addresses', async () => {
    const parts = { takeRate: createRateLimiter(open(), () => 180 * minute), now: () => 180 * minute };
    const most = 10 * ratesPerMinute.action;
    const limits = new Set<string | undefined>();
    const send = (n: number) => {
      const client = { address: `192.0.2.${n % 200}`, client: async () => 'agent host.example' };
      const record = { http: { path: '/m' }, access: { rate: 'action' } } as const;
      return checkRate(record, client, parts, (headers) => limits.add(headers['X-RateLimit-Limit']));
    };
    for (let n = 0; n < most; n++) await send(n);
    await assert.rejects(send(0), /At most/);
    assert.deepEqual([...limits], [String(most)]);
  });

  test('at the same moment no more are allowed than the rate', async () => {
    const take = createRateLimiter(open(), () => 200 * minute, { ...ratesPerMinute, action: 5 });
    const states = await Promise.all(Array.from({ length: 20 }, () => take('/c', 'action', 'x')));
    assert.equal(states.filter(({ allowed }) => allowed).length, 5);
  });

  test('those who ask together are each told how much is left after them, whatever they are counted for', async () => {
    const take = createRateLimiter(open(), () => 250 * minute);
    const asked = ['x', 'y', 'x', 'x', 'y'].map((client) => take('/c', 'action', client));
    const remaining = (await Promise.all(asked)).map((state) => state.remaining);
    const { action } = ratesPerMinute;
    assert.deepEqual(remaining, [action - 1, action - 1, action - 2, action - 3, action - 2]);
    const costs = [3, 0, 2].map((cost) => take('/c', 'action', 'z', { cost }));
    assert.deepEqual(
      (await Promise.all(costs)).map((state) => state.remaining),
      [action - 3, action - 3, action - 5],
    );
  });

  test('all waiting requests fail if the database refuses, and the next one is counted', async () => {
    const store = open();
    if (store.kind === 'sqlite') return;
    const take = createRateLimiter(store, () => 260 * minute);
    await store.db.schema.alterTable('rates').renameTo('elsewhere').execute();
    const asked = await Promise.allSettled(['x', 'y'].map((client) => take('/c', 'action', client)));
    assert.deepEqual(
      asked.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    await store.db.schema.alterTable('elsewhere').renameTo('rates').execute();
    assert.equal((await take('/c', 'action', 'x')).remaining, ratesPerMinute.action - 1);
  });

  test('sidecars that share a store share the count, and a clock that is behind gives nothing away', async () => {
    const store = open();
    const one = createRateLimiter(store, () => 300 * minute);
    const behind = createRateLimiter(store, () => 299.9 * minute);
    for (let i = 0; i < 20; i++) await one!('/d', 'action', 'x');
    // The embedded store belongs to one sidecar, which counts in its memory.
    assert.equal((await behind!('/d', 'action', 'x')).allowed, store.kind === 'sqlite');
    assert.equal((await one!('/d', 'action', 'x')).allowed, false);
  });

  test('counts of windows long gone are not kept', async () => {
    const store = open();
    await createRateLimiter(store, () => 400 * minute)('/e', 'action', 'x');
    await createRateLimiter(store, () => 402 * minute)('/f', 'action', 'x');
    const rows = await store.db
      .selectFrom('rates')
      .select('bucket')
      .where('windowStart', '<=', 400 * minute)
      .execute();
    assert.deepEqual(rows, []);
  });
});
