// A release in memory: its manifest by address, the content index, and lists; everything that a request needs, read once.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listNames, type ListName } from '#contract/content-types.ts';
import { shardSize } from '#contract/limits.ts';
import type { ContentIndexShard, ContentItem } from '#contract/schemas/content.ts';
import {
  type ContentIndexMemory,
  type HiddenItem,
  indexContent,
  type IndexedItem,
} from '#domain/lists/content-index.ts';
import { contentIndexPath, shardPath } from '#domain/documents/content-index.ts';
import type { Site } from '#domain/release/headers.ts';
import { sha256 } from '#domain/ids.ts';
import { licensePath } from '#domain/links.ts';
import { listsOf } from '#domain/lists/lists.ts';
import type { Manifest, ManifestEntry } from '#domain/release/manifest.ts';
import { indexUpdatedAt, type PublicFacts, type Room } from '#domain/room.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { roomTexts } from '#domain/search/room-texts.ts';
import { textsFile } from '#domain/search/text-index.ts';
import { noTextIndex, openTextIndex, type TextIndex, textIndexInMemory } from './text-index.ts';

/** The content index with each item ready to be sent. */
export interface LoadedIndex {
  memory: ContentIndexMemory;
  items: ContentItem[];
  /** Items as JSON, newest first. */
  json: string[];
  /** Items that the creator hid from the API, for `emptyReason`. */
  hidden: ContentIndexMemory;
  /** Changes with the content; part of the validator of every query. */
  etag: string;
  updatedAt: string;
}

export type ServedFacts = PublicFacts & { indexUpdatedAt: string };

interface Sandbox {
  room: Room;
  index: LoadedIndex;
  texts: TextIndex;
  /** The release for requests to the sandbox: built files stay, everything else is mock. */
  release: Release;
}

export interface Release {
  id: string;
  content: Manifest['content'];
  dir: string;
  entries: Map<string, ManifestEntry>;
  facts: ServedFacts;
  /** What its headers depend on. */
  site: Site;
  index: LoadedIndex;
  hiddenItems: HiddenItem[];
  texts: TextIndex;
  /** Made by another version of the program, which indexed texts in another way: it has to be built again. */
  isOutdated: boolean;
  sandbox: Sandbox;
  /** Entries of each list as JSON, newest first. */
  lists: Record<ListName, string[]>;
  close: () => void;
}

const readJson = async <T>(path: string): Promise<T> => JSON.parse(await readFile(path, 'utf8'));

/** One that an older version made knows no age: it counts as older than any other. */
export async function readManifest(dir: string): Promise<Manifest> {
  const { content = { digest: '', changedAt: 0 }, ...rest } = await readJson<Manifest>(join(dir, 'manifest.json'));
  return { ...rest, content };
}

/** Shards are numbered from the oldest, so the last one holds the newest. */
async function readShards(dir: string, entries: Map<string, ManifestEntry>): Promise<ContentItem[]> {
  const shards: ContentItem[][] = [];
  for (let n = 1; entries.has(shardPath(n)); n++) {
    const { file, private: isPrivate } = entries.get(shardPath(n))!;
    shards.push((await readJson<ContentIndexShard>(join(dir, isPrivate ? 'private' : 'public', file))).items);
  }
  if (shards.slice(0, -1).some((items) => items.length !== shardSize)) throw new Error('a shard is not full');
  return shards.reverse().flat();
}

function loadIndex(
  { creator }: Pick<PublicFacts, 'creator'>,
  items: ContentItem[],
  hidden: IndexedItem[],
  etag: string,
  updatedAt: string,
): LoadedIndex {
  const json = items.map((item) => JSON.stringify(item));
  return { memory: indexContent(items, creator), items, json, hidden: indexContent(hidden, creator), etag, updatedAt };
}

function loadSandbox(baseUrl: string): Omit<Sandbox, 'release'> {
  const room = sandboxRoom({ baseUrl });
  const items = listsOf(room).contentIndex;
  const etag = sha256(JSON.stringify(items));
  return {
    room,
    index: loadIndex(room, items, [], `sandbox${etag}`, indexUpdatedAt(room)),
    texts: textIndexInMemory(
      roomTexts(room, () => ''),
      items,
      room.creator.language,
    ),
  };
}

/** Throws when the folder is no complete release. */
export async function loadRelease(dir: string): Promise<Release> {
  const manifest = await readManifest(dir);
  const entries = new Map(Object.entries(manifest.entries));
  const facts = await readJson<ServedFacts>(join(dir, 'private', 'room.json'));
  const hidden = await readJson<HiddenItem[]>(join(dir, 'private', 'hidden.json'));
  const lists = {} as Release['lists'];
  for (const name of listNames) {
    const text = await readFile(join(dir, 'private', 'lists', `${name}.ndjson`), 'utf8');
    lists[name] = text.split('\n').filter(Boolean);
  }
  const { etag } = entries.get(contentIndexPath)!;
  const items = await readShards(dir, entries);
  const { language } = facts.creator;
  const readable = openTextIndex(join(dir, textsFile), items, language);
  const texts = readable ?? noTextIndex(language);
  const sandbox = loadSandbox(facts.baseUrl);
  const release: Omit<Release, 'sandbox'> = {
    id: manifest.release,
    content: manifest.content,
    dir,
    entries,
    facts,
    site: { baseUrl: facts.baseUrl, hasLicense: entries.has(licensePath) },
    lists,
    index: loadIndex(facts, items, hidden, `${manifest.release}${etag}`, facts.indexUpdatedAt),
    hiddenItems: hidden,
    texts,
    isOutdated: !readable,
    close: () => [texts, sandbox.texts].forEach((index) => index.close()),
  };
  return withSandbox(release, sandbox);
}

function withSandbox(release: Omit<Release, 'sandbox'>, parts: Omit<Sandbox, 'release'>): Release {
  const { items: _, ...facts } = parts.room;
  const { contentIndex: __, ...lists } = listsOf(parts.room);
  const listed = Object.entries(lists).map(([name, list]) => [name, list.map((entry) => JSON.stringify(entry))]);
  const sandbox = { ...parts } as Sandbox;
  sandbox.release = {
    ...release,
    facts: { ...facts, indexUpdatedAt: parts.index.updatedAt },
    lists: Object.fromEntries(listed) as Release['lists'],
    index: parts.index,
    hiddenItems: [],
    texts: parts.texts,
    sandbox,
  };
  return { ...release, sandbox };
}

/** The bytes of a document as text, with its media type; who may read a private one is the caller's to know. */
export async function readDocument({ dir, entries }: Release, path: string): Promise<{ type: string; text: string }> {
  const { file, type, private: isPrivate } = entries.get(path)!;
  const folder = isPrivate ? 'private' : 'public';
  return { type: type.split(';')[0]!, text: await readFile(join(dir, folder, file), 'utf8') };
}
