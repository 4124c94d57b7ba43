import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { releaseAbandoned } from '../../storage/queue.ts';
import { openStore, type Tx } from '../../storage/store.ts';
import { noPostgres, startPostgres } from '../../storage/test-stores.ts';
import { claimDueDeliveries } from './claim.ts';
import { publishItems, startTime, createSubscriber } from './test-events.ts';

const rowsRead = async (tx: Tx): Promise<number> => {
  const read = sql<{ rows: number }>`select seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_user_tables
    where relname = 'deliveries'`;
  return (await read.execute(tx)).rows[0]!.rows;
};

test(
  'the rows that a claim reads do not grow with the queue, even without statistics of PostgreSQL',
  { skip: noPostgres },
  async () => {
    const server = await startPostgres();
    const store = await openStore({ databaseUrl: server.url, file: '' });
    try {
      for (let n = 1; n <= 5; n++) await createSubscriber(store, `s${n}`);
      await publishItems(store, 1000);
      for (let round = 0; round < 3; round++) {
        await store.db.transaction().execute(async (tx) => {
          const before = await rowsRead(tx);
          assert.equal(
            (await claimDueDeliveries(store, tx, { first: 5, retries: 5 }, startTime + round * 60_000)).length,
            5,
          );
          const read = (await rowsRead(tx)) - before;
          assert.ok(read <= 40, `${read} rows read to claim 5 of 5,000`);
        });
      }
    } finally {
      await store.close();
      await server.stop();
    }
  },
);

test('deliveries that a wrong clock postponed for years are due at the next start, those for the next day are not', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-claim-'));
  const store = await openStore({ file: join(folder, 'store.db') });
  t.after(() => store.close().then(() => rm(folder, { recursive: true })));
  const day = 86_400_000;
  await createSubscriber(store, 'one');
  const claimed = async () =>
    (await store.db.transaction().execute((tx) => claimDueDeliveries(store, tx, { first: 9, retries: 9 }, startTime)))
      .length;
  const startAgain = async () => {
    await releaseAbandoned(store, 'deliveries', startTime);
    return claimed();
  };
  await publishItems(store, 1, startTime + day);
  assert.deepEqual([await claimed(), await startAgain()], [0, 0]);
  await store.db.deleteFrom('deliveries').execute();
  await publishItems(store, 1, startTime + 1800 * day);
  assert.deepEqual([await claimed(), await startAgain()], [0, 1]);
});
