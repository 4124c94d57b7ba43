// What a room's feed of changes says of its items, as the directory takes it.
import { type Static, Type } from 'typebox';
import { changesMaxLimit } from '#contract/limits.ts';
import { type ItemType, itemTypes } from '#contract/content-types.ts';
import { checker } from '#contract/validation.ts';
import { foldWord, splitWords } from '#domain/search/words.ts';
import type { MemberItem } from './tables.ts';
import { ownAddress } from './room-profile.ts';
import { isStorable, plainLine } from '#domain/text/plain-line.ts';

const optional = Type.Optional;
const text = Type.String();

const Page = Type.Object({
  items: Type.Array(
    Type.Object({
      change: text,
      id: Type.String({ minLength: 1, maxLength: 200 }),
      type: text,
      title: optional(text),
      url: optional(text),
      date: optional(text),
      summary: optional(text),
      keywords: optional(Type.Array(text)),
    }),
    { maxItems: changesMaxLimit },
  ),
  total: Type.Integer({ minimum: 0 }),
  nextCursor: Type.String({ minLength: 1, maxLength: 200 }),
});
type ReceivedItem = Static<typeof Page>['items'][number];

export interface ItemChanges {
  changedItems: MemberItem[];
  /** Ids of items to be dropped. */
  removedIds: string[];
  nextCursor: string;
  /** More of them wait after the cursor. */
  hasMore: boolean;
}

const [mostTitle, mostSummary, mostTopics, mostTopic] = [300, 400, 20, 60];

const isDay = (date: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(date));

/** Undefined where it cannot be shown: without title, day or a page of the room itself. */
function toMemberItem(origin: string, said: ReceivedItem): MemberItem | undefined {
  const { id, type, title, url, date, summary, keywords = [] } = said;
  const href = ownAddress(origin, url);
  const line = plainLine(title ?? '', mostTitle);
  if (!itemTypes.includes(type as ItemType) || !href || !line || !date || !isDay(date)) return undefined;
  const topics = keywords.slice(0, mostTopics).map((keyword) => plainLine(keyword, mostTopic).toLowerCase());
  return {
    itemId: id,
    type: type as ItemType,
    title: line,
    url: href,
    date,
    summary: plainLine(summary ?? '', mostSummary),
    topics: [...new Set(topics.filter(Boolean))],
  };
}

const check = checker(Page);

/** A text says what is wrong with it. */
export function parseItemChanges(origin: string, said: unknown): ItemChanges | string {
  const result = check(said);
  if (!result.ok) return `${result.problems[0]!.field || 'the whole'} ${result.problems[0]!.message}`;
  const { items, total, nextCursor } = result.value;
  if (!isStorable(nextCursor)) return 'nextCursor holds what no store keeps';
  const changed = new Map<string, MemberItem>();
  const removed = new Set<string>();
  for (const item of items) {
    if (!isStorable(item.id)) continue;
    const read = item.change === 'retracted' ? undefined : toMemberItem(origin, item);
    changed.delete(item.id);
    removed.delete(item.id);
    if (read) changed.set(item.id, read);
    else removed.add(item.id);
  }
  return {
    changedItems: [...changed.values()],
    removedIds: [...removed],
    nextCursor,
    hasMore: total > items.length && items.length > 0,
  };
}

/** The words that an item is found by, for both stores: folded, with a space between, each once, so that repeating none pays. */
export const toSearchWords = (...texts: string[]): string =>
  [...new Set(texts.flatMap(splitWords).map(foldWord))].join(' ');
