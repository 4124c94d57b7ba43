// A release in memory: its manifest by address, the content index, and lists; everything that a request needs, read once.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { listNames, type ListName } from '#contract/content-types.ts';
import { shardSize } from '#contract/limits.ts';
import type { ContentIndexShard, ContentItem } from '#contract/schemas/content.ts';
import { type ContentIndexMemory, type HiddenItem, indexContent, joinIndex } from '#domain/lists/content-index.ts';
import type { IndexedItem } from '#domain/lists/index-parts.ts';
import { textsHavePrice } from '#domain/access/access.ts';
import { contentIndexPath, type ShardIndex, shardIndex, shardPath } from '#domain/documents/content-index.ts';
import type { Site } from '#domain/release/headers.ts';
import { sha256 } from '#domain/ids.ts';
import { licensePath } from '#domain/links.ts';
import { listsOf } from '#domain/lists/lists.ts';
import { deltaFile, type Manifest, type ManifestDelta } from '#domain/release/manifest.ts';
import { indexFile, listFile, olderListFile } from '#domain/release/list-files.ts';
import { indexUpdatedAt, type PublicFacts, type Room } from '#domain/room.ts';
import { isAhead } from '#domain/documents/items.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { roomTexts } from '#domain/search/room-texts.ts';
import { pricedTextsFile, textsFile } from '#domain/search/text-index.ts';
import { filesOf, type NamedFiles } from './damage.ts';
import { type Entries, type OpenEntries, openManifest } from './entries.ts';
import { type Shard, shardInMemory, shardOf, StoredItems } from './stored-items.ts';
import { type StoredList, storedList } from './stored-list.ts';
import { noTextIndex, openTextIndex, type TextIndex, textIndexInMemory } from './text-index.ts';

export interface LoadedIndex {
  memory: ContentIndexMemory;
  items: StoredItems;
  /** The number of planned items, which have the first positions. */
  ahead: number;
  /** Items that the creator hid from the API, for `emptyReason`. */
  hidden: ContentIndexMemory;
  /** Changes with the content; part of the validator of every query. */
  etag: string;
  updatedAt: string;
}

export type ServedFacts = PublicFacts & { indexUpdatedAt: string };

interface Sandbox {
  room: Room;
  lists: Release['lists'];
  index: LoadedIndex;
  texts: TextIndex;
  /** The release for requests to the sandbox: built files stay, everything else is mock. */
  release: Release;
}

export type Provide = (path: string) => Promise<void>;

export interface Release {
  id: string;
  content: Manifest['content'];
  /** Present if this release was made from the one that was served before. */
  delta?: Delta | undefined;
  dir: string;
  entries: Entries;
  /** The same, for the release after it. */
  opened: OpenEntries;
  /** Every file that has to be there with its size, relative to the folder. */
  files: () => NamedFiles;
  /** Brings a file that is still on its way; `path` is where it will lie. */
  provide?: Provide | undefined;
  facts: ServedFacts;
  /** What its headers depend on. */
  site: Site;
  index: LoadedIndex;
  shards: Shards;
  hiddenItems: HiddenItem[];
  texts: TextIndex;
  /** Asked for nobody but who holds a pass; undefined where no text has a price. */
  pricedTexts: TextIndex | undefined;
  /** Made by another version of the program, which indexed texts in another way: it has to be built again. */
  isOutdated: boolean;
  sandbox: Sandbox;
  lists: Record<ListName, StoredList>;
  close: () => void;
}

const readJson = async <T>(path: string): Promise<T> => JSON.parse(await readFile(path, 'utf8'));

/** How it differs from the release that it was made from. */
type Delta = Pick<ManifestDelta, 'from' | 'texts'>;

export type ReadManifest = Omit<Manifest, 'entries'> & { entries: OpenEntries; delta?: Delta };

/** Where the release was made from the one that is served, only what changed is read, unless that is too much. */
export async function readManifest(dir: string, before?: Release): Promise<ReadManifest> {
  const whole = () => openManifest(join(dir, 'manifest.json'));
  const delta = before && (await readJson<ManifestDelta>(join(dir, deltaFile)).catch(() => undefined));
  if (!delta || delta.from !== before.id) return whole();
  const { changed, gone, from, texts, ...facts } = delta;
  const known = { from, ...(texts && { texts }) };
  const entries = before.opened.changed({ changed, gone });
  return { ...(entries ? { ...facts, entries } : whole()), delta: known };
}

