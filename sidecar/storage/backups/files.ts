// Copies a folder file by file, each with its digest; what has not changed since the copy before is linked, not copied.
import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, link, lstat, mkdir, readdir, readlink, symlink, utimes } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

export interface BackupFile {
  /** Relative, with `/`. */
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

/** Builds and feed readings make it again. */
const isLeftOut = (path: string): boolean => path === '.build' || path.startsWith('.build/');

interface Before {
  folder: string;
  files: Map<string, BackupFile>;
}

/** Links the file of the copy before, where it is the same and still whole. */
async function linked(from: string, to: string, path: string, before: Before | undefined) {
  const known = before?.files.get(path);
  const { size, mtimeMs } = await lstat(from);
  if (!known || known.bytes !== size || known.mtimeMs !== mtimeMs) return undefined;
  const old = join(before!.folder, path);
  if ((await hashFile(old).catch(() => undefined)) !== known.sha256) return undefined;
  return link(old, to).then(
    () => known,
    () => undefined,
  );
}

async function copied(from: string, to: string, path: string): Promise<BackupFile> {
  const { size, mtimeMs, atime, mtime } = await lstat(from);
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await utimes(to, atime, mtime);
  const sha256 = await hashFile(from);
  // The creator may be writing it this moment: then the next copy has it whole.
  if ((await hashFile(to)) !== sha256) throw new Error(`${from} changes while it is copied.`);
  return { path, bytes: size, mtimeMs, sha256 };
}

export async function copyFolder(from: string, to: string, before?: Before): Promise<BackupFile[]> {
  const files: BackupFile[] = [];
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const source = join(entry.parentPath, entry.name);
    const path = relative(from, source).replaceAll('\\', '/');
    if (isLeftOut(path)) continue;
    const target = join(to, path);
    await mkdir(entry.isDirectory() ? target : dirname(target), { recursive: true });
    if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else if (entry.isFile())
      files.push((await linked(source, target, path, before)) ?? (await copied(source, target, path)));
  }
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** Every file that is missing or not as it was when it was copied. */
export async function findDamagedFiles(folder: string, files: BackupFile[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { path, sha256 } of files)
    if ((await hashFile(join(folder, path)).catch(() => '')) !== sha256) wrong.push(path);
  return wrong;
}
