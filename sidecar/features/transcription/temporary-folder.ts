// Runs work in a temporary folder and deletes it afterwards.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

export async function withTemporaryFolder<T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(parent, 'job-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
