// Entries of one feed → item files, each checked against the schema first.
import type { Feed } from '#contract/schemas/content-files.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { sha256 } from '#domain/ids.ts';
import { type ItemFile, itemProblems } from '#domain/item-file.ts';
import { type Exclusively, giveWay } from '../content-lock.ts';
import { identify, type Identified } from './identify.ts';
import { type Folder, type KnownItem, knownNow, type KnownItems, remember } from './known-items.ts';
import type { Entry } from './normalise/normalise.ts';
import { keywordsOf } from './normalise/normalise.ts';
import {
  chaptersBefore,
  creatorsAdditions,
  destinationOf,
  itemOf,
  publishesAtOnce,
  readItem,
  writeItems,
} from './write.ts';

export interface StoreInput {
  contentDir: string;
  /** RFC 3339. */
  now: string;
  known: KnownItems;
  /** Ids of the feeds in use. */
  configured: ReadonlySet<string>;
  feed: Feed;
  entries: Entry[];
  exclusively: Exclusively;
}

export interface Stored {
  added: number;
  changed: number;
  notices: string[];
}

type Plan = { added: boolean; folder: Folder; file: ItemFile } | { problem: string };

/** Holding the lock for longer would keep a reviewer waiting. */
const storedAtOnce = 250;

export async function storeEntries(input: StoreInput): Promise<Stored> {
  const identified = identify(input.entries, input.feed.id, input.known.byKey);
  const news = identified.filter(({ entry }) => entry.content);
  const stored: Stored = { added: 0, changed: 0, notices: [] };
  for (let start = 0; start < news.length; start += storedAtOnce) {
    if (start > 0) await giveWay();
    const group = news.slice(start, start + storedAtOnce);
    const plans = await input.exclusively(() => storeGroup(input, group));
    for (const one of plans) {
      if ('problem' in one) stored.notices.push(one.problem);
      else stored[one.added ? 'added' : 'changed']++;
    }
  }
  return stored;
}

async function storeGroup(input: StoreInput, group: Identified<Entry>[]): Promise<Plan[]> {
  const plans = group.map((one) => plan(input, one)).filter((one) => one !== undefined);
  await writeItems(
    input.contentDir,
    plans.filter((one) => 'file' in one),
  );
  return plans;
}

function plan(input: StoreInput, { key, entry }: Identified<Entry>): Plan | undefined {
  const { contentDir, known, feed, now } = input;
  const { content } = entry;
  if (!content) return undefined;
  const before = knownNow(known, contentDir, key, content.item.title);
  if (known.unreadable.has(sha256(key).slice(0, 8))) return undefined;
  if (before && belongsElsewhere(input, before)) return mergedKeywords(input, before, content.item.keywords);
  const folder = destinationOf(before, entry.hash, publishesAtOnce(feed, content.item.type));
  if (!folder) return undefined;
  const approvedAt = folder === 'published' ? now : undefined;
  const added = {
    ...creatorsAdditions(contentDir, folder, before),
    ...(entry.lacksChapters && chaptersBefore(contentDir, before, content.item.chaptersUrl)),
  };
  const file = itemOf({ ...entry, content }, { key, known: before, now, approvedAt, added });
  const problems = itemProblems(withoutUndefined(file.item));
  if (problems.length) return { problem: `“${file.item.title}” was left out: ${problems.join('; ')}` };
  const after = remember(known, folder, file.item)!;
  if (!before) after.isNew = true;
  return { added: !before, folder, file };
}

const withoutUndefined = (item: StoredItem): object =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));

/** The feed that brought an item first speaks for it as long as it is in use. */
const belongsElsewhere = ({ feed, configured }: StoreInput, { sourceFeed }: KnownItem): boolean =>
  sourceFeed !== undefined && sourceFeed !== feed.id && configured.has(sourceFeed);

/** Two feeds met in one run; later the keywords are the creator's. */
function mergedKeywords({ contentDir }: StoreInput, before: KnownItem, keywords: string[]): Plan | undefined {
  const folder = (['inbox', 'published'] as const).find((name) => before.hashes[name]);
  if (!before.isNew || !folder) return undefined;
  const { item, body } = readItem(contentDir, folder, before.id) as { item: StoredItem; body: string };
  const merged = keywordsOf([...item.keywords, ...keywords]);
  if (merged.length === item.keywords.length) return undefined;
  return { added: false, folder, file: { item: { ...item, keywords: merged }, body } };
}
