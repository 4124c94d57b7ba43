// Reads the content folder; a file that has not changed since the last time is not read again.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AccessFile, Calls, callsFile, Creator, TimelineFile } from '#contract/schemas/content-files.ts';
import { type LeftOut, leftOutFile } from '#contract/schemas/left-out.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { inWords } from '#contract/validation.ts';
import { priceOfNothing } from '#domain/access/price-problems.ts';
import { itemProblems, parseItemFile } from '#domain/items/item-file.ts';
import { sha256 } from '#domain/ids.ts';
import type { Manifest } from '#domain/release/manifest.ts';
import { outsideMediaOf, placedItem } from '#domain/items/places.ts';
import { type Embargoed, embargoedFile } from '../../sidecar/content/embargo.ts';
import { copiesPicturesIn, leaveUncopied, readPlaces } from '../../sidecar/content/media-places.ts';
import { renderProblem } from '../../sidecar/content/renderable.ts';
import { readTranscripts, type Transcript } from '../../sidecar/transcribe/spoken-items.ts';
import {
  changedAt,
  creatorChangedAt,
  type MediaFile,
  newestFirst,
  type RecordingFile,
  type Retracted,
  type RoomFacts,
  type RoomItem,
  roomItemOf,
  themesOf,
  timelineItems,
} from '#domain/room.ts';
import { ContentError, readJsonFile } from '../json-file.ts';
import { readMedia, readRecordings } from './media.ts';
import { dateContent } from './content-date.ts';
import { stampContent } from './content-stamp.ts';
import { writeFileSchemas } from './file-schemas.ts';
import { retractedItems } from './retracted.ts';
import { writeIfChanged, writeWhole } from '../write-file.ts';
import { type FileMemory, fileMemory, stampOf } from './file-memory.ts';

/** Everything that a room is made of, as the content folder has it. */
export interface Content {
  facts: RoomFacts;
  /** Newest first. One that did not change is the same object as the last time. */
  items: RoomItem[];
  stamp: Manifest['content'];
  /** Equal digests mean equal content, what the sidecar counted included. */
  digest: string;
  /** Each file that was left out, and why. */
  problems: string[];
}

export interface Catalog {
  /** Throws an Error that says what is wrong with creator.json and its like. */
  read: () => Promise<Content>;
  /** Leaves what was read in .build, so that the next process need not read it again. */
  save: () => Promise<void>;
}

interface ReadItem {
  item: RoomItem;
  /** Addresses of pictures and recordings that no page loads as they are. */
  outside: string[];
}

export function readItem(source: string, creator: Creator): ReadItem {
  const { item, body } = parseItemFile(source);
  const problems = itemProblems(item);
  if (problems.length) throw new Error(problems.join('; '));
  const unshowable = renderProblem(body);
  if (unshowable) throw new Error(unshowable);
  const file = { item: item as StoredItem, body };
  const outside = outsideMediaOf(file).map(({ address }) => address);
  return { item: roomItemOf(file, sha256(source), creator), outside };
}

/** What a build left out before; the file is as it was, so that the next build would find the same. */
async function stillLeftOut(build: string, published: Known, known: Known): Promise<LeftOut['items']> {
  const before = await readFile(join(build, leftOutFile), 'utf8').catch(() => '{"items":[]}');
  return (JSON.parse(before) as LeftOut).items.filter(
    ({ name }) => published.has(name) && published.get(name) === known.get(name),
  );
}

type Known = Map<string, ReadItem & { stamp: string }>;

/** Items of the last run, so that a file that was not touched is not read again. */
async function knownItems(build: string, salt: string): Promise<Known> {
  const lines = await readFile(join(build, 'known.ndjson'), 'utf8').catch(() => '');
  const [first, ...rest] = lines.split('\n');
  if (first !== salt) return new Map();
  return new Map(rest.filter(Boolean).map((line) => JSON.parse(line)));
}

