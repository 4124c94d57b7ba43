// What content/inbox, content/published and content/rejected hold already, by source key.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Feed } from '#contract/schemas/content-files.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { utcTime } from '#domain/instants.ts';
import { newItemId } from '#domain/text/slug.ts';
import { parseItemFile } from '#domain/items/item-file.ts';
import { parseVersion } from '../../sidecar/content/source-version.ts';

const folders = ['inbox', 'published', 'rejected'] as const;
export type ItemFolder = (typeof folders)[number];

export interface KnownItem {
  id: string;
  key: string;
  title: string;
  /** RFC 3339, UTC. */
  date: string;
  /** The date as its file writes it, with the offset of its source. */
  storedDate: string;
  storedEndDate: string | undefined;
  sourceFeed: string | undefined;
  canonicalUrl: string | undefined;
  audioUrl: string | undefined;
  chaptersUrl: string | undefined;
  language: string | undefined;
  transcripts: StoredItem['transcripts'];
  durationSeconds: number | undefined;
  /** The digest of its text at the source. */
  body: string | undefined;
  /** The hash of the source's words in each folder that holds the item. */
  hashes: Partial<Record<ItemFolder, string>>;
  /** Written in this run. */
  isNew?: boolean;
}

export interface KnownItems {
  byKey: Map<string, KnownItem>;
  hashes: Set<string>;
  /** The 8 hex digits of items whose file cannot be read: they are left alone. */
  unreadable: Set<string>;
  notices: string[];
  /** Stored items whose addresses may have personal keys. */
  suspects: Suspect[];
}

export interface Suspect {
  folder: ItemFolder;
  id: string;
}

export function readKnownItems(contentDir: string, isSuspect: (source: string) => boolean = () => false): KnownItems {
  const known: KnownItems = { byKey: new Map(), hashes: new Set(), unreadable: new Set(), notices: [], suspects: [] };
  for (const folder of folders) {
    for (const name of listItemFiles(join(contentDir, folder))) {
      const source = readKnownFile(known, contentDir, folder, name);
      if (source && isSuspect(source)) known.suspects.push({ folder, id: name.slice(0, -'.md'.length) });
    }
  }
  return known;
}

/**
 * Hashes of versions that change nothing when a source says them again. Where an edit waits beside what is published, the
 * source may have taken it back.
 */
export function settledHashes({ byKey, hashes }: KnownItems): Set<string> {
  const open = [...byKey.values()].filter(({ hashes: { inbox, published } }) => inbox && published);
  const unsettled = new Set(open.flatMap((item) => Object.values(item.hashes)));
  return hashes.difference(unsettled);
}

/** Of the items of a feed that wait and were never decided about: they follow its settings. */
export const waitingHashes = ({ byKey }: KnownItems, { id }: Feed): Set<string> =>
  new Set(
    [...byKey.values()].flatMap(({ sourceFeed, hashes: { inbox, published, rejected } }) =>
      sourceFeed === id && inbox && !published && !rejected ? [inbox] : [],
    ),
  );

/** The item as its files say at this moment: a reviewer may have decided about it since the run began. */
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

/** The item goes by another key from now on. */
export function renameKey(known: KnownItems, item: KnownItem, key: string): void {
  known.byKey.delete(item.key);
  item.key = key;
  known.byKey.set(key, item);
}

/** Returns the text of the file, if it can be read. */
function readKnownFile(known: KnownItems, contentDir: string, folder: ItemFolder, name: string): string | undefined {
  try {
    const source = readFileSync(join(contentDir, folder, name), 'utf8');
    rememberItem(known, folder, parseItemFile(source).item as StoredItem);
    return source;
  } catch (error) {
    // Decided about this moment.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    known.unreadable.add(name.slice(-11, -3));
    known.notices.push(`${folder}/${name} ${(error as Error).message}. Mend it; ingest leaves the item alone.`);
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

/** Items that the creator wrote without a source are no business of ingest. */
export function rememberItem(known: KnownItems, folder: ItemFolder, item: StoredItem): KnownItem | undefined {
  const { id, source, title, date, endDate, sourceFeed, canonicalUrl, audioUrl, chaptersUrl } = item;
  const { language, transcripts, durationSeconds } = item;
  if (!source) return undefined;
  const body = parseVersion(item)?.['body'];
  const media = { audioUrl, chaptersUrl, language, transcripts, durationSeconds };
  const dates = { date: utcTime(date), storedDate: date, storedEndDate: endDate };
  const facts = { id, key: source.key, title, ...dates, sourceFeed, canonicalUrl, ...media, body };
  const entry = known.byKey.get(source.key) ?? { ...facts, hashes: {} };
  entry.hashes[folder] = source.hash;
  known.byKey.set(source.key, entry);
  known.hashes.add(source.hash);
  return entry;
}
