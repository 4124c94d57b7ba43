// Gives requests access to a release: pages by address, the content index in memory, lists, texts and facts.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { listNames, type ListName } from '#contract/content-types.ts';
import type { ContentItem } from '#contract/schemas/content.ts';
import { textsHavePrice } from '#domain/access/access.ts';
import { contentIndexPath } from '#domain/documents/content-index.ts';
import { isUpcoming } from '#domain/documents/items.ts';
import { sha256 } from '#domain/ids.ts';
import { licensePath } from '#domain/links.ts';
import {
  type ContentIndexMemory,
  type HiddenItem,
  type IndexedItem,
  buildContentIndex,
  type FindMentions,
} from '#domain/lists/content-index.ts';
import { buildLists } from '#domain/lists/lists.ts';
import type { ReleaseSite } from '#domain/release/headers.ts';
import type { ContentStamp, Encoding, ReleasePage } from '#domain/release/page.ts';
import { indexUpdatedAt, type PublicFacts, type Room } from '#domain/room.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { roomTexts } from '#domain/search/room-texts.ts';
import { memoizeLastText } from '#domain/text/memoize-text.ts';
import {
  objectFile,
  openSnapshot,
  type ReleasePages,
  findDatabaseProblem,
  readFact,
  readFacts,
  readPages,
  roomFile,
} from './room-db.ts';
import { itemsInMemory, readItems, type StoredItems } from './stored-items.ts';
import { readTextIndex, type TextIndex, textIndexInMemory } from './text-index.ts';
import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { parseQuery } from '#domain/search/query.ts';
import { withWholeWords } from './relevance.ts';

const maxCachedTopics = 500;

/** Returns a search whose results are cached, since a release does not change. */
function createMentionFinder(texts: Pick<TextIndex, 'expressions' | 'rank' | 'size'>, language: string): FindMentions {
  const cache = new LRUCache<string, number[]>({ max: maxCachedTopics });
  return (topic) => {
    const cached = cache.get(topic);
    if (cached) return cached;
    const parsed = parseQuery(topic, language);
    const query = typeof parsed === 'string' ? [] : withWholeWords(parsed);
    const { all } = texts.expressions(query);
    const mentions = query.length > 0 ? texts.rank(`{title summary} : (${all})`, texts.size).best : [];
    const positions = mentions.map(({ position }) => position).sort((a, b) => a - b);
    cache.set(topic, positions);
    return positions;
  };
}

/** Entries as JSON, newest first, with the interface of an array. */
interface StoredList {
  readonly length: number;
  slice: (from: number, to?: number) => string[];
}

/** Positions count from the oldest entry, so that a new item does not change those of the others. */
export function openStoredList(db: DatabaseSync, list: ListName): StoredList {
  const count = db.prepare('select count(*) as length from entry where list = ?');
  const window = db.prepare('select json from entry where list = ? and position < ? order by position desc limit ?');
  window.setReturnArrays(true);
  const { length } = count.get(list) as { length: number };
  return {
    length,
    slice: (from, to = length) =>
      (window.all(list, length - from, Math.max(0, to - from)) as unknown as [string][]).map(([json]) => json),
  };
}

export interface ReleaseIndex {
  /** Items that agents can find. */
  visible: ContentIndexMemory;
  items: StoredItems;
  /** Number of planned items, which have the first positions. */
  plannedCount: number;
  /** Items that the creator has hidden from the API, for `emptyReason`. */
  hidden: ContentIndexMemory;
  /** Value that changes with the content. It is part of the validator of every query. */
  etag: string;
  updatedAt: string;
}

export type ServedFacts = PublicFacts & { indexUpdatedAt: string };

interface Sandbox {
  room: Room;
  lists: Release['lists'];
  index: ReleaseIndex;
  texts: TextIndex;
  /** Release for requests to the sandbox: built files are the same, everything else is mock data. */
  release: Release;
}

/** Fetches an object that is not on this machine yet. */
export type FetchObject = (page: Pick<ReleasePage, 'etag' | 'size'>, encoding?: Encoding) => Promise<void>;

export interface Release {
  id: string;
  /** Number of the release, higher than that of the previous one. */
  number: number;
  content: ContentStamp;
  pages: ReleasePages;
  /** Path of the file with the bytes of a page. */
  fileOf: (page: Pick<ReleasePage, 'etag'>, encoding?: Encoding) => string;
  /** Fetches an object that is not on this machine, if objects are stored elsewhere. */
  fetchObject?: FetchObject | undefined;
  facts: ServedFacts;
  /** Properties of the site that headers depend on. */
  site: ReleaseSite;
  index: ReleaseIndex;
  hiddenItems: HiddenItem[];
  texts: TextIndex;
  /** Index for clients with a pass; undefined if no text has a price. */
  pricedTexts: TextIndex | undefined;
  sandbox: Sandbox;
  lists: Record<ListName, StoredList>;
  /** Describes damage of the database for people. */
  problem: () => string | undefined;
  close: () => void;
}

function loadIndex(
  { creator }: Pick<PublicFacts, 'creator'>,
  { items, indexed }: { items: StoredItems; indexed: IndexedItem[] },
  texts: TextIndex,
  hidden: IndexedItem[],
  etag: string,
  updatedAt: string,
): ReleaseIndex {
  let plannedCount = 0;
  while (plannedCount < items.length && isUpcoming(items.at(plannedCount))) plannedCount++;
  return {
    visible: buildContentIndex(indexed, creator, createMentionFinder(texts, creator.language)),
    items,
    plannedCount,
    hidden: buildContentIndex(hidden, creator),
    etag,
    updatedAt,
  };
}

