// Reads the content folder. Files that have not changed since the last read come from a cache.
import { join } from 'node:path';
import {
  AccessFile,
  CallCounts,
  callCountsFile,
  ChannelsFile,
  contentFiles,
  Creator,
  schemaPath,
  TimelineFile,
} from '#contract/schemas/content-files.ts';
import type { Notice } from '#contract/notices.ts';
import type { SkippedItems } from '#contract/schemas/skipped-items.ts';
import { describeProblem } from '#contract/validation.ts';
import { withoutCutTexts } from '#domain/access/access.ts';
import { findUnusablePrices } from '#domain/access/price-problems.ts';
import { sha256 } from '#domain/ids.ts';
import { nextPhaseChangeFile, withPhases } from '#domain/items/phases.ts';
import { languageTag } from '#domain/text/language-tag.ts';
import type { ContentStamp } from '#domain/release/page.ts';
import { isCopyingPictures, writeUncopiedCount } from '../../sidecar/content/media-copies.ts';
import { readTranscripts, type ParsedTranscript } from '../../sidecar/content/transcripts/spoken-items.ts';
import {
  creatorChangedAt,
  latest,
  type MediaFile,
  newestChange,
  newestFirst,
  type RecordingFile,
  type RetractedItem,
  type RoomFacts,
  type RoomItem,
  timelineItems,
} from '#domain/room.ts';
import { matchThemes } from '#domain/lists/themes.ts';
import { ContentError, readJsonFile } from '../json-file.ts';
import { mediaVersion, readMedia, readRecordings } from './media.ts';
import { stampContent, updateContentDate } from './content-date.ts';
import { findRetractedItems } from './retracted.ts';
import { type FileCache, createFileCache, type PersistentFileCache, openPersistentFileCache } from './file-cache.ts';
import { publishedFolder } from './published-folder.ts';
import { writeIfChanged } from '../write-file.ts';

/** Content of a room, as read from the content folder. */
export interface Content {
  facts: RoomFacts;
  /** Newest first. */
  items: RoomItem[];
  stamp: ContentStamp;
  /** Digest of the content, including the number of calls. Equal digests mean equal content. */
  digest: string;
  /** Items that cannot be read. */
  leftOut: SkippedItems['items'];
  /** Files that were left out, and other problems that do not stop a build. */
  problems: Notice[];
}

export interface Catalog {
  /** Throws an Error that describes what is wrong with creator.json or a similar file. */
  read: () => Promise<Content>;
  /** Saves the caches in .build for the next process. */
  save: () => Promise<void>;
}

/** Writes the JSON schemas of the creator's files to the places that their `$schema` points to. */
async function writeFileSchemas(contentDir: string): Promise<void> {
  for (const [name, schema] of Object.entries(contentFiles)) {
    const text = JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema }, undefined, 1);
    await writeIfChanged(join(contentDir, schemaPath(name)), `${text}\n`);
  }
}

/** Reads creator.json. An invalid language tag does not stop a build; the room is in English then. */
export function readCreator(contentDir: string): Creator {
  const creator = readJsonFile(join(contentDir, 'creator.json'), Creator);
  return { ...creator, language: languageTag(creator.language) ?? 'en' };
}

/** Warns about an expired security.txt. A build has no clock and would publish the file with any date. */
function checkExpiry({ security }: Creator, problems: Notice[]): void {
  if (security && Date.parse(security.expires) < Date.now())
    problems.push({ code: 'security_expired', details: { day: security.expires.slice(0, 10) } });
}

/** Returns the number of calls that the sidecar wrote before the build, or zeros. */
function readCalls(build: string, problems: Notice[]): CallCounts {
  const none = { total: 0, agent: 0 };
  try {
    return readJsonFile(join(build, callCountsFile), CallCounts, none);
  } catch (error) {
    problems.push({ code: 'calls_unreadable', details: { problem: (error as Error).message } });
    return none;
  }
}

/** Returns the newest date among the items, the retracted items and creator.json. */
const newestDate = ({ creator, items }: { creator: Creator; items: RoomItem[] }, retracted: RetractedItem[]): string =>
  [newestChange(items), ...retracted.map(({ retractedAt }) => retractedAt)].reduce(latest, creatorChangedAt(creator));

interface Memory {
  media: PersistentFileCache<MediaFile>;
  recordings: PersistentFileCache<RecordingFile>;
  retracted: FileCache<RetractedItem | undefined>;
  transcripts: FileCache<Promise<ParsedTranscript>>;
}

interface Files extends Omit<RoomFacts, 'calls' | 'contentAt'> {
  timeline: TimelineFile;
  retracted: RetractedItem[];
  items: RoomItem[];
}

/** Reads all files except published items. */
async function readFiles(
  contentDir: string,
  creator: Creator,
  { items: published, isLive }: { items: RoomItem[]; isLive: (id: string) => boolean },
  memory: Memory,
  problems: Notice[],
): Promise<Files> {
  const access = readJsonFile(join(contentDir, 'access.json'), AccessFile, { enabled: false });
  const timeline = readJsonFile(join(contentDir, 'timeline.json'), TimelineFile, { entries: [] });
  const { channels } = readJsonFile(join(contentDir, 'channels.json'), ChannelsFile, { channels: {} });
  const mediaDir = join(contentDir, 'media');
  const media = await readMedia(mediaDir, creator, problems, memory.media.get);
  const recordings = await readRecordings(mediaDir, memory.recordings.get);
  const own = timelineItems(timeline, creator.updatedAt).map((item) => ({
    ...item,
    themeIds: matchThemes(item, creator),
  }));
  const transcripts = await readTranscripts(contentDir, published, problems, memory.transcripts);
  const items = own.length > 0 ? [...transcripts, ...own].sort(newestFirst) : transcripts;
  const retractions = findRetractedItems(contentDir, isLive, memory.retracted);
  return { creator, access, channels, timeline, media, recordings, items, retracted: retractions };
}