/** Synchronous: thousands of short calls, each of which costs more when it is handed to another thread. */
function publishedItems(folder: string, creator: Creator, known: Known, leftOut: LeftOut['items']): Known {
  const all = existsSync(folder) ? readdirSync(folder) : [];
  const names = all.filter((name) => name.endsWith('.md')).sort();
  const found: Known = new Map();
  for (const name of names) {
    const path = join(folder, name);
    const stamp = stampOf(path);
    // Taken out by a reviewer this moment.
    if (!stamp) continue;
    const old = known.get(name);
    if (old?.stamp === stamp) {
      found.set(name, old);
      continue;
    }
    try {
      const read = readItem(readFileSync(path, 'utf8'), creator);
      const { item } = read;
      if (`${item.id}.md` !== name) throw new Error(`id is ${item.id}, so the file must be named ${item.id}.md`);
      found.set(name, { stamp, ...read });
    } catch (error) {
      leftOut.push({ name, problem: (error as Error).message });
    }
  }
  return found;
}

export const readCreator = (contentDir: string): Creator => readJsonFile(join(contentDir, 'creator.json'), Creator);

/** A build knows no clock, so that the file would go out with any date. */
function checkExpiry({ security }: Creator, problems: string[]): void {
  if (security && Date.parse(security.expires) < Date.now())
    problems.push(
      `creator.json: security.expires was ${security.expires}: security.txt counts as stale, give a new date`,
    );
}

/** What the sidecar counted, as it wrote it before the build; zeros until it did. */
function readCalls(build: string, problems: string[]): Calls {
  const none = { total: 0, agent: 0 };
  try {
    return readJsonFile(join(build, callsFile), Calls, none);
  } catch (error) {
    problems.push(`calls count as zero: ${(error as Error).message}`);
    return none;
  }
}

/** The number changes with what readItem makes of a file. */
const saltOf = ({ themes }: Creator): string =>
  createHash('sha256')
    .update(`5${JSON.stringify(themes)}`)
    .digest('hex');

/** What the items and the creator's file tell of. */
function newestDate({ creator, items }: { creator: Creator; items: RoomItem[] }, retracted: Retracted[]): string {
  const dates = [...items.map(changedAt), ...retracted.map(({ retractedAt }) => retractedAt)];
  return dates.reduce((a, b) => (a > b ? a : b), creatorChangedAt(creator));
}

/** Without embargoed items: an embargo ends only by a change of the item's file, so a build needs no clock. */
const shownOf = (published: Known): ReadItem[] => [...published.values()].filter(({ item }) => !item.liveAt);
const embargoedOf = (published: Known): Embargoed[] =>
  [...published.values()].flatMap(({ item: { id, liveAt } }) => (liveAt ? [{ id, liveAt }] : []));

function placedItems(contentDir: string, published: Known): RoomItem[] {
  const places = readPlaces(contentDir);
  return shownOf(published).map(({ item, outside }) => placedItem(item, outside, places));
}

interface Memory {
  media: FileMemory<Promise<MediaFile>>;
  recordings: FileMemory<Promise<RecordingFile>>;
  retracted: FileMemory<Retracted | undefined>;
  transcripts: FileMemory<Promise<Transcript>>;
}

interface Files extends Omit<RoomFacts, 'calls' | 'contentAt'> {
  timeline: TimelineFile;
  retracted: Retracted[];
  items: RoomItem[];
}

/** Everything that is read except published items. */
async function readFiles(
  contentDir: string,
  creator: Creator,
  published: RoomItem[],
  memory: Memory,
  problems: string[],
): Promise<Files> {
  const access = readJsonFile(join(contentDir, 'access.json'), AccessFile, { enabled: false });
  const timeline = readJsonFile(join(contentDir, 'timeline.json'), TimelineFile, { entries: [] });
  const mediaDir = join(contentDir, 'media');
  const media = await readMedia(mediaDir, creator, problems, memory.media);
  const recordings = await readRecordings(mediaDir, memory.recordings);
  const own = timelineItems(timeline, creator.updatedAt).map((item) => ({
    ...item,
    themeIds: themesOf(item, creator),
  }));
  const spoken = await readTranscripts(contentDir, published, problems, memory.transcripts);
  const items = [...spoken, ...own].sort(newestFirst);
  const retracted = retractedItems(contentDir, new Set(items.map(({ id }) => id)), memory.retracted);
  return { creator, access, timeline, media, recordings, items, retracted };
}

