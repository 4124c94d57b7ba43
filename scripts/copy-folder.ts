// Copies files of the program, which may be read-only, so that the copy can be written.
import { chmod, cp, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const ownerWrites = 0o200;

export async function copyWritable(
  from: string,
  to: string,
  filter: (path: string) => boolean = () => true,
): Promise<void> {
  await cp(from, to, { recursive: true, filter });
  const isFolder = (await lstat(to)).isDirectory();
  const entries = isFolder ? await readdir(to, { recursive: true, withFileTypes: true }) : [];
  const files = entries.filter((entry) => !entry.isSymbolicLink());
  for (const path of [to, ...files.map(({ parentPath, name }) => join(parentPath, name))])
    await chmod(path, (await lstat(path)).mode | ownerWrites);
}
