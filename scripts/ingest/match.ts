// Finds known items again whose guid or address the source has changed: an entry counts as new only when nothing else fits.
import { separateNumbers } from '#domain/text/notation.ts';
import { digestValue } from '../../sidecar/content/source-version.ts';
import type { Identified } from './identify.ts';
import type { KnownItem } from './known-items.ts';
import type { NormalisedEntry } from './normalise/normalise.ts';

/** An entry, and the item that it was until now, where that goes by another key. */
export type MatchedEntry = Identified<NormalisedEntry> & { was?: KnownItem };

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

/** From the surest to the weakest; each must be the mark of one entry and one item only, and something else must agree. */
const marks: { of: Feature; agrees: (keyof Features)[] }[] = [
  { of: ({ link }) => link, agrees: ['title', 'day', 'sound', 'body'] },
  { of: ({ sound }) => sound, agrees: ['title', 'day', 'link', 'body'] },
  { of: ({ title, day }) => day && `${day} ${title}`, agrees: ['title'] },
  // A site that moved to another host.
  { of: ({ linkPath }) => linkPath, agrees: ['title', 'day', 'body'] },
  { of: ({ soundPath }) => soundPath, agrees: ['title', 'day', 'body'] },
];

/** `items` are all that the feed may speak for; only those that no entry names any more can be found again. */
export function matchEntries(entries: Identified<NormalisedEntry>[], items: KnownItem[]): MatchedEntry[] {
  const named = new Set(entries.map(({ key }) => key));
  const keys = new Set(items.map(({ key }) => key));
  const candidates = new Map(items.map((item) => [item, itemFeatures(item)]));
  const found = new Map<Identified<NormalisedEntry>, KnownItem>();
  const features = new Map(entries.map((one) => [one, entryFeatures(one)]));
  for (const { of, agrees } of marks) {
    const [byEntry, byItem] = [findUnique(features, of), findUnique(candidates, of)];
    for (const [mark, one] of byEntry) {
      const item = byItem.get(mark);
      if (!item || keys.has(one.key) || named.has(item.key) || found.has(one)) continue;
      if (!agreeInAny(features.get(one)!, candidates.get(item)!, agrees)) continue;
      found.set(one, item);
      named.add(item.key);
    }
  }
  return entries.map((one) => (found.has(one) ? { ...one, was: found.get(one)! } : one));
}

/** By their mark, those that share it with no other. */
function findUnique<T>(features: Map<T, Features>, of: Feature): Map<string, T> {
  const marked = [...features].flatMap(([one, its]) => {
    const mark = of(its);
    return mark ? [{ mark, one }] : [];
  });
  const groups = Map.groupBy(marked, ({ mark }) => mark);
  return new Map([...groups].filter(([, all]) => all.length === 1).map(([mark, all]) => [mark, all[0]!.one]));
}

const agreeInAny = (a: Features, b: Features, names: (keyof Features)[]): boolean =>
  names.some((name) => a[name] !== undefined && a[name] === b[name]);

function entryFeatures({ entry: { link, date, title, content } }: Identified<NormalisedEntry>): Features {
  const sound = content?.item.audioUrl;
  const features = {
    title: foldTitle(content?.item.title ?? title),
    day: date?.slice(0, 10),
    body: digestValue(content?.body),
  };
  return { ...features, ...addressFeatures(link, sound) };
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

/** http or https, with or without a slash at the end: the same page. The page of the whole site names no item. */
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
