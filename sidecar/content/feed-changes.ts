// Changes of feeds.json by the creator: following a feed that moved, adding feeds, and removing them with a decision
// about their items.
import { type Feed, FeedsFile, removedFeedActions } from '#contract/schemas/content-files.ts';
import { type FeedAnswer, FeedAnswers, feedAnswersFile, type FeedResult } from '#contract/schemas/ingest-report.ts';
import { surfaces } from '#contract/schemas/stored-item.ts';
import { checker, describeProblem } from '#contract/validation.ts';
import { slugify } from '#domain/ids.ts';
import { readableSlug } from '#domain/text/slug.ts';
import { readContentFile, writeContentFile } from './json-file.ts';
import { indentLayout, formatObject, readJsonText } from './json-text.ts';
import { runAsOneChange, edit, reject, retract } from './review.ts';
import { ignoreMissingFile, type ReviewDesk, type ItemFolder, folderPath, isItemId, readItem } from './review-desk.ts';
import { openUndo } from './undo.ts';

export type ItemFate = (typeof removedFeedActions)[number];
export { removedFeedActions as itemFates };

type Failure = { outcome: 'not_found' } | { outcome: 'invalid'; problems: string[] };

const fileName = 'feeds.json';
const checkFile = checker(FeedsFile);

interface LoadedFeeds {
  file: FeedsFile;
  /** Indentation of the file. */
  indent: string;
}

