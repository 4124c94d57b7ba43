import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openStore, checkConnection, openStoreLazily } from './store.ts';
import { noPostgres, onBothStores, startPostgres } from './test-stores.ts';
import { classifyStoreError } from './store-errors.ts';

onBothStores('troubles of a store', (open) => {
  test('a mistake in a query is a defect, no trouble', async () => {
    const { db } = open();
    await assert.rejects(
      db
        .insertInto('secrets')
        .values({ name: 'x', value: null as never })
        .execute(),
      (error) => classifyStoreError(error) === undefined,
    );
  });
});

test('a server that refuses, does not exist or breaks off is away', async () => {
  for (const databaseUrl of ['postgres://u:p@127.0.0.1:1/x', 'postgres://u:p@does-not-exist.invalid/x'])
    await assert.rejects(openStore({ databaseUrl, file: '' }), (error) => classifyStoreError(error) === 'away');
  assert.equal(classifyStoreError(new Error('Connection terminated unexpectedly')), 'away');
  for (const [code, trouble] of [
    ['57P01', 'away'],
    ['53100', 'full'],
    ['25006', 'read_only'],
    ['23505', undefined],
  ])
    assert.equal(classifyStoreError(Object.assign(new Error(), { code })), trouble);
});

test('a store that could not be opened is opened by a later query', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-later-'));
  const data = join(folder, 'data');
  writeFileSync(data, 'a file where the folder should be');
  const heard: Error[] = [];
  const store = openStoreLazily({ file: join(data, 'greenroom.db'), onError: (error) => heard.push(error) });
  await assert.rejects(checkConnection(store));
  await assert.rejects(checkConnection(store));
  rmSync(data);
  await checkConnection(store);
  assert.equal(heard.length, 2);
  await store.close();
  rmSync(folder, { recursive: true });
});

test(
  'a query that takes longer than the settings allow, or waits longer for a lock, is broken off by the server',
  { skip: noPostgres },
  async () => {
    const server = await startPostgres();
    const open = (statementMs: number, lockMs: number) =>
      openStore({ databaseUrl: server.url, file: '', pool: { max: 2, statementMs, lockMs } });
    const slow = await open(100, 0);
    const locked = await open(0, 100);
    await assert.rejects(sql`select pg_sleep(600)`.execute(slow.db), (error) => classifyStoreError(error) === 'away');
    await locked.db.transaction().execute(async (tx) => {
      await sql`lock table secrets`.execute(tx);
      await assert.rejects(
        sql`select * from secrets`.execute(locked.db),
        (error) => classifyStoreError(error) === 'away',
      );
    });
    await Promise.all([slow.close(), locked.close()]);
    await server.stop();
  },
);
