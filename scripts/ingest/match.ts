// Recognises known items whose guid or address the source has changed. An entry counts as new only if no item matches.
import { separateNumbers } from '#domain/text/notation.ts';
import { digestValue } from '../../sidecar/content/source-version.ts';
import type { IdentifiedEntry } from './identify.ts';
import type { KnownItem } from './known-items.ts';
import { entryTitle, type NormalisedEntry } from './normalise/normalise.ts';

/** Entry with the known item that it matches, if that item has another key. */
export type MatchedEntry = IdentifiedEntry<NormalisedEntry> & { previous?: KnownItem };

interface Features {
  link: string | undefined;
  linkPath: string | undefined;
  sound: string | undefined;
  soundPath: string | undefined;
  title: string;
  day: string | undefined;
  body: string | undefined;
}

type Feature = (one: Features) => string | undefined;

/**
 * Features from the most to the least reliable. A feature must be unique among entries and among items, and one of the
 * features in `agrees` must be equal as well.
 */
const marks: { of: Feature; agrees: (keyof Features)[] }[] = [
  { of: ({ link }) => link, agrees: ['title', 'day', 'sound', 'body'] },
  { of: ({ sound }) => sound, agrees: ['title', 'day', 'link', 'body'] },
  { of: ({ title, day }) => day && `${day} ${title}`, agrees: ['title'] },
  // The site has moved to another host.
  { of: ({ linkPath }) => linkPath, agrees: ['title', 'day', 'body'] },
  { of: ({ soundPath }) => soundPath, agrees: ['title', 'day', 'body'] },
];

/** Matches entries with items that no entry names by key. `items` are all items that the feed may update. */
export function matchEntries(entries: IdentifiedEntry<NormalisedEntry>[], items: KnownItem[]): MatchedEntry[] {
  const takenKeys = new Set(entries.map(({ key }) => key));
  const keys = new Set(items.map(({ key }) => key));
  const candidates = new Map(items.map((item) => [item, itemFeatures(item)]));
  const matches = new Map<IdentifiedEntry<NormalisedEntry>, KnownItem>();
  const features = new Map(entries.map((one) => [one, entryFeatures(one)]));
  for (const { of, agrees } of marks) {
    const byEntry = findUnique(features, of);
    const byItem = findUnique(candidates, of);
    for (const [mark, one] of byEntry) {
      const item = byItem.get(mark);
      if (!item || keys.has(one.key) || takenKeys.has(item.key) || matches.has(one)) continue;
      if (!agreeInAny(features.get(one)!, candidates.get(item)!, agrees)) continue;
      matches.set(one, item);
      takenKeys.add(item.key);
    }
  }
  return entries.map((one) => (matches.has(one) ? { ...one, previous: matches.get(one)! } : one));
}

/** Returns the elements whose feature is unique, by that feature. */
function findUnique<T>(features: Map<T, Features>, of: Feature): Map<string, T> {
  const rareFeatures = [...features].flatMap(([one, its]) => {
    const mark = of(its);
    return mark ? [{ mark, one }] : [];
  });
  const groups = Map.groupBy(rareFeatures, ({ mark }) => mark);
  return new Map([...groups].filter(([, all]) => all.length === 1).map(([mark, all]) => [mark, all[0]!.one]));
}

const agreeInAny = (a: Features, b: Features, names: (keyof Features)[]): boolean =>
  names.some((name) => a[name] !== undefined && a[name] === b[name]);

function entryFeatures({ entry }: IdentifiedEntry<NormalisedEntry>): Features {
  const { link, date, content } = entry;
  return {
    title: foldTitle(entryTitle(entry)),
    day: date?.slice(0, 10),
    body: digestValue(content?.body),
    ...addressFeatures(link, content?.item.audioUrl),
  };
}

function itemFeatures({ title, date, canonicalUrl, audioUrl, body }: KnownItem): Features {
  return { title: foldTitle(title), day: date.slice(0, 10), body, ...addressFeatures(canonicalUrl, audioUrl) };
}

const addressFeatures = (link: string | undefined, sound: string | undefined) => ({
  link: hostAndPath(link),
  linkPath: pathAndQuery(link),
  sound: hostAndPath(sound),
  soundPath: pathAndQuery(sound),
});

export const foldTitle = (title: string): string =>
  separateNumbers(title).normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Returns the host and path of an address; undefined for the home page, which identifies no item. */
function hostAndPath(address: string | undefined): string | undefined {
  const path = pathAndQuery(address);
  return path && new URL(address!).host + path;
}

export function pathAndQuery(address: string | undefined): string | undefined {
  if (!address || !URL.canParse(address)) return undefined;
  const { pathname, search } = new URL(address);
  const path = pathname.replace(/\/+$/, '') + search;
  return path || undefined;
}
