// Asks again for the chapters files of the newest known episodes: such a file may change while its feed stays as it is.
import { isDeepStrictEqual } from 'node:util';
import type { Feed } from '#contract/schemas/content-files.ts';
import type { Chapter } from '#contract/content-types.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import type { ItemFile } from '#domain/items/item-file.ts';
import { proposalOf } from '../../sidecar/content/proposal.ts';
import { newestFirst } from '#domain/room.ts';
import {
  creatorsFields,
  digestOf,
  isEdited,
  versionIn,
  withVersion,
  writtenVersion,
} from '../../sidecar/content/source-version.ts';
import type { Exclusively } from '../../sidecar/content/locks.ts';
import { publishedAt } from './arrive.ts';
import { causeOf, type ChaptersBounds, type ChaptersStates, fetchChaptersFile, noticesOf } from './chapters.ts';
import type { FetchFeed } from './fetch.ts';
import { type Folder, type KnownItem, knownNow, type KnownItems, remember } from './known-items.ts';
import { publishesAtOnce, readItem, writeItems } from './write.ts';

/** An older episode is hardly ever worked on; a source with hundreds of them is not asked for each at every ingest. */
const bounds: ChaptersBounds = { files: 20, failures: 3, ms: 30_000 };

export interface ChangedChapters {
  key: string;
  chaptersUrl: string;
  chapters: Chapter[];
}

export interface ChaptersAgain {
  changed: ChangedChapters[];
  states: ChaptersStates;
  notices: string[];
}

interface Asked {
  feed: Feed;
  known: KnownItems;
  fetchChapters: FetchFeed;
  /** As the last ingest left it. */
  before: ChaptersStates;
  /** Read in this run already. */
  read: ChaptersStates;
}

/** A file that is met for the first time is only remembered: its chapters came with the episode. */
export async function askAgain({ feed, known, fetchChapters, before, read }: Asked): Promise<ChaptersAgain> {
  const [states, changed, causes]: [ChaptersStates, ChangedChapters[], string[]] = [{ ...read }, [], []];
  const until = performance.now() + bounds.ms;
  let inARow = 0;
  for (const episode of newest(known, feed)) {
    const { key, chaptersUrl } = episode;
    if (read[chaptersUrl]) continue;
    const old = before[chaptersUrl];
    if (old) states[chaptersUrl] = old;
    if (inARow === bounds.failures || performance.now() > until) continue;
    try {
      const file = await fetchChaptersFile(episode, fetchChapters, old);
      inARow = 0;
      if (!file) continue;
      states[chaptersUrl] = file.state;
      if (old && file.chapters.length > 0) changed.push({ key, chaptersUrl, chapters: file.chapters });
    } catch (error) {
      inARow += 1;
      causes.push(causeOf(error));
    }
  }
  return { changed, states, notices: noticesOf(causes, 0) };
}

type Episode = KnownItem & { chaptersUrl: string };

/** A feed that lies in a file is asked for nothing at each ingest. */
function newest({ byKey }: KnownItems, { id, file }: Feed): Episode[] {
  const isOffered = ({ sourceFeed, chaptersUrl, hashes }: KnownItem) =>
    !file && sourceFeed === id && chaptersUrl && (hashes.inbox || hashes.published);
  const episodes = [...byKey.values()].filter((item): item is Episode => Boolean(isOffered(item)));
  return episodes.sort(newestFirst).slice(0, bounds.files);
}

/** What the next ingest needs of what was read, in an order that hangs on the episodes alone. */
export const statesToKeep = (known: KnownItems, feed: Feed, states: ChaptersStates): ChaptersStates =>
  Object.fromEntries(
    newest(known, feed).flatMap(({ chaptersUrl: url }) => (states[url] ? [[url, states[url]] as const] : [])),
  );

interface Desk {
  contentDir: string;
  /** RFC 3339. */
  now: string;
  known: KnownItems;
  exclusively: Exclusively;
}

/** Gives how many items it changed: as any edit at the source, each waits for the creator, unless its feed does not. */
export async function storeChapters(desk: Desk, feed: Feed, changed: ChangedChapters[]): Promise<number> {
  if (changed.length === 0) return 0;
  return desk.exclusively(async () => {
    const writes = changed.map((one) => edition(desk, feed, one)).filter((one) => one !== undefined);
    await writeItems(desk.contentDir, writes);
    for (const { folder, file } of writes) remember(desk.known, folder, file.item);
    return writes.length;
  });
}

/** Undefined where the creator knows these chapters, or has turned them down. */
function edition(
  { contentDir, now, known }: Desk,
  feed: Feed,
  { key, chaptersUrl, chapters }: ChangedChapters,
): { folder: Folder; file: ItemFile } | undefined {
  const episode = knownNow(known, contentDir, key, '');
  const folder = (['inbox', 'published'] as const).find((name) => episode?.hashes[name]);
  if (!episode || !folder) return undefined;
  const copyIn = (name: Folder) => readItem(contentDir, name, episode.id) as { item: StoredItem; body: string };
  const { item, body } = copyIn(folder);
  const seen = episode.hashes.rejected ? [item, copyIn('rejected').item] : [item];
  if (item.chaptersUrl !== chaptersUrl || seen.some((one) => isDeepStrictEqual(one.chapters, chapters)))
    return undefined;
  if (folder === 'inbox') return { folder, file: onWaiting({ item, body }, chapters) };
  const said = saying(fromSource({ item, body }), chapters);
  const { file, conflicts } = proposalOf(said, { item, body });
  if (!publishesAtOnce(feed, item.type) || conflicts.length > 0) return { folder: 'inbox', file: said };
  return { folder, file: { ...file, item: { ...file.item, ...publishedAt(now) } } };
}

/** Those that the creator has written by hand stay until the creator has chosen. */
function onWaiting(file: ItemFile, chapters: Chapter[]): ItemFile {
  if (versionIn(file.item) === undefined || !isEdited(file, 'chapters')) return saying(file, chapters);
  const source = file.item.source!;
  return { ...file, item: { ...file.item, source: { ...source, theirs: { ...source.theirs, chapters } } } };
}

const notOfSource: readonly string[] = [
  'approvedAt',
  'reviewed',
  ...creatorsFields.filter((name) => name !== 'liveAt'),
];

/** Without what no source knows: it may change until the edit is approved, and is taken over then. */
function fromSource({ item, body }: ItemFile): ItemFile {
  const rest = Object.entries(item).filter(([name]) => !notOfSource.includes(name));
  return withVersion({ item: Object.fromEntries(rest) as unknown as StoredItem, body });
}

function saying({ item, body }: ItemFile, chapters: Chapter[]): ItemFile {
  const source = item.source!;
  const fields = writtenVersion({ ...versionIn(item), chapters: digestOf(chapters)! });
  return { item: { ...item, chapters, source: { ...source, ...(source.fields !== undefined && { fields }) } }, body };
}
