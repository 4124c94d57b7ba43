// Index of the items in content/inbox, content/published and content/rejected by their source keys.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Feed } from '#contract/schemas/content-files.ts';
import type { Notice } from '#contract/notices.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { utcTime } from '#domain/instants.ts';
import { newItemId } from '#domain/text/slug.ts';
import { parseItemFile } from '#domain/items/item-file.ts';
import { decodeFile } from '#domain/text/decode.ts';
import type { ItemFolder } from '../../sidecar/content/review-desk.ts';
import { parseVersion } from '../../sidecar/content/source-version.ts';

const folders: readonly ItemFolder[] = ['inbox', 'published', 'rejected'];

/** Facts about a stored item that ingest compares with entries. */
export interface KnownItem {
  id: string;
  key: string;
  title: string;
  /** Date in RFC 3339, UTC; empty if the item has none. */
  date: string;
  /** Date as the file states it, with the offset of its source. */
  storedDate: string | undefined;
  storedEndDate: string | undefined;
  sourceFeed: string | undefined;
  canonicalUrl: string | undefined;
  audioUrl: string | undefined;
  chaptersUrl: string | undefined;
  language: string | undefined;
  transcripts: StoredItem['transcripts'];
  durationSeconds: number | undefined;
  /** Digest of the text at the source. */
  body: string | undefined;
  /** Hash of the source version for each folder that holds the item. */
  hashes: Partial<Record<ItemFolder, string>>;
  /** True if this run has created the item. */
  isNew?: boolean;
}

export interface KnownItems {
  byKey: Map<string, KnownItem>;
  hashes: Set<string>;
  /** Last 8 hex digits of the ids of items whose files cannot be read; ingest does not change them. */
  unreadable: Set<string>;
  notices: Notice[];
  /** Stored items whose addresses may contain personal keys. */
  suspects: Suspect[];
}

export interface Suspect {
  folder: ItemFolder;
  id: string;
}

export function readKnownItems(contentDir: string, isSuspect: (source: string) => boolean = () => false): KnownItems {
  const knownItems: KnownItems = {
    byKey: new Map(),
    hashes: new Set(),
    unreadable: new Set(),
    notices: [],
    suspects: [],
  };
  for (const folder of folders) {
    for (const name of listItemFiles(join(contentDir, folder))) {
      const source = readKnownFile(knownItems, contentDir, folder, name);
      if (source && isSuspect(source)) knownItems.suspects.push({ folder, id: name.slice(0, -'.md'.length) });
    }
  }
  return knownItems;
}

/**
 * Returns the hashes of versions that need no work when a source states them again. Items with a waiting edit are
 * excluded, since the source may have reverted the edit.
 */
export function settledHashes({ byKey, hashes }: KnownItems): Set<string> {
  const open = [...byKey.values()].filter(({ hashes: { inbox, published } }) => inbox && published);
  const unsettled = new Set(open.flatMap((item) => Object.values(item.hashes)));
  return hashes.difference(unsettled);
}

/** Returns the hashes of undecided items of a feed, which follow its settings. */
export const waitingHashes = ({ byKey }: KnownItems, { id }: Feed): Set<string> =>
  new Set(
    [...byKey.values()].flatMap(({ sourceFeed, hashes: { inbox, published, rejected } }) =>
      sourceFeed === id && inbox && !published && !rejected ? [inbox] : [],
    ),
  );

/** Reads the files of an item again, since a reviewer may have decided about it during the run. */
export function rereadKnownItem(
  known: KnownItems,
  contentDir: string,
  key: string,
  title: string,
): KnownItem | undefined {
  const before = known.byKey.get(key);
  if (before) before.hashes = {};
  const name = `${before?.id ?? newItemId(title, key)}.md`;
  for (const folder of folders)
    if (existsSync(join(contentDir, folder, name))) readKnownFile(known, contentDir, folder, name);
  return known.byKey.get(key);
}

/** Replaces the key of an item. */
export function renameKey(known: KnownItems, item: KnownItem, key: string): void {
  known.byKey.delete(item.key);
  item.key = key;
  known.byKey.set(key, item);
}

/** Returns the text of the file, if it can be read. */
function readKnownFile(known: KnownItems, contentDir: string, folder: ItemFolder, name: string): string | undefined {
  try {
    const source = decodeFile(readFileSync(join(contentDir, folder, name)));
    rememberItem(known, folder, parseItemFile(source).item as StoredItem);
    return source;
  } catch (error) {
    // A reviewer has just moved the file.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    known.unreadable.add(name.slice(-11, -3));
    const details = { file: `${folder}/${name}`, problem: (error as Error).message };
    known.notices.push({ code: 'item_unreadable', details });
    return undefined;
  }
}

function listItemFiles(directory: string): string[] {
  try {
    return readdirSync(directory).filter((name) => name.endsWith('.md'));
  } catch {
    return [];
  }
}

/** Adds a stored item to the index. Items without a source, which the creator wrote, are ignored. */
export function rememberItem(known: KnownItems, folder: ItemFolder, item: StoredItem): KnownItem | undefined {
  const { source } = item;
  if (!source) return undefined;
  const entry = known.byKey.get(source.key) ?? {
    id: item.id,
    key: source.key,
    title: item.title,
    date: item.date ? utcTime(item.date) : '',
    storedDate: item.date,
    storedEndDate: item.endDate,
    sourceFeed: item.sourceFeed,
    canonicalUrl: item.canonicalUrl,
    audioUrl: item.audioUrl,
    chaptersUrl: item.chaptersUrl,
    language: item.language,
    transcripts: item.transcripts,
    durationSeconds: item.durationSeconds,
    body: parseVersion(item)?.['body'],
    hashes: {},
  };
  entry.hashes[folder] = source.hash;
  known.byKey.set(source.key, entry);
  known.hashes.add(source.hash);
  return entry;
}
