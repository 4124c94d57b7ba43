// Which entries of a feed are the same thing, and by which key each is known from now on.
import { sha256 } from '#domain/ids.ts';
import type { KnownItem } from './known-items.ts';
import type { EntryFacts } from './normalise/normalise.ts';

export interface Identified<E> {
  key: string;
  entry: E;
}

/**
 * The key is the guid where it is an absolute URI, else feed id and guid, else the link, else feed id, title and date.
 * A guid or a link that different posts of one feed share names none of them, so that the next in the row decides; but a
 * post that is stored under the shared guid with just this link keeps it. Of entries with one key the newest stays.
 */
export function identify<E extends EntryFacts>(
  entries: E[],
  feedId: string,
  known: ReadonlyMap<string, KnownItem>,
): Identified<E>[] {
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
    const key = keyOf(entry);
    const other = byKey.get(key);
    if (!other || (entry.date ?? '') > (other.date ?? '')) byKey.set(key, entry);
  }
  return [...byKey].map(([key, entry]) => ({ key, entry }));

  /** @spec-gap item-ids */
  function keyOf({ guid, link, title, dateText, hash }: E): string {
    const guidKey = guid && (isAbsoluteUri(guid) ? guid : `${feedId} ${guid}`);
    if (guidKey && (!sharedGuids.has(guid) || known.get(guidKey)?.canonicalUrl === link))
      return limitKeyLength(guidKey);
    if (link && !sharedLinks.has(link)) return limitKeyLength(link);
    // Without title and date only the words themselves are left.
    return limitKeyLength(`${feedId} ${title || hash} ${dateText}`.trim());
  }
}

/** The names that entries with different marks bear. */
function findSharedNames<E>(
  entries: E[],
  nameOf: (entry: E) => string | undefined,
  markOf: (entry: E) => string | undefined,
): Set<string> {
  const marks = new Map<string, string>();
  const names = new Set<string>();
  for (const entry of entries) {
    const name = nameOf(entry);
    const mark = markOf(entry);
    if (!name || !mark) continue;
    if ((marks.get(name) ?? mark) !== mark) names.add(name);
    marks.set(name, mark);
  }
  return names;
}

/** RFC 3986 §4.3, and without white space, as a guid such as "Note: 5" is no address. */
const isAbsoluteUri = (guid: string): boolean => /^[a-z][a-z0-9+.-]*:\S+$/i.test(guid);

const limitKeyLength = (key: string): string => (key.length <= 500 ? key : `${key.slice(0, 400)}#${sha256(key)}`);
