// Reads items that were published and retracted later. Their files are among the rejected ones and contain the date.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { itemProblems, parseItemFile } from '#domain/items/item-file.ts';
import type { RetractedItem } from '#domain/room.ts';
import { fingerprintText } from '#domain/search/fingerprint.ts';
import { plainTextOfMarkdown } from '#domain/search/plain-text.ts';
import { decodeFile } from '#domain/text/decode.ts';
import {
  publisherTranscriptsFolder,
  transcriptFileName,
  transcriptsFolder,
} from '#domain/transcripts/hosted-transcripts.ts';
import { readCaptions } from '../../sidecar/content/transcripts/cues.ts';
import { type FileCache, createFileCache } from './file-cache.ts';

/** Text that the files of retracted items contain. Other rejected files are not parsed. */
const mark = '\nretractedAt:';

/** Returns the words of the transcripts of an item, which stay in the content folder. */
function readSpokenText(contentDir: string, id: string): string {
  const paths = [transcriptsFolder, publisherTranscriptsFolder].map((folder) =>
    join(contentDir, folder, transcriptFileName(id)),
  );
  const captions = paths.filter(existsSync).flatMap((path) => readCaptions(decodeFile(readFileSync(path))));
  return captions.flatMap(({ lines }) => lines.map((line) => line.replace(/<[^<>]*>/g, ''))).join(' ');
}

function readRetracted(contentDir: string, path: string): RetractedItem | undefined {
  try {
    const source = decodeFile(readFileSync(path));
    if (!source.includes(mark)) return undefined;
    const { item, body } = parseItemFile(source);
    if (itemProblems(item).length > 0) return undefined;
    const { id, type, retractedAt, title, summary = '' } = item as StoredItem;
    const texts = [plainTextOfMarkdown(body), title, summary, readSpokenText(contentDir, id)];
    const fingerprint = fingerprintText(texts.join('\n'));
    return retractedAt ? { id, type, retractedAt, fingerprint } : undefined;
  } catch {
    // The file is being moved, or is not readable.
    return undefined;
  }
}

/** Returns the retracted items, newest first, without those that are published again. */
export function findRetractedItems(
  contentDir: string,
  isPublished: (id: string) => boolean,
  cache: FileCache<RetractedItem | undefined> = createFileCache(),
): RetractedItem[] {
  const folder = join(contentDir, 'rejected');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : [];
  const items = names.flatMap((name) => {
    const path = join(folder, name);
    const one = cache(path, () => readRetracted(contentDir, path));
    return one && !isPublished(one.id) ? [one] : [];
  });
  return items.sort((a, b) =>
    a.retractedAt < b.retractedAt ? 1 : a.retractedAt > b.retractedAt ? -1 : a.id < b.id ? -1 : 1,
  );
}
