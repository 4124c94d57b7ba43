// The creator's own episodes and their transcripts as files: which have none, which wait, which are approved.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentTypes } from '#contract/content-types.ts';
import { ApiError } from '#contract/errors.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import type { Segment } from '#contract/schemas/transcripts.ts';
import type { Result } from './jobs.ts';
import { itemProblems, parseItemFile } from '#domain/items/item-file.ts';
import { readTranscript } from './read-transcript.ts';
import {
  transcriptFile,
  transcriptsFolder,
  waitingFolder,
  waitingTranscript,
} from '#domain/transcripts/own-transcript.ts';
import { whyNotApprovable } from './approvable.ts';

/** One that the creator has to approve. */
export interface WaitingTranscript {
  id: string;
  title: string;
  segments: Segment[];
}

export type OwnEpisode = Pick<StoredItem, 'id' | 'title' | 'date' | 'language' | 'persons'> & {
  audioUrl: string;
  state: 'none' | 'publisher' | 'waiting' | 'approved';
};

const pathIn = (contentDir: string, folder: string, id: string) => join(contentDir, folder, transcriptFile(id));

function stateOf(contentDir: string, { id, transcripts = [] }: StoredItem): OwnEpisode['state'] {
  if (existsSync(pathIn(contentDir, transcriptsFolder, id))) return 'approved';
  if (existsSync(pathIn(contentDir, waitingFolder, id))) return 'waiting';
  return transcripts.length > 0 ? 'publisher' : 'none';
}

/** Published episodes with a recording, newest first; files that cannot be read are the build's to complain about. */
export async function ownEpisodes(contentDir: string): Promise<OwnEpisode[]> {
  const folder = join(contentDir, 'published');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.md'));
  const found: OwnEpisode[] = [];
  for (const name of names) {
    const { item } = await readFile(join(folder, name), 'utf8')
      .then(parseItemFile)
      .catch(() => ({ item: undefined }));
    if (item === undefined || itemProblems(item).length > 0) continue;
    const { id, title, date, language, persons, audioUrl, type } = item as StoredItem;
    if (!contentTypes[type].isPodcast || !audioUrl) continue;
    found.push({
      id,
      title,
      date,
      ...(language && { language }),
      ...(persons && { persons }),
      audioUrl,
      state: stateOf(contentDir, item as StoredItem),
    });
  }
  return found.sort((one, other) => (one.date < other.date ? 1 : -1));
}

/** Written aside first, so that nobody reads half of it. Gives its path. */
export async function keepWaiting(
  contentDir: string,
  { id, title }: OwnEpisode,
  { segments, engine, warnings }: Pick<Result, 'segments' | 'engine' | 'warnings'>,
): Promise<string> {
  const path = pathIn(contentDir, waitingFolder, id);
  await mkdir(join(contentDir, waitingFolder), { recursive: true });
  await writeFile(`${path}.part`, waitingTranscript(segments, title, engine, warnings));
  await rename(`${path}.part`, path);
  return path;
}

/** False where none waits. Throws where something of it would be lost: what was approved before stays. */
export async function approveTranscript(contentDir: string, id: string): Promise<boolean> {
  const waiting = pathIn(contentDir, waitingFolder, id);
  if (!/^[a-z0-9-]+$/.test(id) || !existsSync(waiting)) return false;
  const why = await whyNotApprovable(await readFile(waiting, 'utf8'));
  if (why) throw new ApiError('bad_request', `${waitingFolder}/${transcriptFile(id)}, ${why}`);
  await rename(waiting, pathIn(contentDir, transcriptsFolder, id));
  return true;
}

export async function rejectTranscript(contentDir: string, id: string): Promise<boolean> {
  const waiting = pathIn(contentDir, waitingFolder, id);
  if (!/^[a-z0-9-]+$/.test(id) || !existsSync(waiting)) return false;
  await rm(waiting);
  return true;
}

/** By the name of the episode; one that cannot be read is shown empty. */
export async function waitingTranscripts(contentDir: string): Promise<WaitingTranscript[]> {
  const names = await readdir(join(contentDir, waitingFolder)).catch(() => []);
  const ids = names.filter((name) => name.endsWith('.vtt')).map((name) => name.slice(0, -'.vtt'.length));
  const titles = new Map((await ownEpisodes(contentDir)).map(({ id, title }) => [id, title]));
  return Promise.all(
    ids.sort().map(async (id) => {
      const text = await readFile(pathIn(contentDir, waitingFolder, id), 'utf8').catch(() => '');
      return { id, title: titles.get(id) ?? id, segments: await readTranscript(text, 'vtt').catch(() => []) };
    }),
  );
}
