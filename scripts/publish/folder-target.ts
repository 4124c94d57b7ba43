// Publishes to a folder. Its files are hard links to the objects of the release if possible, and copies otherwise.
import {
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { noteKey } from './state.ts';
import { objectFile } from '../../sidecar/release/room-db.ts';
import { type PageSource, ReleaseReplaced, sourceSize, type FileSource, type PublishTarget } from './target.ts';

/** Links the file. Returns false if the file system does not support hard links. */
function tryLink(file: string, to: string): boolean {
  try {
    linkSync(file, to);
    return true;
  } catch {
    return false;
  }
}

/**
 * Links or copies an object. Web servers read Last-Modified from the file, so an object without other links gets the
 * date of its page.
 */
function placeObject(dist: string, source: PageSource, to: string): void {
  const { page, encoding } = source;
  const file = objectFile(dist, page, encoding);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw new ReleaseReplaced(file);
  if (stats.size !== sourceSize(source)) throw new Error(`${file} is damaged. The next build repairs it.`);
  const date = new Date(page.lastModified);
  const isUnshared = stats.nlink === 1;
  if (isUnshared) utimesSync(file, date, date);
  if ((isUnshared || stats.mtimeMs === date.getTime()) && tryLink(file, to)) return;
  copyFileSync(file, to, constants.COPYFILE_FICLONE);
  utimesSync(to, date, date);
}

function writeSource(dist: string, source: FileSource, to: string): void {
  if (source.kind === 'page') placeObject(dist, source, to);
  else if (source.kind === 'link') symlinkSync(source.to, to);
  else writeFileSync(to, source.text, { flush: true });
}

/** Removes folders that became empty. */
function removeEmpty(folder: string, root: string): void {
  for (let one = folder; one !== root; one = dirname(one))
    try {
      rmdirSync(one);
    } catch {
      return;
    }
}

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

/** Number of files after which other work gets a turn. */
const filesPerTurn = 100;

/** Creates the target. Objects are linked from the folder `dist`. */
export function folderTarget(root: string, dist: string): PublishTarget {
  mkdirSync(root, { recursive: true });
  /** Temporary file, which replaces one that a killed process left. */
  const temporary = join(root, `${noteKey}.next`);
  let count = 0;
  return {
    concurrency: 1,
    // Repeating all changes takes less time than writing notes of them.
    noteEvery: Infinity,
    read: async (key) => {
      try {
        return readFileSync(join(root, key), 'utf8');
      } catch {
        return undefined;
      }
    },
    put: async (key, { source }) => {
      if (count++ % filesPerTurn === 0) await yieldToEventLoop();
      const file = join(root, key);
      mkdirSync(dirname(file), { recursive: true });
      // Renaming a link over another link to the same object would leave both.
      rmSync(temporary, { force: true });
      writeSource(dist, source, temporary);
      renameSync(temporary, file);
      return source.kind === 'page' ? sourceSize(source) : 0;
    },
    remove: async (key) => {
      const file = join(root, key);
      rmSync(file, { force: true });
      removeEmpty(dirname(file), root);
    },
    list: async () => [...filesBelow(root)].map((file) => relative(root, file)).filter((key) => key !== noteKey),
  };
}
