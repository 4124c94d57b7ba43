// Undoes decisions about several items in one step: copies of their files from before the decision are kept in .build.
import { copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeAtomically } from '../storage/leftovers.ts';
import { type Static, Type } from 'typebox';
import { closedObject, Count, Instant, list, text } from '#contract/schemas/shape.ts';
import { checker } from '#contract/validation.ts';
import { sha256 } from '#domain/ids.ts';
import { runAsOneChange } from './review.ts';
import { ignoreMissingFile, type ReviewDesk } from './review-desk.ts';

const Undo = closedObject({
  what: text('The decision, in words.'),
  at: Instant('When it was made.'),
  /** Missing while the decision is being made, also after a crash. */
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
type UndoFile = Undo['files'][number];

/** Number of decisions that can be undone. */
const maxRecords = 30;
const groupSize = 64;
const recordName = 'undo.json';
const isUndo = checker(Undo);
const isName = (name: string): boolean => /^\d{17}(-\d+)?$/.test(name);

const undoFolder = ({ contentDir }: Pick<ReviewDesk, 'contentDir'>): string => join(contentDir, '.build', 'undo');
/** Returns the paths of an item. In this order, restoring never leaves it in no folder. */
const listItemPaths = (id: string): string[] =>
  ['inbox', 'published', 'rejected'].map((folder) => `${folder}/${id}.md`);

async function hashIfExists(path: string): Promise<string | undefined> {
  const bytes = await readFile(path).catch(ignoreMissingFile);
  return bytes && sha256(bytes);
}

async function mapInGroups<T, R>(all: T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < all.length; start += groupSize)
    results.push(...(await Promise.all(all.slice(start, start + groupSize).map(work))));
  return results;
}

/** Opens a record. `what` describes the decision to the creator: “24 items approved”. */
export async function openUndo(desk: ReviewDesk, what: string) {
  const folder = await createRecordFolder(desk);
  const undo: Undo = { what, at: desk.now().toISOString(), files: [] };
  const keepOne = async (path: string): Promise<UndoFile> => {
    const copy = join(folder, path);
    await mkdir(dirname(copy), { recursive: true });
    await copyFile(join(desk.contentDir, path), copy).catch(ignoreMissingFile);
    const before = await hashIfExists(copy);
    return { path, ...(before && { before }) };
  };
  return {
    /** Copies the files; called while the content lock is held, before anything is changed. */
    keep: async (ids: string[], others: string[] = []) => {
      undo.files.push(...(await mapInGroups([...ids.flatMap(listItemPaths), ...others], keepOne)));
      await saveRecord(folder, undo);
    },
    /** Completes the record with the items that were decided; without any there is nothing to undo. */
    close: async (decided: string[], others: string[] = []) => {
      if (decided.length + others.length === 0) return rm(folder, { recursive: true, force: true });
      const decidedPaths = new Set([...decided.flatMap(listItemPaths), ...others]);
      const touched = undo.files.filter(({ path }) => decidedPaths.has(path));
      undo.files = await mapInGroups(touched, async (file) => {
        const after = await hashIfExists(join(desk.contentDir, file.path));
        return { ...file, ...(after && { after }) };
      });
      await saveRecord(folder, { ...undo, decided: decided.length });
      await removeOldRecords(desk);
    },
  };
}

/** Runs a decision about one item so that it can be undone, if `isDone` confirms that it was made. */
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

async function createRecordFolder(desk: ReviewDesk): Promise<string> {
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

const saveRecord = (folder: string, undo: Undo): Promise<void> =>
  writeAtomically(join(folder, recordName), JSON.stringify(undo));

async function removeOldRecords(desk: ReviewDesk): Promise<void> {
  for (const name of (await listRecords(desk)).slice(maxRecords))
    await rm(join(undoFolder(desk), name), { recursive: true, force: true });
}

/** Returns the names of records, newest first. */
async function listRecords(desk: ReviewDesk): Promise<string[]> {
  const names = (await readdir(undoFolder(desk)).catch(ignoreMissingFile)) ?? [];
  return names.filter(isName).sort(newestFirst);
}

const newestFirst = (a: string, b: string): number =>
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

/** Returns decisions that can be undone, newest first. */
export async function listUndoableDecisions(desk: ReviewDesk): Promise<UndoableDecision[]> {
  const decisions: UndoableDecision[] = [];
  for (const name of await listRecords(desk)) {
    const undo = await readUndo(desk, name);
    if (undo) decisions.push({ name, what: undo.what, at: undo.at, decided: undo.decided ?? 0 });
  }
  return decisions;
}

export type UndoResult =
  { outcome: 'undone'; what: string; restored: number; changed: string[] } | { outcome: 'not_found' };

/** Restores the files of a decision. Files of an item that changed since stay unchanged. */
export function undoDecision(desk: ReviewDesk, name: string): Promise<UndoResult> {
  return runAsOneChange(desk, async () => {
    const undo = isName(name) ? await readUndo(desk, name) : undefined;
    if (!undo) return { outcome: 'not_found' };
    const items = Map.groupBy(undo.files, ({ path }) => path.slice(path.indexOf('/') + 1));
    const changedItems: string[] = [];
    let restored = 0;
    for (const [item, files] of items) {
      if (await isAsDecided(desk, files, undo.decided !== undefined)) {
        // feeds.json, which belongs to the decisions about a feed, is not counted as an item.
        if ((await restoreFiles(desk, name, files)) && item.endsWith('.md')) restored += 1;
      } else changedItems.push(item.replace(/\.md$/, ''));
    }
    await rm(join(undoFolder(desk), name), { recursive: true, force: true });
    return { outcome: 'undone', what: undo.what, restored, changed: changedItems };
  });
}

/**
 * Returns true if the files are unchanged since the decision. After a crash during the decision, this cannot be
 * checked.
 */
async function isAsDecided({ contentDir }: ReviewDesk, files: UndoFile[], isComplete: boolean): Promise<boolean> {
  if (!isComplete) return true;
  const hashes = await Promise.all(files.map(({ path }) => hashIfExists(join(contentDir, path))));
  return files.every(({ after }, at) => hashes[at] === after);
}

/** Restores files, first those that existed, then removes new ones. Returns true if there was anything to do. */
async function restoreFiles(desk: ReviewDesk, name: string, files: UndoFile[]): Promise<boolean> {
  const now = await Promise.all(files.map(({ path }) => hashIfExists(join(desk.contentDir, path))));
  const different = files.filter(({ before }, at) => before !== now[at]);
  for (const { path } of different.filter(({ before }) => before))
    await writeAtomically(join(desk.contentDir, path), await readFile(join(undoFolder(desk), name, path)));
  for (const { path } of different.filter(({ before }) => !before))
    await rm(join(desk.contentDir, path), { force: true });
  return different.length > 0;
}
