// Lists the creator's own episodes with the states of their transcripts.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentTypes } from '#contract/content-types.ts';
import type { Creator } from '#contract/schemas/content-files.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { languageTag } from '#domain/text/language-tag.ts';
import { itemProblems, parseItemFile } from '#domain/items/item-file.ts';
import { decodeFile } from '#domain/text/decode.ts';
import { omitUndefined } from '#domain/omit-undefined.ts';
import { type TranscriptStage, transcriptFilePath } from './own-transcripts.ts';

export type OwnEpisode = Pick<StoredItem, 'id' | 'title' | 'durationSeconds' | 'persons'> & {
  date: string;
  audioUrl: string;
  /** Language of the episode, else of the room. */
  language?: string;
  state: TranscriptStage | 'none';
};

function findTranscriptState(contentDir: string, { id, transcripts = [] }: StoredItem): OwnEpisode['state'] {
  const has = (stage: TranscriptStage): boolean => existsSync(transcriptFilePath(contentDir, stage, id));
  if (has('waiting')) return 'waiting';
  if (has('approved')) return 'approved';
  return transcripts.length > 0 || has('publisher') ? 'publisher' : 'none';
}

const readRoomLanguage = (contentDir: string): Promise<string | undefined> =>
  readFile(join(contentDir, 'creator.json'))
    .then((bytes) => languageTag((JSON.parse(decodeFile(bytes)) as Partial<Creator>).language))
    .catch(() => undefined);

/** Reads an episode; undefined if it has no recording. Files with errors are skipped, since the build reports them. */
async function readEpisode(
  contentDir: string,
  name: string,
  readLanguage = readRoomLanguage,
): Promise<OwnEpisode | undefined> {
  const { item } = await readFile(join(contentDir, 'published', name))
    .then((bytes) => parseItemFile(decodeFile(bytes)))
    .catch(() => ({ item: undefined }));
  if (item === undefined || itemProblems(item).length > 0) return undefined;
  const { id, title, date, audioUrl, type, durationSeconds, persons } = item as StoredItem;
  if (!contentTypes[type].isPodcast || !audioUrl || !date) return undefined;
  const language = (item as StoredItem).language ?? (await readLanguage(contentDir));
  return {
    id,
    title,
    date,
    ...omitUndefined({ language, durationSeconds, persons }),
    audioUrl,
    state: findTranscriptState(contentDir, item as StoredItem),
  };
}

/** Returns published episodes with a recording, newest first. */
export async function listOwnEpisodes(contentDir: string): Promise<OwnEpisode[]> {
  const names = (await readdir(join(contentDir, 'published')).catch(() => [])).filter((name) => name.endsWith('.md'));
  const episodes: OwnEpisode[] = [];
  const language = readRoomLanguage(contentDir);
  for (const name of names) {
    const episode = await readEpisode(contentDir, name, () => language);
    if (episode) episodes.push(episode);
  }
  return episodes.sort((one, other) => Date.parse(other.date) - Date.parse(one.date));
}

/** Returns the episode with an untrusted id. */
export const findOwnEpisode = async (contentDir: string, id: string): Promise<OwnEpisode | undefined> =>
  /^[a-z0-9-]+$/.test(id) ? readEpisode(contentDir, `${id}.md`) : undefined;
