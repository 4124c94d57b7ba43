// Prepares the page of an article: its text, or its summary and the price of the text.
import { articleResource, textPriceSats } from '#domain/access/access.ts';
import { endpointUrl } from '#domain/links.ts';
import { readPath } from '#domain/live-pages.ts';
import type { Room, RoomItem } from '#domain/room.ts';
import { isInApi, itemView, standfirst } from './item.ts';
import { priceText } from './price.ts';
import { renderProse } from './prose.ts';

export type ArticleView = ReturnType<typeof articleView>;

/** Prepares an article. `bodyOf` is not called for a text that has a price, so that the text cannot reach the page. */
export function articleView(room: Room, item: RoomItem, bodyOf: (item: RoomItem) => string) {
  const view = itemView(room, item);
  const priceSats = textPriceSats(room.access, item);
  const isFree = priceSats === undefined;
  const body = isFree ? bodyOf(item) : undefined;
  const price = isFree ? undefined : priceText(room, priceSats);
  const isShared = isFree && isInApi(item);
  return {
    ...view,
    head: { ...view.head, ...(isShared && { json: endpointUrl('', 'article', { id: item.id }) }) },
    facts: view.facts.filter((fact) => fact !== item.author),
    prose: body === undefined ? undefined : renderProse(room, body),
    standfirst: body === undefined ? undefined : standfirst(item, body),
    price,
    pay:
      price === undefined
        ? undefined
        : { href: readPath(articleResource(item.id)), label: view.t('pay.action', { price }) },
  };
}
