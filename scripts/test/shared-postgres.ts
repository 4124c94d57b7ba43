// One PostgreSQL for a run of the tests, on which each test has a database of its own (sidecar/storage/test-stores.ts).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { root } from '../settings.ts';

/** Does nothing where it is not installed: then the tests that need it are skipped. */
export async function startSharedPostgres(): Promise<void> {
  if (!existsSync('/usr/lib/postgresql')) return;
  const server = spawn(process.execPath, ['scripts/postgres.ts'], { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(server, 'exit').then(() => Promise.reject(new Error('PostgreSQL did not start')));
  const [url] = (await Promise.race([once(server.stdout, 'data'), ended])) as [Buffer];
  // It ends with the run.
  ended.catch(() => undefined);
  process.env.TEST_POSTGRES_URL = url.toString().trim();
}
