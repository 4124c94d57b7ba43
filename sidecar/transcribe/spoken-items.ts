// Gives published items their transcripts: the one that the creator approved, content/transcripts/ID.vtt, else the publisher's.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  publisherFolder,
  transcriptFile,
  transcriptsFolder,
  withTranscript,
} from '#domain/transcripts/own-transcript.ts';
import type { RoomItem } from '#domain/room.ts';
import { readTranscript } from './read-transcript.ts';

/** What cannot be read joins `problems`. */
export async function readTranscripts(contentDir: string, items: RoomItem[], problems: string[]): Promise<RoomItem[]> {
  const namesIn = async (folder: string) => new Set(await readdir(join(contentDir, folder)).catch(() => []));
  const places = [
    { folder: transcriptsFolder, names: await namesIn(transcriptsFolder), isPublishers: false },
    { folder: publisherFolder, names: await namesIn(publisherFolder), isPublishers: true },
  ];
  const read = async (item: RoomItem): Promise<RoomItem> => {
    const name = transcriptFile(item.id);
    for (const { folder, isPublishers } of places.filter(({ names }) => names.has(name))) {
      try {
        const source = await readFile(join(contentDir, folder, name), 'utf8');
        const segments = await readTranscript(source, 'vtt', item.durationSeconds);
        return withTranscript(item, segments, source, isPublishers);
      } catch (error) {
        problems.push(`${folder}/${name}: left out: ${(error as Error).message}`);
      }
    }
    return item;
  };
  return Promise.all(items.map(read));
}
