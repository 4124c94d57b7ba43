// The creator's transcripts as files, which are generated or copied, corrected, and then approved or deleted.
import { existsSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '../../storage/leftovers.ts';
import { ApiError } from '#contract/errors.ts';
import type { Segment } from '#contract/schemas/transcripts.ts';
import { decodeFile } from '#domain/text/decode.ts';
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
import { findWebVttProblem } from './check-webvtt.ts';
import type { TranscriptResult } from './jobs.ts';
import { readTranscript } from '../../content/transcripts/read-transcript.ts';

const folders = {
  waiting: waitingTranscriptsFolder,
  approved: transcriptsFolder,
  publisher: publisherTranscriptsFolder,
};
export type TranscriptStage = keyof typeof folders;

export const transcriptFilePath = (contentDir: string, place: TranscriptStage, id: string): string =>
  join(contentDir, folders[place], transcriptFileName(id));

/** Returns true for ids that are safe as file names; `../x` is not. */
const isName = (id: string): boolean => /^[a-z0-9-]+$/.test(id);

/** Reads the WebVTT of a transcript; undefined if there is none. */
export const readTranscriptSource = async (
  contentDir: string,
  place: TranscriptStage,
  id: string,
): Promise<string | undefined> =>
  isName(id) ? readFile(transcriptFilePath(contentDir, place, id)).then(decodeFile, () => undefined) : undefined;

/** Writes a waiting transcript atomically and returns its path. */
async function writeWaiting(contentDir: string, id: string, text: string): Promise<string> {
  const path = transcriptFilePath(contentDir, 'waiting', id);
  await writeAtomically(path, text);
  return path;
}

/** Throws if the waiting transcript was corrected, so that it is not overwritten. */
export async function assertUncorrected(contentDir: string, id: string): Promise<void> {
  const waiting = await readTranscriptSource(contentDir, 'waiting', id);
  if (waiting === undefined || !isCorrected(waiting)) return;
  throw new ApiError('bad_request', 'The transcript waiting for review was corrected. Approve or delete it first.');
}

/** Saves a generated transcript for review and returns its path. */
export async function saveTranscript(
  contentDir: string,
  id: string,
  { segments, engine, warnings }: Pick<TranscriptResult, 'segments' | 'engine' | 'warnings'>,
  title = id,
): Promise<string> {
  await assertUncorrected(contentDir, id);
  return writeWaiting(contentDir, id, formatUncorrected(segments, title, `Heard by ${engine}`, warnings));
}

/** Copies the publisher's transcript for review. Returns false if there is none. */
export async function copyPublisherTranscript(contentDir: string, id: string, title: string): Promise<boolean> {
  const source = await readTranscriptSource(contentDir, 'publisher', id);
  if (source === undefined) return false;
  await assertUncorrected(contentDir, id);
  await writeWaiting(
    contentDir,
    id,
    formatUncorrected(await readTranscript(source, 'vtt'), title, 'The publisher’s', []),
  );
  return true;
}

/** Saves a correction with the notes of the corrected transcript. */
export const saveCorrection = (contentDir: string, id: string, segments: Segment[], before: string): Promise<string> =>
  writeWaiting(contentDir, id, formatTranscript(segments, 'vtt', readVttNotes(before)));

/** Returns true if approval would replace a corrected transcript with an uncorrected one. */
export async function replacesCorrected(contentDir: string, id: string): Promise<boolean> {
  const [waiting, approved] = await Promise.all(
    (['waiting', 'approved'] as const).map((place) => readTranscriptSource(contentDir, place, id)),
  );
  return waiting !== undefined && approved !== undefined && !isCorrected(waiting) && isCorrected(approved);
}

/** Approves the waiting transcript. Returns false if there is none. Throws if it has errors, and changes nothing. */
export async function approveTranscript(contentDir: string, id: string): Promise<boolean> {
  const waiting = await readTranscriptSource(contentDir, 'waiting', id);
  if (waiting === undefined) return false;
  const why = await findWebVttProblem(waiting);
  if (why) throw new ApiError('bad_request', `${waitingTranscriptsFolder}/${transcriptFileName(id)}, ${why}`);
  await rename(transcriptFilePath(contentDir, 'waiting', id), transcriptFilePath(contentDir, 'approved', id));
  return true;
}

export async function discardTranscript(contentDir: string, id: string): Promise<boolean> {
  const waiting = transcriptFilePath(contentDir, 'waiting', id);
  if (!isName(id) || !existsSync(waiting)) return false;
  await rm(waiting);
  return true;
}

/** Returns true if a file contains these segments. */
export async function hasSameSegments(source: string, segments: Segment[]): Promise<boolean> {
  const read = await readTranscript(source, 'vtt').catch(() => []);
  return formatTranscript(read, 'vtt') === formatTranscript(segments, 'vtt');
}
