// Remembers what was read of files, so that one that was not touched is not read again.
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { inChunks } from '#domain/arrays.ts';
import { writeWhole } from '../write-file.ts';

/** Undefined where there is no such file. */
export function stampOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && `${stats.size} ${stats.mtimeMs} ${stats.ino}`;
}

/** Returns the result of `read`, from memory if neither the file nor `about` (its other inputs) has changed. */
export type FileMemory<T> = (path: string, read: () => T, about?: string) => T;

interface Known<T> {
  stamp: string;
  value: T;
}

/** A read that failed is tried again. */
export function fileMemory<T>(): FileMemory<T> {
  const known = new Map<string, Known<T>>();
  return (path, read, about = '') => {
    const stamp = `${stampOf(path)} ${about}`;
    const before = known.get(path);
    if (before?.stamp === stamp) return before.value;
    const value = read();
    known.set(path, { stamp, value });
    if (value instanceof Promise) value.catch(() => known.delete(path));
    return value;
  };
}

/** What one process leaves for the next, by name. What was made in another way, as `salt` says, counts as nothing. */
export async function readNotes<T>(file: string, salt: string): Promise<Map<string, T>> {
  const [first, ...rest] = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  return new Map(first === salt ? rest.filter(Boolean).map((line) => JSON.parse(line) as [string, T]) : []);
}

/** Joined into one text, the notes of a large room would take several times their memory. */
const notesAtOnce = 200;

function* notePieces<T>(salt: string, notes: Iterable<[string, T]>): Generator<string> {
  yield salt;
  for (const some of inChunks([...notes], notesAtOnce)) yield some.map((note) => `\n${JSON.stringify(note)}`).join('');
}

export const writeNotes = <T>(file: string, salt: string, notes: Iterable<[string, T]>): Promise<void> =>
  writeWhole(file, notePieces(salt, notes));

/** The next process reads so many files again rather than each build writes all that is known: a part of all. */
export const fewNew = 1 / 100;

export interface LastingMemory<T> {
  remembered: FileMemory<Promise<T>>;
  save: () => Promise<void>;
}

/** A memory that the next process takes over from `file`. */
export function lastingMemory<T>(file: string, salt: string): LastingMemory<T> {
  let known: Promise<Map<string, Known<T>>> | undefined;
  let unsaved = 0;
  const remembered: FileMemory<Promise<T>> = async (path, read) => {
    const all = await (known ??= readNotes(file, salt));
    const stamp = stampOf(path);
    const before = all.get(path);
    if (stamp && before?.stamp === stamp) return before.value;
    const value = await read();
    if (stamp) all.set(path, { stamp, value });
    unsaved++;
    return value;
  };
  return {
    remembered,
    save: async (): Promise<void> => {
      const all = await known;
      if (!all || unsaved <= fewNew * all.size) return;
      for (const path of all.keys()) if (!stampOf(path)) all.delete(path);
      await writeNotes(file, salt, all);
      unsaved = 0;
    },
  };
}
