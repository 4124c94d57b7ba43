// Adds transcripts to published items: the one that the creator approved, content/transcripts/ID.vtt, or the
// publisher's.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  publisherTranscriptsFolder,
  transcriptFileName,
  transcriptsFolder,
  withTranscript,
} from '#domain/transcripts/hosted-transcripts.ts';
import { sha256 } from '#domain/ids.ts';
import { memoizeByObject } from '#domain/memoize.ts';
import { decodeIntact } from '#domain/text/decode.ts';
import { fileLeftOut, type Notice } from '#contract/notices.ts';
import type { Segment } from '#contract/schemas/transcripts.ts';
import type { RoomItem } from '#domain/room.ts';
import { readTranscript } from './read-transcript.ts';

export interface ParsedTranscript {
  /** SHA-256 of the file. */
  digest: string;
  segments: Segment[];
  isFromPublisher: boolean;
}

/** Adds a transcript to an item. Builds in the same process share the result. */
const addTranscript = memoizeByObject(({ digest, segments, isFromPublisher }: ParsedTranscript) =>
  memoizeByObject((item: RoomItem) => withTranscript(item, segments, digest, isFromPublisher)),
);

/** Returns a cached result as long as the file and `about` are unchanged. */
type ReadCached = (path: string, read: () => Promise<ParsedTranscript>, about: string) => Promise<ParsedTranscript>;
const withoutCache: ReadCached = (_, read) => read();

/** Adds transcripts to items; adds unreadable files to `problems`. */
export async function readTranscripts(
  contentDir: string,
  items: RoomItem[],
  problems: Notice[],
  readCached: ReadCached = withoutCache,
): Promise<RoomItem[]> {
  const readNames = async (folder: string) => new Set(await readdir(join(contentDir, folder)).catch(() => []));
  const folders = [
    { folder: transcriptsFolder, names: await readNames(transcriptsFolder), isFromPublisher: false },
    { folder: publisherTranscriptsFolder, names: await readNames(publisherTranscriptsFolder), isFromPublisher: true },
  ].filter(({ names }) => names.size > 0);
  if (folders.length === 0) return items;
  const read = async (item: RoomItem, candidates: typeof folders): Promise<RoomItem> => {
    const name = transcriptFileName(item.id);
    for (const { folder, isFromPublisher } of candidates) {
      const path = join(contentDir, folder, name);
      const readOne = async (): Promise<ParsedTranscript> => {
        const source = decodeIntact(await readFile(path), { language: item.language });
        const segments = await readTranscript(source, 'vtt', item.durationSeconds);
        return { digest: sha256(source), segments, isFromPublisher };
      };
      try {
        return addTranscript(await readCached(path, readOne, String(item.durationSeconds)))(item);
      } catch (error) {
        problems.push(fileLeftOut(`${folder}/${name}`, (error as Error).message));
      }
    }
    return item;
  };
  return Promise.all(
    items.map((item) => {
      const candidates = folders.filter(({ names }) => names.has(transcriptFileName(item.id)));
      return candidates.length > 0 ? read(item, candidates) : item;
    }),
  );
}
