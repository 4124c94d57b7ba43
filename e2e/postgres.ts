// A PostgreSQL of the test's own, gone afterwards.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

export interface Postgres {
  url: string;
  stop: () => Promise<void>;
}

export async function startPostgres(): Promise<Postgres> {
  const cwd = resolve(import.meta.dirname, '..');
  const server = spawn(process.execPath, ['scripts/postgres.ts'], { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
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
