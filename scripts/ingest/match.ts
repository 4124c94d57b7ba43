// Finds known items again whose guid or address the source has changed: an entry counts as new only when nothing else fits.
import { separateNumbers } from '#domain/text/notation.ts';
import { digestOf } from '../../sidecar/content/source-version.ts';
import type { Identified } from './identify.ts';
import type { KnownItem } from './known-items.ts';
import type { Entry } from './normalise/normalise.ts';

/** An entry, and the item that it was until now, where that goes by another key. */
export type Matched = Identified<Entry> & { was?: KnownItem };

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
export function matchEntries(entries: Identified<Entry>[], items: KnownItem[]): Matched[] {
  const named = new Set(entries.map(({ key }) => key));
  const keys = new Set(items.map(({ key }) => key));
  const candidates = new Map(items.map((item) => [item, featuresOfItem(item)]));
  const found = new Map<Identified<Entry>, KnownItem>();
  const features = new Map(entries.map((one) => [one, featuresOfEntry(one)]));
  for (const { of, agrees } of marks) {
    const [byEntry, byItem] = [onlyOnes(features, of), onlyOnes(candidates, of)];
    for (const [mark, one] of byEntry) {
      const item = byItem.get(mark);
      if (!item || keys.has(one.key) || named.has(item.key) || found.has(one)) continue;
      if (!agree(features.get(one)!, candidates.get(item)!, agrees)) continue;
      found.set(one, item);
      named.add(item.key);
    }
  }
  return entries.map((one) => (found.has(one) ? { ...one, was: found.get(one)! } : one));
}

/** By their mark, those that share it with no other. */
function onlyOnes<T>(features: Map<T, Features>, of: Feature): Map<string, T> {
  const marked = [...features].flatMap(([one, its]) => {
    const mark = of(its);
    return mark ? [{ mark, one }] : [];
  });
  const groups = Map.groupBy(marked, ({ mark }) => mark);
  return new Map([...groups].filter(([, all]) => all.length === 1).map(([mark, all]) => [mark, all[0]!.one]));
}

const agree = (a: Features, b: Features, names: (keyof Features)[]): boolean =>
  names.some((name) => a[name] !== undefined && a[name] === b[name]);

function featuresOfEntry({ entry: { link, date, title, content } }: Identified<Entry>): Features {
  const sound = content?.item.audioUrl;
  const features = {
    title: folded(content?.item.title ?? title),
    day: date?.slice(0, 10),
    body: digestOf(content?.body),
  };
  return { ...features, ...addresses(link, sound) };
}

function featuresOfItem({ title, date, canonicalUrl, audioUrl, body }: KnownItem): Features {
  return { title: folded(title), day: date.slice(0, 10), body, ...addresses(canonicalUrl, audioUrl) };
}

const addresses = (link: string | undefined, sound: string | undefined) => ({
  link: wholeOf(link),
  linkPath: pathOf(link),
  sound: wholeOf(sound),
  soundPath: pathOf(sound),
});

export const folded = (title: string): string =>
  separateNumbers(title).normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** http or https, with or without a slash at the end: the same page. The page of the whole site names no item. */
function wholeOf(address: string | undefined): string | undefined {
  const path = pathOf(address);
  return path && new URL(address!).host + path;
}

export function pathOf(address: string | undefined): string | undefined {
  if (!address || !URL.canParse(address)) return undefined;
  const { pathname, search } = new URL(address);
  const path = pathname.replace(/\/+$/, '') + search;
  return path || undefined;
}