const loadSandbox = memoizeLastText((baseUrl: string): Omit<Sandbox, 'release'> => {
  const room = sandboxRoom({ baseUrl });
  const { contentIndex, ...lists } = buildLists(room);
  const serializedLists = Object.entries(lists).map(([name, list]) => [
    name,
    list.map((entry) => JSON.stringify(entry)),
  ]);
  const items = itemsInMemory(contentIndex);
  const etag = `sandbox${sha256(JSON.stringify(contentIndex))}`;
  const sources = roomTexts(room, () => '');
  const texts = textIndexInMemory(sources, items, room.creator.language);
  return {
    room,
    lists: Object.fromEntries(serializedLists) as Release['lists'],
    index: loadIndex(room, { items, indexed: contentIndex }, texts, [], etag, indexUpdatedAt(room)),
    texts,
  };
});

/** Opens the release. Throws if there is none or it cannot be read. */
export function openRelease(dist: string, fetchObject?: FetchObject): Release {
  const db = openSnapshot(dist);
  try {
    const { number, release: id, content } = readFacts(db)!;
    const facts = readFact<ServedFacts>(db, 'room');
    const hiddenItems = readFact<HiddenItem[]>(db, 'hidden');
    const pages = readPages(db);
    const read = readItems(db);
    const { etag } = pages.get(contentIndexPath)!;
    const { language } = facts.creator;
    const texts = readTextIndex(db, 'free', read.items, language);
    const index = loadIndex(facts, read, texts, hiddenItems, `${id}${etag}`, facts.indexUpdatedAt);
    const release: Omit<Release, 'sandbox'> = {
      id,
      number,
      content,
      pages,
      fileOf: (page, encoding) => objectFile(dist, page, encoding),
      fetchObject,
      facts,
      site: { baseUrl: facts.baseUrl, hasLicense: pages.has(licensePath) },
      lists: Object.fromEntries(listNames.map((name) => [name, openStoredList(db, name)])) as Release['lists'],
      index,
      hiddenItems,
      texts,
      pricedTexts: textsHavePrice(facts.access) ? readTextIndex(db, 'priced', index.items, language) : undefined,
      problem: () => (existsSync(roomFile(dist)) ? findDatabaseProblem(db) : 'room.db is missing'),
      close: () => db.close(),
    };
    return withSandbox(release);
  } catch (error) {
    db.close();
    throw error;
  }
}

function createSandbox(release: Omit<Release, 'sandbox'>): Sandbox {
  const mock = loadSandbox(release.facts.baseUrl);
  const { items: _, ...facts } = mock.room;
  const sandbox = { ...mock } as Sandbox;
  sandbox.release = {
    ...release,
    facts: { ...facts, indexUpdatedAt: mock.index.updatedAt },
    lists: mock.lists,
    index: mock.index,
    hiddenItems: [],
    texts: mock.texts,
    pricedTexts: undefined,
    sandbox,
  };
  return sandbox;
}

/** The sandbox is created on first use, because its search index takes longer than the rest of a start. */
function withSandbox(release: Omit<Release, 'sandbox'>): Release {
  let sandbox: Sandbox | undefined;
  return {
    ...release,
    get sandbox() {
      return (sandbox ??= createSandbox(release));
    },
  };
}

/** Creates a release without pages and items, for the time before the first one. */
export function createEmptyRelease(baseUrl: string): Release {
  const room = sandboxRoom({ baseUrl });
  const { items: _, sandbox: __, ...facts } = room;
  const items = itemsInMemory([]);
  const texts = textIndexInMemory([], items, facts.creator.language);
  const emptyList: StoredList = [];
  const release: Omit<Release, 'sandbox'> = {
    id: 'none',
    number: 0,
    content: { digest: '', changedAt: 0 },
    pages: { *entries() {}, get: () => undefined, has: () => false },
    fileOf: () => '',
    facts: { ...facts, indexUpdatedAt: indexUpdatedAt(room) },
    site: { baseUrl, hasLicense: false },
    lists: Object.fromEntries(listNames.map((name) => [name, emptyList])) as Release['lists'],
    index: loadIndex(facts, { items, indexed: [] }, texts, [], '', indexUpdatedAt(room)),
    hiddenItems: [],
    texts,
    pricedTexts: undefined,
    problem: () => undefined,
    close: () => undefined,
  };
  return withSandbox(release);
}

/** Returns an item by its id, including items that are hidden from the API. */
export const findItem = ({ index, hiddenItems }: Release, id: string): ContentItem | HiddenItem | undefined =>
  index.items.byId(id) ?? hiddenItems.find((item) => item.id === id);

/** Returns the bytes of a page. */
export async function readPage(
  { fileOf, fetchObject }: Pick<Release, 'fileOf' | 'fetchObject'>,
  page: Pick<ReleasePage, 'etag' | 'size'>,
  encoding?: Encoding,
): Promise<Buffer> {
  const file = fileOf(page, encoding);
  try {
    return await readFile(file);
  } catch (error) {
    if (!fetchObject || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await fetchObject(page, encoding);
    return readFile(file);
  }
}

/** Returns the bytes of a document as text, with its media type. The caller decides who may read a private one. */
export async function readDocument(release: Release, path: string): Promise<{ type: string; text: string }> {
  const page = release.pages.get(path)!;
  return { type: page.type.split(';')[0]!, text: (await readPage(release, page)).toString() };
}
