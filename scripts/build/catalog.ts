// Turns the creator's files into the build-time JSON in .build: room.json and items.ndjson, newest item first.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AccessFile, Calls, callsFile, Creator, TimelineFile } from '#contract/schemas/content-files.ts';
import { type LeftOut, leftOutFile } from '#contract/schemas/left-out.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { inWords } from '#contract/validation.ts';
import { priceOfNothing } from '#domain/access/price-problems.ts';
import { itemProblems, parseItemFile } from '#domain/items/item-file.ts';
import { sha256 } from '#domain/ids.ts';
import { httpMediaOf, placedItem } from '#domain/items/places.ts';
import { readPlaces } from '../../sidecar/content/media-places.ts';
import { renderProblem } from '../../sidecar/content/renderable.ts';
import { readTranscripts } from '../../sidecar/transcribe/spoken-items.ts';
import {
  changedAt,
  creatorChangedAt,
  newestFirst,
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
import { writeIfChanged } from '../write-file.ts';

export interface CatalogReport {
  items: number;
  /** Each file that was left out, and why. */
  problems: string[];
  changed: boolean;
}

interface ReadItem {
  item: RoomItem;
  /** Addresses of pictures and recordings that no page loads as they are. */
  overHttp: string[];
}

export function readItem(source: string, creator: Creator): ReadItem {
  const { item, body } = parseItemFile(source);
  const problems = itemProblems(item);
  if (problems.length) throw new Error(problems.join('; '));
  const unshowable = renderProblem(body);
  if (unshowable) throw new Error(unshowable);
  const file = { item: item as StoredItem, body };
  return { item: roomItemOf(file, sha256(source), creator), overHttp: httpMediaOf(file).map(({ address }) => address) };
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
    const stats = statSync(path, { throwIfNoEntry: false });
    // Taken out by a reviewer this moment.
    if (!stats) continue;
    const stamp = `${stats.size} ${stats.mtimeMs} ${stats.ino}`;
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
    .update(`4${JSON.stringify(themes)}`)
    .digest('hex');

/** What the items and the creator's file tell of. */
function newestDate({ creator, items }: { creator: Creator; items: RoomItem[] }, retracted: Retracted[]): string {
  const dates = [...items.map(changedAt), ...retracted.map(({ retractedAt }) => retractedAt)];
  return dates.reduce((a, b) => (a > b ? a : b), creatorChangedAt(creator));
}

async function writeKnown(build: string, salt: string, published: Known, leftOut: LeftOut['items']): Promise<void> {
  const lines = [salt, ...[...published].map((entry) => JSON.stringify(entry))];
  await writeIfChanged(join(build, leftOutFile), `${JSON.stringify({ items: leftOut }, undefined, 2)}\n`);
  await writeIfChanged(join(build, 'known.ndjson'), lines.join('\n'));
}

function placedItems(contentDir: string, published: Known): RoomItem[] {
  const places = readPlaces(contentDir);
  return [...published.values()].map(({ item, overHttp }) => placedItem(item, overHttp, places));
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

/** Reads the content folder and leaves .build; throws an Error that says what is wrong with creator.json and its like. */
export async function buildCatalog(contentDir: string): Promise<CatalogReport> {
  const build = join(contentDir, '.build');
  const creator = readCreator(contentDir);
  const access = readJsonFile(join(contentDir, 'access.json'), AccessFile, { enabled: false });
  const timeline = readJsonFile(join(contentDir, 'timeline.json'), TimelineFile, { entries: [] });

  const problems: string[] = [];
  const salt = saltOf(creator);
  checkExpiry(creator, problems);
  const known = await knownItems(build, salt);
  const leftOut: LeftOut['items'] = [];
  const published = publishedItems(join(contentDir, 'published'), creator, known, leftOut);
  leftOut.push(...(await stillLeftOut(build, published, known)));
  for (const { name, problem } of leftOut) problems.push(`published/${name}: left out: ${problem}`);
  const mediaDir = join(contentDir, 'media');
  const [media, recordings] = [await readMedia(mediaDir, creator, problems), await readRecordings(mediaDir)];

  const own = timelineItems(timeline, creator.updatedAt).map((item) => ({
    ...item,
    themeIds: themesOf(item, creator),
  }));
  const spoken = await readTranscripts(contentDir, placedItems(contentDir, published), problems);
  const items = [...spoken, ...own].sort(newestFirst);
  const retracted = retractedItems(contentDir, new Set(items.map(({ id }) => id)));
  refusePricesOfNothing(access, [...items, ...retracted], leftOut);
  const content = { creator, access, timeline, media, recordings, items };
  const newest = newestDate(content, retracted);
  const contentAt = await dateContent(contentDir, { ...content, retracted }, newest, Date.now());
  const kept = { creator, access, media, recordings, retracted, contentAt };
  const facts: RoomFacts = { ...kept, calls: readCalls(build, problems) };
  await writeKnown(build, salt, published, leftOut);
  await writeFileSchemas(contentDir);
  await stampContent(build, content);
  const changed = [
    await writeIfChanged(join(build, 'room.json'), JSON.stringify(facts, null, 1)),
    await writeIfChanged(join(build, 'items.ndjson'), items.map((item) => `${JSON.stringify(item)}\n`).join('')),
  ];
  return { items: items.length, problems, changed: changed.includes(true) };
}
