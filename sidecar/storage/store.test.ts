import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { claimable } from './queue.ts';
import { openStore, checkConnection } from './store.ts';
import { noPostgres, onBothStores, startPostgres, type TestPostgres } from './test-stores.ts';
import { classifyStoreError } from './store-errors.ts';

const delivery = (eventId: string) => ({
  eventId,
  subscriptionId: 's',
  state: 'pending' as const,
  attempts: 0,
  nextAttemptAt: 1_900_000_000_000,
  claimedUntil: 0,
});

describe('PostgreSQL that goes away', { skip: noPostgres }, () => {
  let server: TestPostgres;
  before(async () => {
    server = await startPostgres();
  });
  after(() => server.stop());

  test('a connection that breaks between two queries of a transaction ends the transaction, not the process', async () => {
    const settings = { databaseUrl: server.url, file: '' };
    const lost = Promise.withResolvers<Error>();
    const store = await openStore({ ...settings, onError: lost.resolve });
    const other = await openStore(settings);
    const cut = store.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(other.db);
      await lost.promise;
      await checkConnection({ db: tx });
    });
    await assert.rejects(cut, (error) => classifyStoreError(error) === 'away');
    await checkConnection(store);
    for (const { close } of [store, other]) await close();
  });
});

onBothStores('store', (open) => {
  test('instants in milliseconds come back as numbers', async () => {
    const { db } = open();
    await db.insertInto('guestKits').values({ id: 'k', kit: '{}', createdAt: 1_900_000_000_001 }).execute();
    const row = await db.selectFrom('guestKits').selectAll().executeTakeFirstOrThrow();
    assert.deepEqual({ ...row }, { id: 'k', kit: '{}', createdAt: 1_900_000_000_001 });
  });

  test('a transaction that fails leaves nothing', async () => {
    const { db } = open();
    await assert.rejects(
      db.transaction().execute(async (tx) => {
        await tx.insertInto('secrets').values({ name: 'half', value: '1' }).execute();
        throw new Error('stop');
      }),
    );
    assert.equal(await db.selectFrom('secrets').selectAll().where('name', '=', 'half').executeTakeFirst(), undefined);
  });

  test('a delivery needs its event and its subscription, and there is one for each pair', async () => {
    const { db } = open();
    await assert.rejects(db.insertInto('deliveries').values(delivery('no-such-event')).execute());
    await db.insertInto('events').values({ id: 'e', type: 't', payload: '{}', createdAt: 1 }).execute();
    const subscription = {
      id: 's',
      status: 'approved',
      callbackUrl: 'https://example.org',
      events: '[]',
      secret: 'x',
      tokenHash: 'h',
      createdAt: 1,
    } as const;
    await db.insertInto('subscriptions').values(subscription).execute();
    await db.insertInto('deliveries').values(delivery('e')).execute();
    await assert.rejects(db.insertInto('deliveries').values(delivery('e')).execute());
    const store = open();
    const rows = await db
      .transaction()
      .execute((tx) => claimable(store, tx.selectFrom('deliveries').select('id'), 'deliveries').execute());
    assert.equal(rows.length, 1);
  });
});

test('a transaction that reads first keeps other processes from writing until it has written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-store-'));
  const file = join(folder, 'store.db');
  const { db, close } = await openStore({ file });
  const other = new DatabaseSync(file);
  const write = () => other.exec("insert into secrets (name, value) values ('other', '1')");
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('secrets').selectAll().execute();
    assert.throws(write, /locked/);
    await tx.insertInto('secrets').values({ name: 'own', value: '1' }).execute();
  });
  write();
  other.close();
  await close();
  rmSync(folder, { recursive: true });
});
