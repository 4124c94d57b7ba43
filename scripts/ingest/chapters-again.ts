// Requests the chapters files of the newest known episodes again, since a file may change while its feed does not.
import { isDeepStrictEqual } from 'node:util';
import type { Feed } from '#contract/schemas/content-files.ts';
import type { Chapter } from '#contract/content-types.ts';
import type { Notice } from '#contract/notices.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import type { ItemFile } from '#domain/items/item-file.ts';
import { createProposal } from '../../sidecar/content/proposal.ts';
import { newestFirst } from '#domain/room.ts';
import {
  creatorFields,
  digestValue,
  isEdited,
  parseVersion,
  withVersion,
  formatVersion,
} from '../../sidecar/content/source-version.ts';
import type { RunExclusively } from '../../sidecar/content/locks.ts';
import { automaticApproval } from './arrive.ts';
import {
  toShortProblem,
  type EpisodeFileLimits,
  type ChaptersStates,
  fetchChaptersFile,
  type EpisodeFailure,
  episodeFileNotices,
} from './chapters.ts';
import type { FetchFeed } from './fetch.ts';
import { type KnownItem, rereadKnownItem, type KnownItems, rememberItem } from './known-items.ts';
import type { ItemFolder } from '../../sidecar/content/review-desk.ts';
import { publishesWithoutReview, readItemFile, writeItems } from './write.ts';

/** Limits of one ingest. Older episodes rarely change, so a source with hundreds of them is spared. */
const defaultLimits: EpisodeFileLimits = { files: 20, failures: 3, ms: 30_000 };

export interface ChangedChapters {
  key: string;
  chaptersUrl: string;
  chapters: Chapter[];
}

export interface RefreshedChapters {
  changed: ChangedChapters[];
  states: ChaptersStates;
  notices: Notice[];
}

interface RefreshInput {
  feed: Feed;
  known: KnownItems;
  fetchChapters: FetchFeed;
  /** States that the last ingest stored. */
  before: ChaptersStates;
  /** States of files that this run has read already. */
  read: ChaptersStates;
}

/**
 * Returns the files that changed. A file seen for the first time is only recorded, as its chapters came with the
 * episode.
 */
export async function refreshChapters({
  feed,
  known,
  fetchChapters,
  before,
  read,
}: RefreshInput): Promise<RefreshedChapters> {
  const states: ChaptersStates = { ...read };
  const changedEpisodes: ChangedChapters[] = [];
  const failures: EpisodeFailure[] = [];
  const deadline = performance.now() + defaultLimits.ms;
  let failuresInARow = 0;
  for (const episode of newestEpisodes(known, feed)) {
    const { key, chaptersUrl } = episode;
    if (read[chaptersUrl]) continue;
    const previous = before[chaptersUrl];
    if (previous) states[chaptersUrl] = previous;
    if (failuresInARow === defaultLimits.failures || performance.now() > deadline) continue;
    try {
      const file = await fetchChaptersFile(episode, fetchChapters, previous);
      failuresInARow = 0;
      if (!file) continue;
      states[chaptersUrl] = file.state;
      if (previous && file.chapters.length > 0) changedEpisodes.push({ key, chaptersUrl, chapters: file.chapters });
    } catch (error) {
      failuresInARow += 1;
      failures.push({ title: episode.title, cause: toShortProblem(error) });
    }
  }
  return { changed: changedEpisodes, states, notices: episodeFileNotices('chapters', failures, 0) };
}

type Episode = KnownItem & { chaptersUrl: string };

/**
 * Returns the newest episodes with a chapters file. Feeds that are local files have none, as they cause no requests.
 */
function newestEpisodes({ byKey }: KnownItems, { id, file }: Feed): Episode[] {
  const isOffered = ({ sourceFeed, chaptersUrl, hashes }: KnownItem) =>
    !file && sourceFeed === id && chaptersUrl && (hashes.inbox || hashes.published);
  const episodes = [...byKey.values()].filter((item): item is Episode => Boolean(isOffered(item)));
  return episodes.sort(newestFirst).slice(0, defaultLimits.files);
}

