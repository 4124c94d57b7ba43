// Gives published items the transcripts that the creator approved: content/transcripts/ID.vtt.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transcriptFile, withTranscript } from '#domain/transcripts/own-transcript.ts';
import type { RoomItem } from '#domain/room.ts';
import { readTranscript } from '../sidecar/transcribe/read-transcript.ts';

/** What cannot be read joins `problems`. */
export async function readTranscripts(folder: string, items: RoomItem[], problems: string[]): Promise<RoomItem[]> {
  const names = new Set(await readdir(folder).catch(() => []));
  const read = async (item: RoomItem): Promise<RoomItem> => {
    const name = transcriptFile(item.id);
    if (!names.has(name)) return item;
    try {
      const source = await readFile(join(folder, name), 'utf8');
      return withTranscript(item, await readTranscript(source, 'vtt', item.durationSeconds), source);
    } catch (error) {
      problems.push(`transcripts/${name}: left out: ${(error as Error).message}`);
      return item;
    }
  };
  return Promise.all(items.map(read));
}
