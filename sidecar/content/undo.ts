// Undoing a decision about several items in one step: their files as they were before are kept below .build until then.
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryPath } from '../storage/leftovers.ts';
import { type Static, Type } from 'typebox';
import { closedObject, Count, Instant, list, text } from '#contract/schemas/shape.ts';
import { checker } from '#contract/validation.ts';
import { sha256 } from '#domain/ids.ts';
import { runAsOneChange } from './review.ts';
import { ignoreMissingFile, type ReviewDesk } from './review-desk.ts';

const Undo = closedObject({
  what: text('The decision, in words.'),
  at: Instant('When it was made.'),
  /** Left out while the decision is being made; a crash may leave it so. */
  decided: Type.Optional(Count('How many items it was about.')),
  files: list(
    closedObject({
      path: text('Below the content folder.'),
      before: Type.Optional(text('SHA-256 of the file; none: there was no such file.')),
      after: Type.Optional(text('The same, once the decision was made.')),
    }),
  ),
});
type Undo = Static<typeof Undo>;
type Kept = Undo['files'][number];

/** Older decisions cannot be undone any more. */
const mostKept = 30;
const atOnce = 64;
const recordName = 'undo.json';
const isUndo = checker(Undo);
const isName = (name: string): boolean => /^\d{17}(-\d+)?$/.test(name);

const undoFolder = ({ contentDir }: Pick<ReviewDesk, 'contentDir'>): string => join(contentDir, '.build', 'undo');
/** In this order an item is never nowhere while it is restored. */
const pathsOf = (id: string): string[] => ['inbox', 'published', 'rejected'].map((folder) => `${folder}/${id}.md`);

async function hashOf(path: string): Promise<string | undefined> {
  const bytes = await readFile(path).catch(ignoreMissingFile);
  return bytes && sha256(bytes);
}

async function inGroups<T, R>(all: T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let start = 0; start < all.length; start += atOnce)
    done.push(...(await Promise.all(all.slice(start, start + atOnce).map(work))));
  return done;
}

export interface UndoLog {
  /** Keeps the files as they are; called while the content lock is held, before anything is changed. */
  keep: (ids: string[], others?: string[]) => Promise<void>;
  /** Says which of them the decision was about; without one there is nothing to undo. */
  close: (decided: string[], others?: string[]) => Promise<void>;
}

/** `what` is said to the creator: “24 items approved”. */
export async function openUndo(desk: ReviewDesk, what: string): Promise<UndoLog> {
  const folder = await newFolder(desk);
  const undo: Undo = { what, at: desk.now().toISOString(), files: [] };
  const keepOne = async (path: string): Promise<Kept> => {
    const copy = join(folder, path);
    await mkdir(dirname(copy), { recursive: true });
    await copyFile(join(desk.contentDir, path), copy).catch(ignoreMissingFile);
    const before = await hashOf(copy);
    return { path, ...(before && { before }) };
  };
  return {
    keep: async (ids, others = []) => {
      undo.files.push(...(await inGroups([...ids.flatMap(pathsOf), ...others], keepOne)));
      await save(folder, undo);
    },
    close: async (decided, others = []) => {
      if (decided.length + others.length === 0) return rm(folder, { recursive: true, force: true });
      const wanted = new Set([...decided.flatMap(pathsOf), ...others]);
      const touched = undo.files.filter(({ path }) => wanted.has(path));
      undo.files = await inGroups(touched, async (file) => {
        const after = await hashOf(join(desk.contentDir, file.path));
        return { ...file, ...(after && { after }) };
      });
      await save(folder, { ...undo, decided: decided.length });
      await prune(desk);
    },
  };
}

/** One decision about one item; where `work` says that nothing was done, there is nothing to undo. */
export async function runUndoably<R>(
  desk: ReviewDesk,
  { id, what }: { id: string; what: string },
  work: () => Promise<R>,
  isDone: (result: R) => boolean,
): Promise<R> {
  const undo = await openUndo(desk, what);
  await undo.keep([id]);
  const result = await work();
  await undo.close(isDone(result) ? [id] : []);
  return result;
}