/** Selects the states that the next ingest needs, in an order that depends on the episodes alone. */
export const selectCurrentStates = (known: KnownItems, feed: Feed, states: ChaptersStates): ChaptersStates =>
  Object.fromEntries(
    newestEpisodes(known, feed).flatMap(({ chaptersUrl: url }) => (states[url] ? [[url, states[url]] as const] : [])),
  );

interface StoreChaptersDeps {
  contentDir: string;
  /** Time of the ingest in RFC 3339. */
  now: string;
  known: KnownItems;
  exclusively: RunExclusively;
}

/** Stores changed chapters like any edit at the source and returns the number of changed items. */
export async function storeChapters(desk: StoreChaptersDeps, feed: Feed, changed: ChangedChapters[]): Promise<number> {
  if (changed.length === 0) return 0;
  return desk.exclusively(async () => {
    const writes = changed.map((one) => planChaptersEdit(desk, feed, one)).filter((one) => one !== undefined);
    await writeItems(desk.contentDir, writes);
    for (const { folder, file } of writes) rememberItem(desk.known, folder, file.item);
    return writes.length;
  });
}

/** Returns undefined if the item has these chapters already or the creator has rejected them. */
function planChaptersEdit(
  { contentDir, now, known }: StoreChaptersDeps,
  feed: Feed,
  { key, chaptersUrl, chapters }: ChangedChapters,
): { folder: ItemFolder; file: ItemFile } | undefined {
  const episode = rereadKnownItem(known, contentDir, key, '');
  const folder = (['inbox', 'published'] as const).find((name) => episode?.hashes[name]);
  if (!episode || !folder) return undefined;
  const copyIn = (name: ItemFolder) => readItemFile(contentDir, name, episode.id) as { item: StoredItem; body: string };
  const { item, body } = copyIn(folder);
  const items = episode.hashes.rejected ? [item, copyIn('rejected').item] : [item];
  if (item.chaptersUrl !== chaptersUrl || items.some((one) => isDeepStrictEqual(one.chapters, chapters)))
    return undefined;
  if (folder === 'inbox') return { folder, file: withChaptersOrConflict({ item, body }, chapters) };
  const incoming = withChapters(asSourceVersion({ item, body }), chapters);
  const { file, conflicts } = createProposal(incoming, { item, body });
  if (!publishesWithoutReview(feed, item.type) || conflicts.length > 0) return { folder: 'inbox', file: incoming };
  return { folder, file: { ...file, item: { ...file.item, ...automaticApproval(now) } } };
}

/** Sets the chapters of a waiting item, or records a conflict if the creator has edited its chapters. */
function withChaptersOrConflict(file: ItemFile, chapters: Chapter[]): ItemFile {
  if (parseVersion(file.item) === undefined || !isEdited(file, 'chapters')) return withChapters(file, chapters);
  const source = file.item.source!;
  return { ...file, item: { ...file.item, source: { ...source, theirs: { ...source.theirs, chapters } } } };
}

const fieldsWithoutSource: readonly string[] = [
  'approvedAt',
  'reviewed',
  ...creatorFields.filter((name) => name !== 'liveAt'),
];

/** Removes the fields that no source knows; the approval of the edit takes them from the published version. */
function asSourceVersion({ item, body }: ItemFile): ItemFile {
  const rest = Object.entries(item).filter(([name]) => !fieldsWithoutSource.includes(name));
  return withVersion({ item: Object.fromEntries(rest) as unknown as StoredItem, body });
}

function withChapters({ item, body }: ItemFile, chapters: Chapter[]): ItemFile {
  const source = item.source!;
  const fields = formatVersion({ ...parseVersion(item), chapters: digestValue(chapters)! });
  return { item: { ...item, chapters, source: { ...source, ...(source.fields !== undefined && { fields }) } }, body };
}
