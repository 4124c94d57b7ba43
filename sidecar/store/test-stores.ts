// Both stores for tests: SQLite in a temporary file, and a PostgreSQL of the test's own from Debian's package.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { after, before, describe } from 'node:test';
import { openStore, type Store } from './store.ts';

const root = resolve(import.meta.dirname, '../..');

export interface TestPostgres {
  url: string;
  stop: () => Promise<void>;
}

export async function startPostgres(): Promise<TestPostgres> {
  const server = spawn(process.execPath, ['scripts/postgres.ts'], { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  const [url] = await Promise.race([
    once(server.stdout, 'data'),
    ended.then(([code]) => Promise.reject(new Error(`PostgreSQL ended with ${code}`))),
  ]);
  return {
    url: String(url).trim(),
    stop: async () => {
      server.stdin.end();
      await ended;
    },
  };
}

/** Runs the same tests against both stores; `open` gives the one at hand. */
export function onBothStores(name: string, tests: (open: () => Store) => void): void {
  describe(`${name} (SQLite)`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'greenroom-store-'));
    let store: Store;
    before(async () => {
      store = await openStore({ file: join(folder, 'store.db') });
    });
    after(async () => {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    });
    tests(() => store);
  });
  describe(`${name} (PostgreSQL)`, () => {
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
