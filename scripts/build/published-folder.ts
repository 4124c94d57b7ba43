// Reads the published items and caches them, so that unchanged files are not read again.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileLeftOut, type Notice } from '#contract/notices.ts';
import type { Creator } from '#contract/schemas/content-files.ts';
import type { SkippedItems } from '#contract/schemas/skipped-items.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { sha256 } from '#domain/ids.ts';
import { itemProblems, parseItemFile } from '#domain/items/item-file.ts';
import { findOutsideMedia, replaceItemMedia } from '#domain/items/media-replacements.ts';
import { toRoomItem } from '#domain/items/to-room-item.ts';
import { newestFirst, type RoomItem } from '#domain/room.ts';
import { decodeFile } from '#domain/text/decode.ts';
import { type EmbargoedItem, embargoedFile } from '../../sidecar/content/embargo.ts';
import { readMediaLocations, createMediaSources } from '../../sidecar/content/media-copies.ts';
import { findRenderProblem } from '../../sidecar/content/renderable.ts';
import { writeIfChanged } from '../write-file.ts';
import { CacheFile, fileStamp } from './file-cache.ts';

interface ReadItem {
  item: RoomItem;
  /** Addresses of external pictures and recordings, which pages do not load directly. */
  outside: string[];
}

export function readItem(source: string, creator: Creator): ReadItem {
  const { item, body } = parseItemFile(source);
  const problems = itemProblems(item);
  if (problems.length) throw new Error(problems.join('; '));
  const unshowable = findRenderProblem(body);
  if (unshowable) throw new Error(unshowable);
  const file = { item: item as StoredItem, body };
  const outside = findOutsideMedia(file).map(({ address }) => address);
  return { item: toRoomItem(file, sha256(source), creator), outside };
}

interface KnownItem extends ReadItem {
  stamp: string;
}
/** Cached items by file name. */
type KnownItems = Map<string, KnownItem>;

/**
 * Returns the files that differ from the cache, by name; undefined means that a file was removed or cannot be read. The
 * function is synchronous, because handing thousands of short calls to other threads costs more than the calls
 * themselves.
 */
function findChanges(
  folder: string,
  creator: Creator,
  known: KnownItems,
  leftOut: SkippedItems['items'],
): Map<string, KnownItem | undefined> {
  const all = new Set([...known.keys(), ...(existsSync(folder) ? readdirSync(folder) : [])]);
  const changes = new Map<string, KnownItem | undefined>();
  for (const name of [...all].filter((one) => one.endsWith('.md')).sort()) {
    const path = join(folder, name);
    const stamp = fileStamp(path);
    if (known.get(name)?.stamp === stamp) continue;
    changes.set(name, undefined);
    // A reviewer removed the file.
    if (!stamp) continue;
    try {
      const read = readItem(decodeFile(readFileSync(path)), creator);
      const { item } = read;
      if (`${item.id}.md` !== name) throw new Error(`id is ${item.id}, so the file must be named ${item.id}.md`);
      changes.set(name, { stamp, ...read });
    } catch (error) {
      leftOut.push({ name, problem: (error as Error).message });
    }
  }
  return changes;
}

/** Returns the version of the cache. The number changes with the result of readItem. */
const cacheVersion = ({ name, otherNames, themes }: Creator): string =>
  createHash('sha256')
    .update(`9${JSON.stringify([name, otherNames, themes])}`)
    .digest('hex');

/** Published items as a build uses them. */
interface PublishedItems {
  /**
   * Items whose embargo is over, newest first. An embargo ends only with a change of the file, so a build needs no
   * clock.
   */
  items: RoomItem[];
  embargoed: RoomItem[];
  /** Addresses of external pictures and recordings. */
  outside: string[];
}

function selectPublished(contentDir: string, all: ReadItem[]): PublishedItems {
  const { shown = [], embargoed = [] } = Object.groupBy(all, ({ item }) => (item.liveAt ? 'embargoed' : 'shown'));
  const sources = createMediaSources(readMediaLocations(contentDir));
  return {
    items: shown.map(({ item, outside }) => replaceItemMedia(item, outside, sources)),
    embargoed: embargoed.map(({ item }) => item),
    outside: shown.flatMap(({ outside }) => outside),
  };
}

const listEmbargoed = ({ embargoed }: PublishedItems): EmbargoedItem[] =>
  embargoed.flatMap(({ id, liveAt }) => (liveAt ? [{ id, liveAt }] : []));

export function publishedFolder(contentDir: string) {
  const build = join(contentDir, '.build');
  const folder = join(contentDir, 'published');
  const memory = new CacheFile<KnownItem>(join(build, 'known.ndjson'));
  return {
    /** Reads the items. `leftOut` are those that cannot be read. */
    read: async (
      creator: Creator,
      problems: Notice[],
    ): Promise<PublishedItems & { leftOut: SkippedItems['items'] }> => {
      await memory.load(cacheVersion(creator));
      const { entries: known } = memory;
      const leftOut: SkippedItems['items'] = [];
      const changes = findChanges(folder, creator, known, leftOut);
      for (const [name, one] of changes) memory.set(name, one);
      for (const { name, problem } of leftOut) problems.push(fileLeftOut(`published/${name}`, problem));
      const published = selectPublished(
        contentDir,
        [...known.values()].sort((a, b) => newestFirst(a.item, b.item)),
      );
      await writeIfChanged(join(build, embargoedFile), JSON.stringify(listEmbargoed(published)));
      return { ...published, leftOut };
    },
    /** Returns true if a published item has this id, embargoed or not. */
    has: (id: string): boolean => memory.entries.has(`${id}.md`),
    save: () => memory.save(),
  };
}
