// Assigns a stable key to each entry of a feed and merges entries with the same key.
import { sha256 } from '#domain/ids.ts';
import type { KnownItem } from './known-items.ts';
import type { EntryFacts } from './normalise/normalise.ts';

export interface IdentifiedEntry<E> {
  key: string;
  entry: E;
}

/**
 * Uses the guid as the key if it is an absolute URI, else feed id and guid, else the link, else feed id, title and
 * date. A guid or link that different posts of the feed share is skipped, except for the post that is already stored
 * under the shared guid with the same link. The newest of several entries with one key is kept.
 */
export function identify<E extends EntryFacts>(
  entries: E[],
  feedId: string,
  known: ReadonlyMap<string, KnownItem>,
): IdentifiedEntry<E>[] {
  const sharedGuids = findSharedNames(
    entries,
    ({ guid }) => guid,
    ({ link }) => link,
  );
  const sharedLinks = findSharedNames(
    entries.filter(({ guid }) => !guid),
    ({ link }) => link,
    ({ title }) => title,
  );
  const byKey = new Map<string, E>();
  for (const entry of entries) {
    const key = readKey(entry);
    const other = byKey.get(key);
    if (!other || (entry.date ?? '') > (other.date ?? '')) byKey.set(key, entry);
  }
  return [...byKey].map(([key, entry]) => ({ key, entry }));

  /** @spec-gap item-ids */
  function readKey({ guid, link, title, dateText, hash }: E): string {
    const guidKey = guid && (isAbsoluteUri(guid) ? guid : `${feedId} ${guid}`);
    if (guidKey && (!sharedGuids.has(guid) || known.get(guidKey)?.canonicalUrl === link))
      return limitKeyLength(guidKey);
    if (link && !sharedLinks.has(link)) return limitKeyLength(link);
    // The hash of the text identifies an entry that has neither title nor date.
    return limitKeyLength(`${feedId} ${title || hash} ${dateText}`.trim());
  }
}

/** Returns the names that entries with different marks share. */
function findSharedNames<E>(
  entries: E[],
  readName: (entry: E) => string | undefined,
  readMark: (entry: E) => string | undefined,
): Set<string> {
  const marks = new Map<string, string>();
  const names = new Set<string>();
  for (const entry of entries) {
    const name = readName(entry);
    const mark = readMark(entry);
    if (!name || !mark) continue;
    if ((marks.get(name) ?? mark) !== mark) names.add(name);
    marks.set(name, mark);
  }
  return names;
}

/** Recognises absolute URIs (RFC 3986 §4.3) without white space; a guid such as "Note: 5" is not a URI. */
const isAbsoluteUri = (guid: string): boolean => /^[a-z][a-z0-9+.-]*:\S+$/i.test(guid);

const limitKeyLength = (key: string): string => (key.length <= 500 ? key : `${key.slice(0, 400)}#${sha256(key)}`);
