// Asks again for the chapters files of the newest known episodes: such a file may change while its feed stays as it is.
import { isDeepStrictEqual } from 'node:util';
import type { Feed } from '#contract/schemas/content-files.ts';
import type { Chapter } from '#contract/content-types.ts';
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
  shortErrorMessage,
  type EpisodeFileLimits,
  type ChaptersStates,
  fetchChaptersFile,
  chaptersNotices,
} from './chapters.ts';
import type { FetchFeed } from './fetch.ts';
import { type ItemFolder, type KnownItem, rereadKnownItem, type KnownItems, rememberItem } from './known-items.ts';
import { publishesWithoutReview, readItemFile, writeItems } from './write.ts';

/** An older episode is hardly ever worked on; a source with hundreds of them is not asked for each at every ingest. */
const usualLimits: EpisodeFileLimits = { files: 20, failures: 3, ms: 30_000 };

export interface ChangedChapters {
  key: string;
  chaptersUrl: string;
  chapters: Chapter[];
}

export interface RefreshedChapters {
  changed: ChangedChapters[];
  states: ChaptersStates;
  notices: string[];
}

interface RefreshInput {
  feed: Feed;
  known: KnownItems;
  fetchChapters: FetchFeed;
  /** As the last ingest left it. */
  before: ChaptersStates;
  /** Read in this run already. */
  read: ChaptersStates;
}

/** A file that is met for the first time is only remembered: its chapters came with the episode. */
export async function refreshChapters({
  feed,
  known,
  fetchChapters,
  before,
  read,
}: RefreshInput): Promise<RefreshedChapters> {
  const [states, changed, causes]: [ChaptersStates, ChangedChapters[], string[]] = [{ ...read }, [], []];
  const until = performance.now() + usualLimits.ms;
  let inARow = 0;
  for (const episode of newestEpisodes(known, feed)) {
    const { key, chaptersUrl } = episode;
    if (read[chaptersUrl]) continue;
    const old = before[chaptersUrl];
    if (old) states[chaptersUrl] = old;
    if (inARow === usualLimits.failures || performance.now() > until) continue;
    try {
      const file = await fetchChaptersFile(episode, fetchChapters, old);
      inARow = 0;
      if (!file) continue;
      states[chaptersUrl] = file.state;
      if (old && file.chapters.length > 0) changed.push({ key, chaptersUrl, chapters: file.chapters });
    } catch (error) {
      inARow += 1;
      causes.push(shortErrorMessage(error));
    }
  }
  return { changed, states, notices: chaptersNotices(causes, 0) };
}

type Episode = KnownItem & { chaptersUrl: string };

/** A feed that lies in a file is asked for nothing at each ingest. */
function newestEpisodes({ byKey }: KnownItems, { id, file }: Feed): Episode[] {
  const isOffered = ({ sourceFeed, chaptersUrl, hashes }: KnownItem) =>
    !file && sourceFeed === id && chaptersUrl && (hashes.inbox || hashes.published);
  const episodes = [...byKey.values()].filter((item): item is Episode => Boolean(isOffered(item)));
  return episodes.sort(newestFirst).slice(0, usualLimits.files);
}

/** What the next ingest needs of what was read, in an order that hangs on the episodes alone. */
export const selectCurrentStates = (known: KnownItems, feed: Feed, states: ChaptersStates): ChaptersStates =>
  Object.fromEntries(
    newestEpisodes(known, feed).flatMap(({ chaptersUrl: url }) => (states[url] ? [[url, states[url]] as const] : [])),
  );

interface StoreChaptersDeps {
  contentDir: string;
  /** RFC 3339. */
  now: string;
  known: KnownItems;
  exclusively: RunExclusively;
}

/** Gives how many items it changed: as any edit at the source, each waits for the creator, unless its feed does not. */
export async function storeChapters(desk: StoreChaptersDeps, feed: Feed, changed: ChangedChapters[]): Promise<number> {
  if (changed.length === 0) return 0;
  return desk.exclusively(async () => {
    const writes = changed.map((one) => planChaptersEdit(desk, feed, one)).filter((one) => one !== undefined);
    await writeItems(desk.contentDir, writes);
    for (const { folder, file } of writes) rememberItem(desk.known, folder, file.item);
    return writes.length;
  });
}

/** Undefined where the creator knows these chapters, or has turned them down. */
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
  const seen = episode.hashes.rejected ? [item, copyIn('rejected').item] : [item];
  if (item.chaptersUrl !== chaptersUrl || seen.some((one) => isDeepStrictEqual(one.chapters, chapters)))
    return undefined;
  if (folder === 'inbox') return { folder, file: withChaptersOrConflict({ item, body }, chapters) };
  const said = withChapters(asSourceVersion({ item, body }), chapters);
  const { file, conflicts } = createProposal(said, { item, body });
  if (!publishesWithoutReview(feed, item.type) || conflicts.length > 0) return { folder: 'inbox', file: said };
  return { folder, file: { ...file, item: { ...file.item, ...automaticApproval(now) } } };
}

/** Those that the creator has written by hand stay until the creator has chosen. */
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

/** Without what no source knows: it may change until the edit is approved, and is taken over then. */
function asSourceVersion({ item, body }: ItemFile): ItemFile {
  const rest = Object.entries(item).filter(([name]) => !fieldsWithoutSource.includes(name));
  return withVersion({ item: Object.fromEntries(rest) as unknown as StoredItem, body });
}

function withChapters({ item, body }: ItemFile, chapters: Chapter[]): ItemFile {
  const source = item.source!;
  const fields = formatVersion({ ...parseVersion(item), chapters: digestValue(chapters)! });
  return { item: { ...item, chapters, source: { ...source, ...(source.fields !== undefined && { fields }) } }, body };
}
