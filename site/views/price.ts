// A price as pages show it.
import { fiatText } from '#domain/access/access.ts';
import { canonicalLocale } from '#domain/messages/messages.ts';
import type { Room } from '#domain/room.ts';
import { numberOf } from './dates.ts';
import { wordsOf } from './words.ts';

export function priceText(room: Room, sats: number): string {
  const { access, creator } = room;
  const text = wordsOf(room)('item.sats', { count: numberOf(room, sats) });
  const fiat = fiatText(access, sats, canonicalLocale(creator.language));
  return fiat ? `${text} (${fiat})` : text;
}