/** By ETag. */
type Shards = Map<string, Shard>;

type Read = (path: string) => Promise<Buffer>;

/** Before the first release is live, no request has to wait, and synchronous reads are a quarter faster. */
const readAtOnce: Read = async (path) => readFileSync(path);

async function readShard(
  dir: string,
  n: number,
  { entries, others }: Pick<ReadManifest, 'entries' | 'others'>,
  { themes }: ServedFacts['creator'],
  read: Read,
): Promise<Shard> {
  const { file, private: isPrivate } = entries.get(shardPath(n))!;
  const json = await read(join(dir, isPrivate ? 'private' : 'public', file));
  // A release of an older version has no index of it.
  const isIndexed = others[indexFile(n)] !== undefined;
  const index = isIndexed
    ? (JSON.parse((await read(join(dir, indexFile(n)))).toString()) as ShardIndex)
    : shardIndex((JSON.parse(json.toString()) as ContentIndexShard).items);
  return shardOf(json, index, themes);
}

/** Shards are numbered from the oldest, so the last one holds the newest; those of the release before are known. */
async function readShards(
  dir: string,
  manifest: Pick<ReadManifest, 'entries' | 'others'>,
  creator: ServedFacts['creator'],
  before?: Release,
): Promise<Shards> {
  // Which topics an item has depends on the themes.
  const isFiledAlike = isDeepStrictEqual(creator.themes, before?.facts.creator.themes);
  const read: Read = before ? readFile : readAtOnce;
  const shards: Shards = new Map();
  for (let n = 1; manifest.entries.has(shardPath(n)); n++) {
    const { etag } = manifest.entries.get(shardPath(n))!;
    const known = isFiledAlike ? before!.shards.get(etag) : undefined;
    shards.set(etag, known ?? (await readShard(dir, n, manifest, creator, read)));
  }
  if ([...shards.values()].slice(0, -1).some(({ ids }) => ids.length !== shardSize))
    throw new Error('a shard is not full');
  return shards;
}

function listIn(dir: string, name: ListName, others: Partial<Manifest['others']>): StoredList {
  const files: string[] = [];
  for (let n = 1; others[listFile(name, n)] !== undefined; n++) files.push(listFile(name, n));
  if (files.length > 0) return storedList(dir, files);
  // A room that was upgraded serves its old release until the new one is built.
  const older = olderListFile(name);
  if (!existsSync(join(dir, older))) throw new Error(`the list of ${name} is missing`);
  return storedList(dir, [older], Infinity);
}

/** The folder of a release stays while it is served. */
const listsIn = (dir: string, { others }: Pick<Manifest, 'others'>): Release['lists'] =>
  Object.fromEntries(listNames.map((name) => [name, listIn(dir, name, others)])) as Release['lists'];

/** `shards` are newest first. */
function loadIndex(
  { creator }: Pick<PublicFacts, 'creator'>,
  shards: Shard[],
  hidden: IndexedItem[],
  etag: string,
  updatedAt: string,
): LoadedIndex {
  const parts = shards.map(({ part }) => part);
  const items = new StoredItems(shards);
  let ahead = 0;
  while (ahead < items.length && isAhead(items.at(ahead))) ahead++;
  return {
    memory: joinIndex(parts, creator),
    items,
    ahead,
    hidden: indexContent(hidden, creator),
    etag,
    updatedAt,
  };
}

function loadSandbox(baseUrl: string): Omit<Sandbox, 'release'> {
  const room = sandboxRoom({ baseUrl });
  const { contentIndex: items, ...lists } = listsOf(room);
  const listed = Object.entries(lists).map(([name, list]) => [name, list.map((entry) => JSON.stringify(entry))]);
  const etag = sha256(JSON.stringify(items));
  const shard = shardInMemory(items, room.creator.themes);
  const index = loadIndex(room, [shard], [], `sandbox${etag}`, indexUpdatedAt(room));
  const ofTexts = roomTexts(room, () => '');
  return {
    room,
    lists: Object.fromEntries(listed) as Release['lists'],
    index,
    texts: textIndexInMemory(ofTexts, index.items, room.creator.language),
  };
}

