// Both stores for tests: SQLite in a temporary file, and a PostgreSQL database of the test's own.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { startScript } from '../test-script.ts';
import { openStore, type Store } from './store.ts';

/** Why tests with PostgreSQL are skipped, if they are. */
export const noPostgres = !existsSync('/usr/lib/postgresql') && 'PostgreSQL is missing: apt-get install postgresql';

export interface TestPostgres {
  url: string;
  stop: () => Promise<void>;
}

export async function startPostgres(): Promise<TestPostgres> {
  const { said: url, stop } = await startScript('database');
  return { url, stop };
}

/** A store while the tests of this file or suite run. */
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

/** Runs the same tests against both stores; `open` gives the one at hand. */
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
