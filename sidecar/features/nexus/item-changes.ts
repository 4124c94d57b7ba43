// What a room's feed of changes says of its items, as the directory takes it.
import { type Static, Type } from 'typebox';
import { changesMaxLimit } from '#contract/limits.ts';
import { type ItemType, itemTypes } from '#contract/content-types.ts';
import { checker } from '#contract/validation.ts';
import { foldWord, splitWords } from '#domain/search/words.ts';
import type { MemberItem } from './tables.ts';
import { ownAddress } from './member.ts';
import { isStorable, plainLine } from '#domain/text/plain-line.ts';

const maybe = Type.Optional;
const text = Type.String();

const Page = Type.Object({
  items: Type.Array(
    Type.Object({
      change: text,
      id: Type.String({ minLength: 1, maxLength: 200 }),
      type: text,
      title: maybe(text),
      url: maybe(text),
      date: maybe(text),
      summary: maybe(text),
      keywords: maybe(Type.Array(text)),
    }),
    { maxItems: changesMaxLimit },
  ),
  total: Type.Integer({ minimum: 0 }),
  nextCursor: Type.String({ minLength: 1, maxLength: 200 }),
});
type SaidItem = Static<typeof Page>['items'][number];

export interface ItemChanges {
  kept: MemberItem[];
  /** Ids of items to be dropped. */
  gone: string[];
  nextCursor: string;
  /** More of them wait after the cursor. */
  hasMore: boolean;
}

const [mostTitle, mostSummary, mostTopics, mostTopic] = [300, 400, 20, 60];

const isDay = (date: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(date));

/** Undefined where it cannot be shown: without title, day or a page of the room itself. */
function itemOf(origin: string, said: SaidItem): MemberItem | undefined {
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
export function itemChanges(origin: string, said: unknown): ItemChanges | string {
  const result = check(said);
  if (!result.ok) return `${result.problems[0]!.field || 'the whole'} ${result.problems[0]!.message}`;
  const { items, total, nextCursor } = result.value;
  if (!isStorable(nextCursor)) return 'nextCursor holds what no store keeps';
  const kept = new Map<string, MemberItem>();
  const gone = new Set<string>();
  for (const item of items) {
    if (!isStorable(item.id)) continue;
    const read = item.change === 'retracted' ? undefined : itemOf(origin, item);
    kept.delete(item.id);
    gone.delete(item.id);
    if (read) kept.set(item.id, read);
    else gone.add(item.id);
  }
  return { kept: [...kept.values()], gone: [...gone], nextCursor, hasMore: total > items.length && items.length > 0 };
}

/** The words that an item is found by, for both stores: folded, with a space between, each once, so that repeating none pays. */
export const searchedWords = (...texts: string[]): string =>
  [...new Set(texts.flatMap(splitWords).map(foldWord))].join(' ');
