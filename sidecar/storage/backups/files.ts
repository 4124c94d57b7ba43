// Copies a folder with the digest of each file. Files that have not changed since the previous backup are linked.
import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, link, lstat, mkdir, readdir, readlink, symlink, utimes } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

export interface BackupFile {
  /** Relative path with `/`. */
  path: string;
  bytes: number;
  mtimeMs: number;
  sha256: string;
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Builds and ingests create this folder again. */
const isExcluded = (path: string): boolean => path === '.build' || path.startsWith('.build/');

interface PreviousBackup {
  folder: string;
  files: Map<string, BackupFile>;
}

/** Links the file of the previous backup if it is unchanged and intact. */
async function linkUnchanged(from: string, to: string, path: string, before: PreviousBackup | undefined) {
  const entry = before?.files.get(path);
  const { size, mtimeMs } = await lstat(from);
  if (!entry || entry.bytes !== size || entry.mtimeMs !== mtimeMs) return undefined;
  const old = join(before!.folder, path);
  if ((await hashFile(old).catch(() => undefined)) !== entry.sha256) return undefined;
  return link(old, to).then(
    () => entry,
    () => undefined,
  );
}

async function copyWithDigest(from: string, to: string, path: string): Promise<BackupFile> {
  const { size, mtimeMs, atime, mtime } = await lstat(from);
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await utimes(to, atime, mtime);
  const sha256 = await hashFile(from);
  // The creator may be writing this file; the next backup will have it.
  if ((await hashFile(to)) !== sha256) throw new Error(`${from} changed while it was copied.`);
  return { path, bytes: size, mtimeMs, sha256 };
}

export async function copyFolder(from: string, to: string, before?: PreviousBackup): Promise<BackupFile[]> {
  const files: BackupFile[] = [];
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const source = join(entry.parentPath, entry.name);
    const path = relative(from, source).replaceAll('\\', '/');
    if (isExcluded(path)) continue;
    const target = join(to, path);
    await mkdir(entry.isDirectory() ? target : dirname(target), { recursive: true });
    if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else if (entry.isFile())
      files.push((await linkUnchanged(source, target, path, before)) ?? (await copyWithDigest(source, target, path)));
  }
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** Returns the paths of files that are missing or differ from the list. */
export async function findDamagedFiles(folder: string, files: BackupFile[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { path, sha256 } of files)
    if ((await hashFile(join(folder, path)).catch(() => '')) !== sha256) wrong.push(path);
  return wrong;
}
