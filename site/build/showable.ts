// Finds items that would break lists, feeds or the search index. They are left out and reported, so that no item can
// stop a build. An item's own pages and documents are checked when they are made.
import { contentTypes } from '#contract/content-types.ts';
import type { SkippedItems } from '#contract/schemas/skipped-items.ts';
import { contentItem, entries } from '#domain/documents/items.ts';
import { memoizeLast } from '#domain/memoize.ts';
import type { Room, RoomItem } from '#domain/room.ts';
import { searchableTexts } from '#domain/search/room-texts.ts';
import { makeFeedEntry } from '../feeds/entries.ts';
import { entryView } from '../views/entry.ts';
import { happeningView } from '../views/timeline.ts';

type Making = (room: Room, item: RoomItem) => unknown;

/** The text was checked when the file was read. */
const noText = () => '';

const sharedPages: readonly Making[] = [
  (room, item) => entries[contentTypes[item.type].list](room, item),
  (room, item) => contentTypes[item.type].look === 'happening' && happeningView(room, item, true),
  contentItem,
  entryView,
  (room, item) => makeFeedEntry(room, item, noText),
  (room, item) => searchableTexts(room, [item], noText).map(({ text }) => text()),
];

/** Error for an output of an item that cannot be made, because of the item itself or of one that its page links to. */
export class ItemError extends Error {
  readonly isItsOwn: boolean;

  constructor(what: string, cause: unknown, isItsOwn = true) {
    super(`${what}: ${(cause as Error).message}`, { cause });
    this.isItsOwn = isItsOwn;
  }
}

/** Runs `make`, and throws its error as an ItemError. */
export function wrapItemError<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new ItemError('it cannot be shown', error);
  }
}

/** Returns the problem of an item, or an empty text. No live page shows that an item without a page has none. */
const findItemProblem = memoizeLast((item: RoomItem, room: Room): string => {
  try {
    for (const make of sharedPages) wrapItemError(() => make(room, item));
    return '';
  } catch (error) {
    return (error as ItemError).message;
  }
});

export const leftOutEntry = ({ id }: RoomItem, problem: string): SkippedItems['items'][number] => ({
  name: `${id}.md`,
  problem,
});

/** Returns the items that cannot be rendered, with their problems. */
export const findUnshowableItems = (room: Room, items: RoomItem[]): SkippedItems['items'] =>
  items.flatMap((item) => {
    const problem = findItemProblem(room.frame, item, room);
    return problem ? [leftOutEntry(item, problem)] : [];
  });
