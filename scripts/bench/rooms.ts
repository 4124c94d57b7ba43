// A served room of the benchmark.
import { join } from 'node:path';
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
