// A served room of the benchmark.
import process from 'node:process';
import { join } from 'node:path';
import { buildRoom } from './builds.ts';
import type { Env, Spent } from './children.ts';
import { generateContent } from './generate.ts';
import { type Server, startSidecar } from './servers.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';

/**
 * Removed when the process ends and not before: without a journal, ext4 passes over the places of files that were
 * removed in the last minutes, which makes a new file up to fifteen times as expensive.
 */
export function benchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface ServedRoom {
  folder: string;
  content: string;
  env: Env;
  /** Cost of the first build. */
  built: Spent;
  sidecar: Server;
}

export async function withRoom<T>(items: number, work: (room: ServedRoom) => Promise<T>): Promise<T> {
  const folder = benchFolder();
  const content = join(folder, 'content');
  const folders = { CONTENT_DIR: content, DIST_DIR: join(folder, 'dist'), DATA_DIR: join(folder, 'data') };
  const env = { ...folders, INGEST_MINUTES: '0', BASE_URL: 'http://room.example' };
  await generateContent(content, items);
  const built = await buildRoom(env);
  const sidecar = await startSidecar(env);
  return work({ folder, content, env, built, sidecar }).finally(sidecar.stop);
}
