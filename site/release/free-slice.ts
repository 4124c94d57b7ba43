// Selects the items that programs may list for free: all, or the newest ones if the content index has a price.
import {
  freeSlice,
  isIndexPriced,
  isPaywalled,
  isPriced,
  minWordsForWork,
  offersWork,
  priceSats,
} from '#domain/access/access.ts';
import { hasMarkdownPage } from '#domain/links.ts';
import { currentItems } from '#domain/items/phases.ts';
import { memoizeByObject } from '#domain/memoize.ts';
import { memoizeByRoom, type Room, type RoomItem, itemsOn } from '#domain/room.ts';

/** Returns the items in the order of the index, without those that are hidden from programs. */
export const freelyListed = (room: Room): RoomItem[] => freeSlice(room.access, itemsOn('api', room.items));

/** Returns those items without planned ones. */
export const freelyListedNow = (room: Room): RoomItem[] => currentItems(freelyListed(room));

const withMarkdown = memoizeByObject((items: RoomItem[]) => items.filter(hasMarkdownPage));

/** Returns those items that have a Markdown page. */
export const freelyListedPages = (room: Room): RoomItem[] => withMarkdown(freelyListedNow(room));

const freeIds = memoizeByRoom((room) => new Set(freelyListed(room).map(({ id }) => id)));

/** Returns a function that tests if an item that programs may see is among them. */
export function isFreelyListed(room: Room): (item: RoomItem) => boolean {
  if (!isIndexPriced(room.access)) return () => true;
  const ids = freeIds(room);
  return ({ id }) => ids.has(id);
}

/**
 * Returns a part of a list's inputs if the index has a price: items beyond the free ones are on the page, but not in
 * its Markdown.
 */
export const freeKey = (room: Room, items: RoomItem[]): string =>
  isIndexPriced(room.access) ? ` ${items.filter(isFreelyListed(room)).length}` : '';

/** Describes the effect of prices in sentences, or returns none if nothing has a price. */
export function describePrices(room: Room): string[] {
  const { access, items } = room;
  if (!isPaywalled(access)) return [];
  const apiItems = itemsOn('api', items);
  const hiddenCount = apiItems.length - freeSlice(access, apiItems).length;
  const texts = freeSlice(access, apiItems).filter((item) => isPriced(access, item)).length;
  const index = priceSats(access, 'content-index');
  return [
    ...(hiddenCount > 0
      ? [
          `${hiddenCount} of ${apiItems.length} items are listed only for those who pay: \`content-index\`, ${index} sats.`,
        ]
      : []),
    ...(texts > 0
      ? [
          `The texts of ${texts} of the listed items have a price, shown as \`access\` of the item. Titles and summaries are free.`,
        ]
      : []),
  ];
}

/** Returns true if a 402 may offer work: the creator takes it, and a text suffices for a task. */
export function canOfferWork(room: Room): boolean {
  const { access } = room;
  const suffices = ({ wordCount }: RoomItem): boolean => wordCount >= minWordsForWork;
  const isPricedText = (item: RoomItem): boolean => isPriced(access, item) && suffices(item);
  return offersWork(access) && (freelyListed(room).some(suffices) || itemsOn('api', room.items).some(isPricedText));
}