/**
 * Throws a ContentError if a price belongs to no item. Articles that are left out or retracted retain their prices,
 * because they may come back.
 */
function checkPricedItemsExist(
  access: AccessFile,
  listKnownItems: () => { type: string; id: string }[],
  leftOut: SkippedItems['items'],
  transcribes: boolean | undefined,
): void {
  if (Object.keys(access.prices ?? {}).length === 0 && access.pricePerMinute === undefined) return;
  const articleIds = new Set(listKnownItems().flatMap(({ type, id }) => (type === 'article' ? [id] : [])));
  for (const { name } of leftOut) articleIds.add(name.replace(/\.md$/, ''));
  const problems = findUnusablePrices(access, articleIds, transcribes).map(
    (problem) => `access.json: ${describeProblem(problem)}`,
  );
  if (problems.length > 0) throw new ContentError(problems.join('\n'));
}

/** Returns the digest of the content. Items are represented by their hashes. */
function contentDigest({ items: _, retracted, ...others }: Files, itemsDigestJson: string): string {
  const first = JSON.stringify(others);
  const last = JSON.stringify({ retracted });
  return sha256(`${first.slice(0, -1)},"items":${itemsDigestJson},${last.slice(1)}`).slice(0, 16);
}

const itemsDigest = (items: RoomItem[]): string => sha256(items.map(({ id, hash }) => id + hash).join());

export interface CatalogOptions {
  /** Returns the part of access.json that is live. */
  livePrices?: (file: AccessFile) => Promise<AccessFile>;
  /** False if no speech recognition engine is available. */
  transcribes?: boolean;
}

/** Returns the prices that are live. Throws a ContentError. */
function checkPrices(
  access: AccessFile,
  listKnownItems: () => { type: string; id: string }[],
  leftOut: SkippedItems['items'],
  { livePrices = async (file) => file, transcribes }: CatalogOptions,
): Promise<AccessFile> {
  checkPricedItemsExist(access, listKnownItems, leftOut, transcribes);
  return livePrices(access);
}

export function openCatalog(contentDir: string, now: () => number = Date.now, options: CatalogOptions = {}): Catalog {
  const build = join(contentDir, '.build');
  const memory: Memory = {
    media: openPersistentFileCache(join(build, 'media.ndjson'), mediaVersion),
    recordings: openPersistentFileCache(join(build, 'recordings.ndjson'), mediaVersion),
    retracted: createFileCache(),
    transcripts: createFileCache(),
  };
  const published = publishedFolder(contentDir);

  /** Sets the current standing of each item, and writes to .build when the next one changes. */
  async function updateStandings(publishedItems: RoomItem[]): Promise<RoomItem[]> {
    const { items, until } = withPhases(publishedItems, now());
    await writeIfChanged(join(build, nextPhaseChangeFile), JSON.stringify(Number.isFinite(until) ? { at: until } : {}));
    return items;
  }

  async function read(): Promise<Content> {
    const problems: Notice[] = [];
    const creator = readCreator(contentDir);
    checkExpiry(creator, problems);
    const { items: publishedItems, embargoed, outside, leftOut } = await published.read(creator, problems);
    await writeFileSchemas(contentDir);
    const isLive = (id: string) => published.has(id) && embargoed.every((item) => item.id !== id);
    const files = await readFiles(contentDir, creator, { items: publishedItems, isLive }, memory, problems);
    const { channels, media, recordings, retracted } = files;
    const listKnownItems = () => [...files.items, ...retracted, ...embargoed];
    const prices = await checkPrices(files.access, listKnownItems, leftOut, options);
    const access = (files.access = withoutCutTexts(prices, files.items));
    const items = await updateStandings(files.items);
    const newest = newestDate({ creator, items }, retracted);
    const itemsDigestJson = JSON.stringify(itemsDigest(items));
    const digest = contentDigest(files, itemsDigestJson);
    const contentAt = await updateContentDate(contentDir, digest, newest, now());
    const stamp = await stampContent(build, contentDigest({ ...files, retracted: [] }, itemsDigestJson));
    const calls = readCalls(build, problems);
    const copiesPictures = await isCopyingPictures(contentDir);
    await writeUncopiedCount(contentDir, copiesPictures ? outside : []);
    const more = { ...(recordings && { recordings }), ...(copiesPictures && { copiesPictures }) };
    const facts: RoomFacts = { creator, access, channels, media, ...more, retracted, contentAt, calls };
    return { facts, items, stamp, digest: sha256(JSON.stringify([facts, digest, leftOut])), leftOut, problems };
  }
  const save = async () => {
    for (const memoryFile of [published, memory.media, memory.recordings]) await memoryFile.save();
  };
  return { read, save };
}
