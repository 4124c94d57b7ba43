// One PostgreSQL for a run of the tests, on which each test has a database of its own (sidecar/storage/test-stores.ts).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { execPath } from 'node:process';
import type { Environment } from '../../sidecar/settings/settings.ts';
import { root } from '../settings.ts';

/** Adds its address to the environment of the tests. Where it is not installed, tests that need it are skipped. */
export async function startSharedPostgres(env: Environment): Promise<Environment> {
  if (!existsSync('/usr/lib/postgresql')) return env;
  const server = spawn(execPath, ['scripts/postgres.ts'], { cwd: root, env, stdio: ['pipe', 'pipe', 'inherit'] });
  const exit = once(server, 'exit').then(() => Promise.reject(new Error('PostgreSQL did not start')));
  const [url] = (await Promise.race([once(server.stdout, 'data'), exit])) as [Buffer];
  // It ends with the run.
  exit.catch(() => undefined);
  return { ...env, TEST_POSTGRES_URL: url.toString().trim() };
}
