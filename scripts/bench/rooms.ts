// Creates and serves the rooms of the benchmark.
import process from 'node:process';
import { join } from 'node:path';
import { buildRoom } from './builds.ts';
import type { Env, RunCost } from './children.ts';
import { generateContent } from './generate.ts';
import { type Server, startSidecar } from './servers.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';

/**
 * Creates a folder that is removed when the process ends and not before: on ext4 without a journal, creating a file
 * soon after many were removed takes up to fifteen times as long.
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
  /** Time and memory of the first build. */
  built: RunCost;
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
