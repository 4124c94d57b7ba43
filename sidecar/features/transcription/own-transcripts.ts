// The creator's own transcripts as files: heard or taken over, corrected, then approved or deleted.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryOf } from '../../storage/leftovers.ts';
import { ApiError } from '#contract/errors.ts';
import type { Segment } from '#contract/schemas/transcripts.ts';
import { decodeText } from '#domain/text/decode.ts';
import { formatTranscript } from '#domain/transcripts/format.ts';
import {
  isCorrected,
  readVttNotes,
  publisherTranscriptsFolder,
  transcriptFileName,
  transcriptsFolder,
  formatUncorrected,
  waitingTranscriptsFolder,
} from '#domain/transcripts/hosted-transcripts.ts';
import { whyNotApprovable } from './approvable.ts';
import type { Result } from './jobs.ts';
import { readTranscript } from '../../content/transcripts/read-transcript.ts';

const folders = {
  waiting: waitingTranscriptsFolder,
  approved: transcriptsFolder,
  publisher: publisherTranscriptsFolder,
};
export type Place = keyof typeof folders;

export const placeOf = (contentDir: string, place: Place, id: string): string =>
  join(contentDir, folders[place], transcriptFileName(id));

/** Ids become file names: this keeps a path such as `../x` out. */
const isName = (id: string): boolean => /^[a-z0-9-]+$/.test(id);

const decodeFile = (bytes: Buffer): string => decodeText(bytes);

/** Undefined where there is none. */
export const sourceIn = async (contentDir: string, place: Place, id: string): Promise<string | undefined> =>
  isName(id) ? readFile(placeOf(contentDir, place, id)).then(decodeFile, () => undefined) : undefined;

/** Written aside first, so that nobody reads half of it. Gives its path. */
async function write(contentDir: string, id: string, text: string): Promise<string> {
  const path = placeOf(contentDir, 'waiting', id);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(temporaryOf(path), text);
  await rename(temporaryOf(path), path);
  return path;
}

/** Throws where a program would write over what the creator has corrected. */
export async function assertUncorrected(contentDir: string, id: string): Promise<void> {
  const waiting = await sourceIn(contentDir, 'waiting', id);
  if (waiting === undefined || !isCorrected(waiting)) return;
  const file = `${waitingTranscriptsFolder}/${transcriptFileName(id)}`;
  throw new ApiError('bad_request', `${file} was corrected and stays as it is: approve or delete it first.`);
}

/** Keeps what was heard for the creator's review. Gives its path. */
export async function keepHeard(
  contentDir: string,
  id: string,
  { segments, engine, warnings }: Pick<Result, 'segments' | 'engine' | 'warnings'>,
  title = id,
): Promise<string> {
  await assertUncorrected(contentDir, id);
  return write(contentDir, id, formatUncorrected(segments, title, `Heard by ${engine}`, warnings));
}

/** False where the publisher offers none that could be read. */
export async function takePublishers(contentDir: string, id: string, title: string): Promise<boolean> {
  const source = await sourceIn(contentDir, 'publisher', id);
  if (source === undefined) return false;
  await assertUncorrected(contentDir, id);
  await write(contentDir, id, formatUncorrected(await readTranscript(source, 'vtt'), title, 'The publisher’s', []));
  return true;
}

/** Keeps a correction, with the notes of the transcript that it corrects. */
export const keepCorrected = (contentDir: string, id: string, segments: Segment[], before: string): Promise<string> =>
  write(contentDir, id, formatTranscript(segments, 'vtt', readVttNotes(before)));

/** Whether what was only heard would take the place of an approved transcript that was corrected. */
export async function replacesCorrected(contentDir: string, id: string): Promise<boolean> {
  const [waiting, approved] = await Promise.all(
    (['waiting', 'approved'] as const).map((place) => sourceIn(contentDir, place, id)),
  );
  return waiting !== undefined && approved !== undefined && !isCorrected(waiting) && isCorrected(approved);
}

/** False where none waits. Throws where something of it would be lost: what was approved before stays. */
export async function approveTranscript(contentDir: string, id: string): Promise<boolean> {
  const waiting = await sourceIn(contentDir, 'waiting', id);
  if (waiting === undefined) return false;
  const why = await whyNotApprovable(waiting);
  if (why) throw new ApiError('bad_request', `${waitingTranscriptsFolder}/${transcriptFileName(id)}, ${why}`);
  await rename(placeOf(contentDir, 'waiting', id), placeOf(contentDir, 'approved', id));
  return true;
}

export async function rejectTranscript(contentDir: string, id: string): Promise<boolean> {
  const waiting = placeOf(contentDir, 'waiting', id);
  if (!isName(id) || !existsSync(waiting)) return false;
  await rm(waiting);
  return true;
}

/** Whether a file reads as these segments. */
export async function saysTheSame(source: string, segments: Segment[]): Promise<boolean> {
  const read = await readTranscript(source, 'vtt').catch(() => []);
  return formatTranscript(read, 'vtt') === formatTranscript(segments, 'vtt');
}
