// Parses a room's feed of changes into the items of the directory.
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

export interface RoomItemChanges {
  changedItems: MemberItem[];
  /** Ids of items to remove. */
  removedIds: string[];
  nextCursor: string;
  /** True if there are more changes after the cursor. */
  hasMore: boolean;
}

const maxTitle = 300;
const maxSummary = 400;
const maxTopics = 20;
const maxTopic = 60;

const isDay = (date: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(date));

/** Returns undefined if the item cannot be shown: without title, valid date or a page of the same room. */
function toMemberItem(origin: string, received: ReceivedItem): MemberItem | undefined {
  const { id, type, title, url, date, summary, keywords = [] } = received;
  const href = ownAddress(origin, url);
  const line = plainLine(title ?? '', maxTitle);
  if (!itemTypes.includes(type as ItemType) || !href || !line || !date || !isDay(date)) return undefined;
  const topics = keywords.slice(0, maxTopics).map((keyword) => plainLine(keyword, maxTopic).toLowerCase());
  return {
    itemId: id,
    type: type as ItemType,
    title: line,
    url: href,
    date,
    summary: plainLine(summary ?? '', maxSummary),
    topics: [...new Set(topics.filter(Boolean))],
  };
}

const check = checker(Page);

/** Parses a page of changes. Returns a text if it does not conform. */
export function parseItemChanges(origin: string, received: unknown): RoomItemChanges | string {
  const result = check(received);
  if (!result.ok) return `${result.problems[0]!.field || 'the whole'} ${result.problems[0]!.message}`;
  const { items, total, nextCursor } = result.value;
  if (!isStorable(nextCursor)) return 'nextCursor contains invalid characters';
  const changedItems = new Map<string, MemberItem>();
  const removedIds = new Set<string>();
  for (const item of items) {
    if (!isStorable(item.id)) continue;
    const read = item.change === 'retracted' ? undefined : toMemberItem(origin, item);
    changedItems.delete(item.id);
    removedIds.delete(item.id);
    if (read) changedItems.set(item.id, read);
    else removedIds.add(item.id);
  }
  return {
    changedItems: [...changedItems.values()],
    removedIds: [...removedIds],
    nextCursor,
    hasMore: total > items.length && items.length > 0,
  };
}

/** Returns the distinct search words of an item, so that repeating a word has no effect. */
export const toSearchWords = (...texts: string[]): string =>
  [...new Set(texts.flatMap(splitWords).map(foldWord))].join(' ');