async function loadFeeds(desk: ReviewDesk): Promise<LoadedFeeds | Failure> {
  const text = await readContentFile(desk, fileName);
  if (text === undefined) return { outcome: 'not_found' };
  try {
    const result = checkFile(JSON.parse(text));
    if (!result.ok) return { outcome: 'invalid', problems: result.problems.map(describeProblem) };
    return { file: result.value, indent: /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ' };
  } catch (error) {
    return { outcome: 'invalid', problems: [(error as Error).message] };
  }
}

const writeJson = (desk: ReviewDesk, name: string, value: unknown, indent = '  '): Promise<void> =>
  writeContentFile(desk, name, `${JSON.stringify(value, undefined, indent)}\n`);

/** Returns the new address of a feed that moved permanently, unless feeds.json already has it. */
export const findPendingMove = ({ url }: Feed, last: FeedResult | undefined): string | undefined =>
  last?.movedTo === url ? undefined : last?.movedTo;

/** Changes the address of a feed; its items stay unchanged. */
export const moveFeed = (desk: ReviewDesk, id: string, url: string) =>
  changeFeed(desk, id, (feed) => (feed.url ? { ...feed, url } : undefined));

/** Sets what the entries of a feed are; without a type, each entry is recognised. */
export const setFeedKind = (desk: ReviewDesk, id: string, { type, kind }: Pick<Feed, 'type' | 'kind'>) =>
  changeFeed(desk, id, ({ type: _, kind: __, ...feed }) => ({ ...feed, ...(type && { type }), ...(kind && { kind }) }));

/** Replaces the settings of a feed by those that `change` returns, if it returns any. */
function changeFeed(
  desk: ReviewDesk,
  id: string,
  change: (feed: Feed) => Feed | undefined,
): Promise<{ outcome: 'changed' } | Failure> {
  return runAsOneChange(desk, async (lockedDesk) => {
    const feedsFile = await loadFeeds(lockedDesk);
    if ('outcome' in feedsFile) return feedsFile;
    const { file, indent } = feedsFile;
    const before = file.feeds.find((feed) => feed.id === id);
    const after = before && change(before);
    if (!after) return { outcome: 'not_found' };
    const feeds = file.feeds.map((feed) => (feed === before ? after : feed));
    const result = checkFile({ ...file, feeds });
    if (!result.ok) return { outcome: 'invalid', problems: result.problems.map(describeProblem) };
    await writeJson(lockedDesk, fileName, { ...file, feeds }, indent);
    return { outcome: 'changed' };
  });
}

export type RemovalResult = { outcome: 'removed'; items: number } | Failure;

/** Removes a feed. `id` may also name a feed that is no longer in feeds.json but still has items. */
export function removeFeed(desk: ReviewDesk, id: string, fate: ItemFate): Promise<RemovalResult> {
  return runAsOneChange(desk, async (lockedDesk) => {
    const feedsFile = await loadFeeds(lockedDesk);
    if ('outcome' in feedsFile) return feedsFile;
    const { file, indent } = feedsFile;
    const published = await listItemsOfFeed(lockedDesk, 'published', id);
    const waiting = await listItemsOfFeed(lockedDesk, 'inbox', id);
    if (!file.feeds.some((feed) => feed.id === id) && published.length + waiting.length === 0)
      return { outcome: 'not_found' };
    const ids = fate === 'keep' ? [] : [...new Set([...published, ...waiting])];
    const undo = await openUndo(lockedDesk, `feed ${id} removed (its items: ${fate})`);
    await undo.keep(ids, [fileName]);
    if (fate !== 'keep') await removeItems(lockedDesk, fate, published, waiting);
    const removedFeeds = [...(file.removed ?? []).filter((one) => one.id !== id), { id, items: fate }];
    await writeJson(
      lockedDesk,
      fileName,
      { ...file, feeds: file.feeds.filter((feed) => feed.id !== id), removed: removedFeeds },
      indent,
    );
    await undo.close(ids, [fileName]);
    return { outcome: 'removed', items: ids.length };
  });
}

async function removeItems(
  desk: ReviewDesk,
  fate: Exclude<ItemFate, 'keep'>,
  published: string[],
  waiting: string[],
): Promise<void> {
  for (const id of waiting) await reject(desk, id);
  for (const id of published) {
    if (fate === 'retract') await retract(desk, id);
    else await edit(desk, id, { fields: { hiddenOn: [...surfaces] } }, { folder: 'published' });
  }
}

async function listItemsOfFeed(desk: ReviewDesk, folder: ItemFolder, feed: string): Promise<string[]> {
  const names = (await desk.fs.readdir(folderPath(desk, folder)).catch(ignoreMissingFile)) ?? [];
  const ids = names.filter((name) => name.endsWith('.md')).map((name) => name.slice(0, -'.md'.length));
  const matches: string[] = [];
  for (const id of ids.filter(isItemId)) {
    const read = await readItem(desk, folder, id);
    if (read.outcome === 'found' && read.item.sourceFeed === feed) matches.push(id);
  }
  return matches;
}

/** Counts items by feed whose feed is no longer in feeds.json and was not removed by a decision. */
export function countItemsWithoutFeed(
  file: FeedsFile,
  items: { sourceFeed?: string | undefined }[],
): { id: string; items: number }[] {
  const decidedFeeds = new Set([...file.feeds, ...(file.removed ?? [])].map(({ id }) => id));
  const undecidedFeeds = items.flatMap(({ sourceFeed }) =>
    sourceFeed && !decidedFeeds.has(sourceFeed) ? [sourceFeed] : [],
  );
  return [...Map.groupBy(undecidedFeeds, (id) => id)].map(([id, all]) => ({ id, items: all.length }));
}

/** Stores the creator's answer about a held feed for the next ingest. */
export function recordFeedAnswer(desk: ReviewDesk, id: string, answer: FeedAnswer): Promise<void> {
  return runAsOneChange(desk, async (lockedDesk) => {
    const path = `.build/${feedAnswersFile}`;
    const text = await readContentFile(lockedDesk, path);
    const before = checker(FeedAnswers)(text === undefined ? {} : JSON.parse(text));
    await writeJson(lockedDesk, path, { ...(before.ok && before.value), [id]: answer });
  });
}

/** Returns a short name that no feed has and adds it to `taken`. */
export function chooseFeedId({ title, url }: { title?: string | undefined; url: string }, taken: Set<string>): string {
  const slug = readableSlug(title ?? '', slugify(new URL(url).hostname));
  let id = slug;
  for (let number = 2; taken.has(id); number++) id = `${slug}-${number}`;
  taken.add(id);
  return id;
}

/** Compares addresses, ignoring the scheme and a slash at the end. */
export function isSameAddress(a: string | undefined, b: string): boolean {
  const normalise = (url: string) => url.replace(/^https?:/, '').replace(/\/$/, '');
  return a !== undefined && normalise(a) === normalise(b);
}

export interface DiscoveredFeed {
  url: string;
  /** Address before redirects. */
  statedUrl?: string | undefined;
  title?: string | undefined;
}

/** Returns the feeds whose addresses, before and after redirects, are not among `known`. */
export const excludeKnownFeeds = <F extends DiscoveredFeed>(found: F[], known: (string | undefined)[]): F[] =>
  found.filter(
    ({ url, statedUrl = url }) =>
      !known.some((address) => isSameAddress(address, url) || isSameAddress(address, statedUrl)),
  );

export type AdditionResult = { outcome: 'added'; feeds: Feed[] } | Failure;

/** Adds the feeds that feeds.json does not have; every other byte of the file stays. */
export function addFeeds(desk: ReviewDesk, found: DiscoveredFeed[]): Promise<AdditionResult> {
  return runAsOneChange(desk, async (lockedDesk) => {
    const feedsFile = await loadFeeds(lockedDesk);
    if ('outcome' in feedsFile) return feedsFile;
    const usedIds = new Set([...feedsFile.file.feeds, ...(feedsFile.file.removed ?? [])].map(({ id }) => id));
    const fresh = excludeKnownFeeds(
      found,
      feedsFile.file.feeds.map(({ url }) => url),
    );
    const feeds = fresh.map(({ url, title }): Feed => ({
      id: chooseFeedId({ title, url }, usedIds),
      url,
      ...(title && { title }),
    }));
    if (feeds.length === 0) return { outcome: 'added', feeds };
    const { root, layout, withRoot } = readJsonText((await readContentFile(lockedDesk, fileName))!);
    const list = root.member('feeds')!;
    const inner = indentLayout(indentLayout(layout));
    const texts = feeds.map((feed) =>
      formatObject(
        Object.entries(feed).map(([name, value]): [string, string] => [name, JSON.stringify(value)]),
        inner,
      ),
    );
    const elements = [...list.elements.map(({ text }) => text), ...texts];
    const members = new Map([['feeds', list.withElements(elements, indentLayout(layout))]]);
    await writeContentFile(lockedDesk, fileName, withRoot(root.withMembers(members, layout)));
    return { outcome: 'added', feeds };
  });
}