/** An index is missing where the version of the program that made the release had none. */
function openIndexes(
  dir: string,
  { others }: Pick<Manifest, 'others'>,
  { access, creator: { language } }: ServedFacts,
  items: StoredItems,
): Pick<Release, 'texts' | 'pricedTexts' | 'isOutdated'> {
  const read = (name: string) =>
    others[name] === undefined ? undefined : openTextIndex(join(dir, name), items, language);
  const readable = (textsHavePrice(access) ? [textsFile, pricedTextsFile] : [textsFile]).map(read);
  const [texts, pricedTexts] = readable.map((index) => index ?? noTextIndex(language)) as [TextIndex, TextIndex?];
  return { texts, pricedTexts, isOutdated: readable.includes(undefined) };
}

/** Throws when the folder is no complete release. What did not change is taken from the release before. */
export async function loadRelease(
  dir: string,
  manifest: ReadManifest,
  before?: Release,
  provide?: Provide,
): Promise<Release> {
  const { entries } = manifest;
  const manifestSize = statSync(join(dir, 'manifest.json')).size;
  const facts = await readJson<ServedFacts>(join(dir, 'private', 'room.json'));
  const hidden = await readJson<HiddenItem[]>(join(dir, 'private', 'hidden.json'));
  const lists = listsIn(dir, manifest);
  const { etag } = entries.get(contentIndexPath)!;
  const shards = await readShards(dir, manifest, facts.creator, before);
  const newestFirst = [...shards.values()].reverse();
  const index = loadIndex(facts, newestFirst, hidden, `${manifest.release}${etag}`, facts.indexUpdatedAt);
  const ofTexts = openIndexes(dir, manifest, facts, index.items);
  const sandbox = before?.facts.baseUrl === facts.baseUrl ? before.sandbox : loadSandbox(facts.baseUrl);
  const release: Omit<Release, 'sandbox'> = {
    id: manifest.release,
    content: manifest.content,
    delta: manifest.delta,
    dir,
    entries,
    opened: entries,
    files: () =>
      filesOf(manifest.isFetched ? [] : entries.values(), { ...manifest.others, 'manifest.json': manifestSize }),
    provide,
    facts,
    site: { baseUrl: facts.baseUrl, hasLicense: entries.has(licensePath) },
    lists,
    shards,
    index,
    hiddenItems: hidden,
    ...ofTexts,
    // The sandbox, which lies in memory, goes on to the next release.
    close: () => [ofTexts.texts, ofTexts.pricedTexts, entries].forEach((one) => one?.close()),
  };
  return withSandbox(release, sandbox);
}

function withSandbox(release: Omit<Release, 'sandbox'>, parts: Omit<Sandbox, 'release'>): Release {
  const { items: _, ...facts } = parts.room;
  const sandbox = { ...parts } as Sandbox;
  sandbox.release = {
    ...release,
    facts: { ...facts, indexUpdatedAt: parts.index.updatedAt },
    lists: parts.lists,
    index: parts.index,
    hiddenItems: [],
    texts: parts.texts,
    pricedTexts: undefined,
    sandbox,
  };
  return { ...release, sandbox };
}

/** An item of the room by its id, also one that is hidden from the API. */
export const itemIn = ({ index, hiddenItems }: Release, id: string): ContentItem | HiddenItem | undefined =>
  index.items.byId(id) ?? hiddenItems.find((item) => item.id === id);

/** The bytes of a document as text, with its media type; who may read a private one is the caller's to know. */
export async function readDocument(release: Release, path: string): Promise<{ type: string; text: string }> {
  const { file, type, private: isPrivate } = release.entries.get(path)!;
  const bytes = await readProvided(join(release.dir, isPrivate ? 'private' : 'public', file), release.provide);
  return { type: type.split(';')[0]!, text: bytes.toString() };
}

/** A file of a release, also where it is still on its way. */
export const readProvided = (path: string, provide: Provide | undefined): Promise<Buffer> =>
  readFile(path).catch(async (error: NodeJS.ErrnoException) => {
    if (!provide || error.code !== 'ENOENT') throw error;
    await provide(path);
    return readFile(path);
  });