async function newFolder(desk: ReviewDesk): Promise<string> {
  await mkdir(undoFolder(desk), { recursive: true });
  const stamp = desk.now().toISOString().replace(/\D/g, '');
  for (let more = 0; ; more += 1) {
    const folder = join(undoFolder(desk), more === 0 ? stamp : `${stamp}-${more}`);
    const isNew = await mkdir(folder).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
        return false;
      },
    );
    if (isNew) return folder;
  }
}

async function save(folder: string, undo: Undo): Promise<void> {
  const path = join(folder, recordName);
  await writeFile(temporaryPath(path), JSON.stringify(undo));
  await rename(temporaryPath(path), path);
}

async function prune(desk: ReviewDesk): Promise<void> {
  for (const name of (await namesIn(desk)).slice(mostKept))
    await rm(join(undoFolder(desk), name), { recursive: true, force: true });
}

/** Newest first. */
async function namesIn(desk: ReviewDesk): Promise<string[]> {
  const names = (await readdir(undoFolder(desk)).catch(ignoreMissingFile)) ?? [];
  return names.filter(isName).sort(byAge);
}

const byAge = (a: string, b: string): number =>
  b.slice(0, 17).localeCompare(a.slice(0, 17)) || Number(b.slice(18)) - Number(a.slice(18));

async function readUndo(desk: ReviewDesk, name: string): Promise<Undo | undefined> {
  try {
    const result = isUndo(JSON.parse(await readFile(join(undoFolder(desk), name, recordName), 'utf8')));
    return result.ok ? result.value : undefined;
  } catch {
    return undefined;
  }
}

export interface UndoableDecision {
  name: string;
  what: string;
  at: string;
  decided: number;
}

/** Decisions that can be undone, newest first. */
export async function listUndoableDecisions(desk: ReviewDesk): Promise<UndoableDecision[]> {
  const found: UndoableDecision[] = [];
  for (const name of await namesIn(desk)) {
    const undo = await readUndo(desk, name);
    if (undo) found.push({ name, what: undo.what, at: undo.at, decided: undo.decided ?? 0 });
  }
  return found;
}

export type UndoResult =
  { outcome: 'undone'; what: string; restored: number; changed: string[] } | { outcome: 'not_found' };

/** Restores what the decision changed; a file that changed again since stays as it is, together with its item's others. */
export function undoDecision(desk: ReviewDesk, name: string): Promise<UndoResult> {
  return runAsOneChange(desk, async () => {
    const undo = isName(name) ? await readUndo(desk, name) : undefined;
    if (!undo) return { outcome: 'not_found' };
    const items = Map.groupBy(undo.files, ({ path }) => path.slice(path.indexOf('/') + 1));
    const changed: string[] = [];
    let restored = 0;
    for (const [item, files] of items) {
      if (await isAsDecided(desk, files, undo.decided !== undefined)) {
        // feeds.json, which comes along with the items of a feed, is none.
        if ((await restore(desk, name, files)) && item.endsWith('.md')) restored += 1;
      } else changed.push(item.replace(/\.md$/, ''));
    }
    await rm(join(undoFolder(desk), name), { recursive: true, force: true });
    return { outcome: 'undone', what: undo.what, restored, changed };
  });
}

/** Of a decision that a crash cut off nobody knows what it left. */
async function isAsDecided({ contentDir }: ReviewDesk, files: Kept[], isComplete: boolean): Promise<boolean> {
  if (!isComplete) return true;
  const hashes = await Promise.all(files.map(({ path }) => hashOf(join(contentDir, path))));
  return files.every(({ after }, at) => hashes[at] === after);
}

/** First what comes back, then what goes. Gives whether there was anything to do. */
async function restore(desk: ReviewDesk, name: string, files: Kept[]): Promise<boolean> {
  const now = await Promise.all(files.map(({ path }) => hashOf(join(desk.contentDir, path))));
  const different = files.filter(({ before }, at) => before !== now[at]);
  for (const { path } of different.filter(({ before }) => before)) {
    const target = join(desk.contentDir, path);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(join(undoFolder(desk), name, path), temporaryPath(target));
    await rename(temporaryPath(target), target);
  }
  for (const { path } of different.filter(({ before }) => !before))
    await rm(join(desk.contentDir, path), { force: true });
  return different.length > 0;
}
