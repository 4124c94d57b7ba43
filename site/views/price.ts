// Formats a price.
import { fiatText } from '#domain/access/access.ts';
import { canonicalLocale } from '#domain/messages/messages.ts';
import type { Room } from '#domain/room.ts';
import { formatNumber } from './dates.ts';
import { translatorOfRoom } from './translate.ts';

export function priceText(room: Room, sats: number): string {
  const { access, creator } = room;
  const text = translatorOfRoom(room)('item.sats', { count: formatNumber(room, sats) });
  const fiat = fiatText(access, sats, canonicalLocale(creator.language));
  return fiat ? `${text} (${fiat})` : text;
}
