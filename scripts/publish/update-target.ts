// Updates a target to a release. Only differences are written, and an interruption loses only the writes in progress.
import { forEachConcurrently } from '#domain/arrays.ts';
import {
  markStarted,
  type PublishChanges,
  diffFiles,
  noteKey,
  type PublishState,
  readState,
  stateFile,
} from './state.ts';
import { sourceSize, type PublishTarget, type TargetFile, type TargetFiles } from './target.ts';

const isLarge = ([, { source }]: [key: string, file: TargetFile]): boolean =>
  source.kind === 'page' && sourceSize(source) >= 4 * 1024 * 1024;

export interface PublishSummary {
  sent: number;
  bytes: number;
  deleted: number;
}

/** Returns a function that writes the note once per `every` calls. */
function noteWriter(every: number, write: () => Promise<void>): () => Promise<void> {
  let since = 0;
  let writing: Promise<void> | undefined;
  return async () => {
    since += 1;
    if (since >= every && !writing) {
      since = 0;
      writing = write().finally(() => (writing = undefined));
    }
    return writing;
  };
}

async function applyChanges(
  target: PublishTarget,
  state: PublishState,
  { put, removed }: PublishChanges,
): Promise<PublishSummary> {
  const write = async () => void (await target.put(noteKey, stateFile(state)));
  const note = noteWriter(target.noteEvery, write);
  const published = { sent: 0, bytes: 0, deleted: 0 };
  const send = async ([key, file]: [string, TargetFile]) => {
    published.bytes += await target.put(key, file);
    state.objects[key] = file.fingerprint;
    published.sent += 1;
    await note();
  };
  const remove = async (key: string) => {
    await target.remove(key);
    delete state.objects[key];
    published.deleted += 1;
    await note();
  };
  await write();
  try {
    for (const group of put) {
      await forEachConcurrently(group.filter(isLarge), 1, send);
      await forEachConcurrently(
        group.filter((one) => !isLarge(one)),
        target.concurrency,
        send,
      );
    }
    for (const group of removed) await forEachConcurrently(group, target.concurrency, remove);
  } catch (error) {
    // The next call resumes from here, if the note can be written.
    await write().catch(() => undefined);
    throw error;
  }
  return published;
}

/** Updates the target. `purge` receives the changed addresses; if it fails, they are sent again next time. */
export async function updateTarget(
  target: PublishTarget,
  files: TargetFiles,
  purge: (paths: string[]) => Promise<void>,
): Promise<PublishSummary> {
  const before = await readState(target);
  const difference = diffFiles(before, files);
  const state = markStarted(before, difference);
  const isSame = [...difference.put, ...difference.removed].every(({ length }) => length === 0);
  if (isSame && state.unpurged.length === 0) return { sent: 0, bytes: 0, deleted: 0 };
  const published = await applyChanges(target, state, difference);
  try {
    await purge(state.unpurged);
    state.unpurged = [];
  } finally {
    await target.put(noteKey, stateFile(state));
  }
  return published;
}
