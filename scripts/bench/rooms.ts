// A served room of the benchmark on each of the two stores.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { root } from '../settings.ts';
import { buildRoom } from './builds.ts';
import type { Env, Spent } from './children.ts';
import { benchFolder } from './folder.ts';
import { generateContent } from './generate.ts';
import { type Server, startSidecar } from './servers.ts';

export interface ServedRoom {
  folder: string;
  content: string;
  env: Env;
  /** Cost of the first build. */
  built: Spent;
  sidecar: Server;
}

/** No rate is reached, and webhooks may go to this machine. */
const settings = { INGEST_MINUTES: '0', RATES: 'action=9999999,transcribe=9999999', ALLOWED_HOSTS: '127.0.0.1' };

export async function withRoom<T>(items: number, store: Env, work: (room: ServedRoom) => Promise<T>): Promise<T> {
  const folder = benchFolder();
  const content = join(folder, 'content');
  const folders = { CONTENT_DIR: content, DIST_DIR: join(folder, 'dist'), DATA_DIR: join(folder, 'data') };
  const env = { ...folders, ...settings, ...store, BASE_URL: 'http://room.example' };
  await generateContent(content, items);
  const built = await buildRoom(env);
  const sidecar = await startSidecar(env);
  return work({ folder, content, env, built, sidecar }).finally(sidecar.stop);
}

/** PostgreSQL with its own way of reaching the disk, as a service would run it. */
export async function withPostgres<T>(work: (url: string) => Promise<T>): Promise<T> {
  const args = ['scripts/postgres.ts', '--durable'];
  const server = spawn(process.execPath, args, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  const [url] = await once(server.stdout, 'data');
  try {
    return await work(String(url).trim());
  } finally {
    server.stdin.end();
    await ended;
  }
}

/** The same on both stores, one after the other. */
export async function onEachStore<T>(work: (name: string, store: Env) => Promise<T>): Promise<T[]> {
  const embedded = await work('SQLite', {});
  return [embedded, await withPostgres((url) => work('PostgreSQL', { DATABASE_URL: url }))];
}
