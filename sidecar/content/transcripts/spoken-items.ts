// Gives published items their transcripts: the one that the creator approved, content/transcripts/ID.vtt, else the publisher's.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  publisherTranscriptsFolder,
  transcriptFileName,
  transcriptsFolder,
  withTranscript,
} from '#domain/transcripts/hosted-transcripts.ts';
import { decodeIntact } from '#domain/text/decode.ts';
import type { Segment } from '#contract/schemas/transcripts.ts';
import type { RoomItem } from '#domain/room.ts';
import { readTranscript } from './read-transcript.ts';

export interface ParsedTranscript {
  source: string;
  segments: Segment[];
}

/** Gives what was read of the file before, as long as the file and `about` are the same. */
type Remembered = (path: string, read: () => Promise<ParsedTranscript>, about: string) => Promise<ParsedTranscript>;
const anew: Remembered = (_, read) => read();

/** What cannot be read joins `problems`. */
export async function readTranscripts(
  contentDir: string,
  items: RoomItem[],
  problems: string[],
  remembered: Remembered = anew,
): Promise<RoomItem[]> {
  const namesIn = async (folder: string) => new Set(await readdir(join(contentDir, folder)).catch(() => []));
  const places = [
    { folder: transcriptsFolder, names: await namesIn(transcriptsFolder), isPublishers: false },
    { folder: publisherTranscriptsFolder, names: await namesIn(publisherTranscriptsFolder), isPublishers: true },
  ].filter(({ names }) => names.size > 0);
  if (places.length === 0) return items;
  const read = async (item: RoomItem, isIn: typeof places): Promise<RoomItem> => {
    const name = transcriptFileName(item.id);
    for (const { folder, isPublishers } of isIn) {
      const path = join(contentDir, folder, name);
      const readOne = async (): Promise<ParsedTranscript> => {
        const source = decodeIntact(await readFile(path), { language: item.language });
        return { source, segments: await readTranscript(source, 'vtt', item.durationSeconds) };
      };
      try {
        const { segments, source } = await remembered(path, readOne, String(item.durationSeconds));
        return withTranscript(item, segments, source, isPublishers);
      } catch (error) {
        problems.push(`${folder}/${name}: left out: ${(error as Error).message}`);
      }
    }
    return item;
  };
  return Promise.all(
    items.map((item) => {
      const isIn = places.filter(({ names }) => names.has(transcriptFileName(item.id)));
      return isIn.length > 0 ? read(item, isIn) : item;
    }),
  );
}