/** Throws a ContentError. An article that is left out or retracted keeps its price: it may come back. */
function refusePricesOfNothing(
  access: AccessFile,
  known: { type: string; id: string }[],
  leftOut: LeftOut['items'],
): void {
  const there = new Set(known.filter(({ type }) => type === 'article').map(({ id }) => id));
  for (const { name } of leftOut) there.add(name.replace(/\.md$/, ''));
  const problems = priceOfNothing(access, there).map((problem) => `access.json: ${inWords(problem)}`);
  if (problems.length > 0) throw new ContentError(problems.join('\n'));
}

/** What an item is made of shows in its hash, and in the themes of creator.json. */
const digestOf = (content: Files): string =>
  sha256(JSON.stringify({ ...content, items: content.items.map(({ id, hash }) => id + hash) })).slice(0, 16);

/** Unchanged items are the same objects as last time, so that what was made of them is found again. */
function asBefore(items: RoomItem[], before: ReadonlyMap<string, RoomItem>): RoomItem[] {
  return items.map((item) => {
    const old = before.get(item.id);
    return old?.hash === item.hash && old.themeIds.join() === item.themeIds.join() ? old : item;
  });
}

/** The published items. What was read is kept in .build for the next process. */
function publishedFolder(contentDir: string) {
  const build = join(contentDir, '.build');
  let salt = '';
  let published: Known = new Map();
  let saved: string | undefined;
  return {
    /** Items that are shown, and those that had to be left out. */
    read: async (creator: Creator, problems: string[]) => {
      const known = salt === saltOf(creator) ? published : await knownItems(build, saltOf(creator));
      salt = saltOf(creator);
      const leftOut: LeftOut['items'] = [];
      published = publishedItems(join(contentDir, 'published'), creator, known, leftOut);
      leftOut.push(...(await stillLeftOut(build, published, known)));
      await writeIfChanged(join(build, leftOutFile), `${JSON.stringify({ items: leftOut }, undefined, 2)}\n`);
      for (const { name, problem } of leftOut) problems.push(`published/${name}: left out: ${problem}`);
      await writeIfChanged(join(build, embargoedFile), JSON.stringify(embargoedOf(published)));
      return { items: placedItems(contentDir, published), leftOut };
    },
    outside: (): string[] => shownOf(published).flatMap(({ outside }) => outside),
    embargoed: (): ReadItem['item'][] => [...published.values()].map(({ item }) => item).filter(({ liveAt }) => liveAt),
    save: async (): Promise<void> => {
      const text = [salt, ...[...published].map((entry) => JSON.stringify(entry))].join('\n');
      if (text !== saved) await writeWhole(join(build, 'known.ndjson'), text);
      saved = text;
    },
  };
}

export function openCatalog(contentDir: string): Catalog {
  const build = join(contentDir, '.build');
  const memory: Memory = {
    media: fileMemory(),
    recordings: fileMemory(),
    retracted: fileMemory(),
    transcripts: fileMemory(),
  };
  const published = publishedFolder(contentDir);
  let before = new Map<string, RoomItem>();

  async function read(): Promise<Content> {
    const problems: string[] = [];
    const creator = readCreator(contentDir);
    checkExpiry(creator, problems);
    const { items: found, leftOut } = await published.read(creator, problems);
    await writeFileSchemas(contentDir);
    const files = await readFiles(contentDir, creator, found, memory, problems);
    const { access, media, recordings, retracted } = files;
    refusePricesOfNothing(access, [...files.items, ...retracted, ...published.embargoed()], leftOut);
    const items = asBefore(files.items, before);
    before = new Map(items.map((item) => [item.id, item]));
    const newest = newestDate({ creator, items }, retracted);
    const digest = digestOf(files);
    const contentAt = await dateContent(contentDir, digest, newest, Date.now());
    const stamp = await stampContent(build, digestOf({ ...files, retracted: [] }));
    const calls = readCalls(build, problems);
    const copiesPictures = await copiesPicturesIn(contentDir);
    await leaveUncopied(contentDir, copiesPictures ? published.outside() : []);
    const more = { ...(recordings && { recordings }), ...(copiesPictures && { copiesPictures }) };
    const facts: RoomFacts = { creator, access, media, ...more, retracted, contentAt, calls };
    return { facts, items, stamp, digest: sha256(JSON.stringify([facts, digest])), problems };
  }
  return { read, save: published.save };
}
