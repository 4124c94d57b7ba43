// The creator's changes of feeds.json: a feed that moved is taken over, a removed one says what happens to its items.
import { join } from 'node:path';
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

interface Opened {
  file: FeedsFile;
  /** As the creator indents. */
  indent: string;
}

async function open(desk: ReviewDesk): Promise<Opened | Failure> {
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

const write = (desk: ReviewDesk, name: string, value: unknown, indent = '  '): Promise<void> =>
  writeContentFile(desk, name, `${JSON.stringify(value, undefined, indent)}\n`);

/** Where the feed has moved for good, as long as feeds.json still says otherwise. */
export const findPendingMove = ({ url }: Feed, last: FeedResult | undefined): string | undefined =>
  last?.movedTo === url ? undefined : last?.movedTo;

/** The feed is read at its new address from now on; its items stay as they are. */
export function moveFeed(desk: ReviewDesk, id: string, url: string): Promise<{ outcome: 'moved' } | Failure> {
  return runAsOneChange(desk, async (held) => {
    const opened = await open(held);
    if ('outcome' in opened) return opened;
    const { file, indent } = opened;
    if (!file.feeds.some((feed) => feed.id === id && feed.url)) return { outcome: 'not_found' };
    const feeds = file.feeds.map((feed): Feed => (feed.id === id ? { ...feed, url } : feed));
    const result = checkFile({ ...file, feeds });
    if (!result.ok) return { outcome: 'invalid', problems: result.problems.map(describeProblem) };
    await write(held, fileName, { ...file, feeds }, indent);
    return { outcome: 'moved' };
  });
}

export type RemovalResult = { outcome: 'removed'; items: number } | Failure;

/** `id` may also be that of a feed that is gone from feeds.json already, and whose items are still there. */
export function removeFeed(desk: ReviewDesk, id: string, fate: ItemFate): Promise<RemovalResult> {
  return runAsOneChange(desk, async (held) => {
    const opened = await open(held);
    if ('outcome' in opened) return opened;
    const { file, indent } = opened;
    const [published, waiting] = [await itemsOf(held, 'published', id), await itemsOf(held, 'inbox', id)];
    if (!file.feeds.some((feed) => feed.id === id) && published.length + waiting.length === 0)
      return { outcome: 'not_found' };
    const ids = fate === 'keep' ? [] : [...new Set([...published, ...waiting])];
    const undo = await openUndo(held, `feed ${id} removed (its items: ${fate})`);
    await undo.keep(ids, [fileName]);
    if (fate !== 'keep') for (const item of waiting) await reject(held, item);
    for (const item of published) {
      if (fate === 'retract') await retract(held, item);
      if (fate === 'hide') await edit(held, item, { fields: { hiddenOn: [...surfaces] } }, { folder: 'published' });
    }
    const removed = [...(file.removed ?? []).filter((one) => one.id !== id), { id, items: fate }];
    await write(held, fileName, { ...file, feeds: file.feeds.filter((feed) => feed.id !== id), removed }, indent);
    await undo.close(ids, [fileName]);
    return { outcome: 'removed', items: ids.length };
  });
}

async function itemsOf(desk: ReviewDesk, folder: ItemFolder, feed: string): Promise<string[]> {
  const names = (await desk.fs.readdir(folderPath(desk, folder)).catch(ignoreMissingFile)) ?? [];
  const ids = names.filter((name) => name.endsWith('.md')).map((name) => name.slice(0, -'.md'.length));
  const found: string[] = [];
  for (const id of ids.filter(isItemId)) {
    const read = await readItem(desk, folder, id);
    if (read.outcome === 'found' && read.item.sourceFeed === feed) found.push(id);
  }
  return found;
}

/** Items whose feed is in feeds.json no longer, and about which the creator has not been asked. */
export function countItemsWithoutFeed(
  file: FeedsFile,
  items: { sourceFeed?: string | undefined }[],
): { id: string; items: number }[] {
  const settled = new Set([...file.feeds, ...(file.removed ?? [])].map(({ id }) => id));
  const left = items.flatMap(({ sourceFeed }) => (sourceFeed && !settled.has(sourceFeed) ? [sourceFeed] : []));
  return [...Map.groupBy(left, (id) => id)].map(([id, all]) => ({ id, items: all.length }));
}

/** Used by the next ingest, which finds the same entries. */
export function recordFeedAnswer(desk: ReviewDesk, id: string, answer: FeedAnswer): Promise<void> {
  return runAsOneChange(desk, async (held) => {
    const path = `.build/${feedAnswersFile}`;
    const text = await held.fs.readFile(join(held.contentDir, path), 'utf8').catch(ignoreMissingFile);
    const before = checker(FeedAnswers)(text === undefined ? {} : JSON.parse(text));
    await write(held, path, { ...(before.ok && before.value), [id]: answer });
  });
}

/** A short name that no feed has yet. */
export function chooseFeedId({ title, url }: { title?: string | undefined; url: string }, taken: Set<string>): string {
  const slug = readableSlug(title ?? '', slugify(new URL(url).hostname));
  let id = slug;
  for (let number = 2; taken.has(id); number++) id = `${slug}-${number}`;
  taken.add(id);
  return id;
}

/** http or https, with or without a slash at the end. */
export function isSameAddress(a: string | undefined, b: string): boolean {
  const plain = (url: string) => url.replace(/^https?:/, '').replace(/\/$/, '');
  return a !== undefined && plain(a) === plain(b);
}

export interface DiscoveredFeed {
  url: string;
  /** The address before redirects. */
  asked?: string | undefined;
  title?: string | undefined;
}

/** Those whose addresses, before and after redirects, are none of `places`. */
export const excludeKnownFeeds = <F extends DiscoveredFeed>(found: F[], places: (string | undefined)[]): F[] =>
  found.filter(
    ({ url, asked = url }) => !places.some((place) => isSameAddress(place, url) || isSameAddress(place, asked)),
  );

export type AdditionResult = { outcome: 'added'; feeds: Feed[] } | Failure;

/** Those that feeds.json has not yet; every other byte of the file stays. */
export function addFeeds(desk: ReviewDesk, found: DiscoveredFeed[]): Promise<AdditionResult> {
  return runAsOneChange(desk, async (held) => {
    const opened = await open(held);
    if ('outcome' in opened) return opened;
    const taken = new Set([...opened.file.feeds, ...(opened.file.removed ?? [])].map(({ id }) => id));
    const fresh = excludeKnownFeeds(
      found,
      opened.file.feeds.map(({ url }) => url),
    );
    const feeds = fresh.map(({ url, title }): Feed => ({
      id: chooseFeedId({ title, url }, taken),
      url,
      ...(title && { title }),
    }));
    if (feeds.length === 0) return { outcome: 'added', feeds };
    const { root, layout, withRoot } = readJsonText((await readContentFile(held, fileName))!);
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
    await writeContentFile(held, fileName, withRoot(root.withMembers(members, layout)));
    return { outcome: 'added', feeds };
  });
}
