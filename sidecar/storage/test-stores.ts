// Both kinds of stores for tests: SQLite in a temporary file, and a new PostgreSQL database.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, describe } from 'node:test';
import pg from 'pg';
import { startScript } from '../outgoing/test-script.ts';
import { openStore, type Store } from './store.ts';

/** Reason for skipping tests with PostgreSQL; false if they run. */
export const noPostgres = !existsSync('/usr/lib/postgresql') && 'PostgreSQL is missing: apt-get install postgresql';

export interface TestPostgres {
  url: string;
  stop: () => Promise<void>;
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(text);
  await client.end();
}

/** Creates a database on the shared test server, or starts a server if there is none. */
export async function startPostgres(): Promise<TestPostgres> {
  const server = process.env.TEST_POSTGRES_URL;
  if (!server) {
    const { output: url, stop } = await startScript('postgres');
    return { url, stop };
  }
  const name = `test_${randomBytes(6).toString('hex')}`;
  await query(server, `create database ${name}`);
  const address = new URL(server);
  address.pathname = name;
  return { url: address.href, stop: () => query(server, `drop database ${name} with (force)`) };
}

/** Opens a store for the tests of the current file or suite. */
export function sqliteStore(): () => Store {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-store-'));
  let store: Store;
  before(async () => {
    store = await openStore({ file: join(folder, 'store.db') });
  });
  after(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return () => store;
}

/** Runs the same tests against both stores; `open` returns the current one. */
export function onBothStores(name: string, tests: (open: () => Store) => void): void {
  describe(`${name} (SQLite)`, () => tests(sqliteStore()));
  describe(`${name} (PostgreSQL)`, { skip: noPostgres }, () => {
    let server: TestPostgres;
    let store: Store;
    before(async () => {
      server = await startPostgres();
      store = await openStore({ databaseUrl: server.url, file: '' });
    });
    after(async () => {
      await store.close();
      await server.stop();
    });
    tests(() => store);
  });
}
