// Prepares the page on which a show makes its guest kit: the form, and a payment link if the kit has a price.
import { GuestKitRequest } from '#contract/schemas/guest-kit.ts';
import { priceSats } from '#domain/access/access.ts';
import { guestKitPage, readPath } from '#domain/live-pages.ts';
import type { Room } from '#domain/room.ts';
import type { PageHead } from './frame.ts';
import { priceText } from './price.ts';
import { translatorOfRoom } from './translate.ts';

type Name = 'showName' | 'showUrl' | 'topic' | 'audience';

export function guestKitView(room: Room) {
  const t = translatorOfRoom(room);
  const { name } = room.creator;
  const lede = t('guestKit.lede', { name });
  const head: PageHead = { path: guestKitPage.path, title: t('pdf.guestKit'), description: lede };
  const field = (id: Name, label: string, hint: string) => ({
    id,
    label,
    hint,
    isUrl: id === 'showUrl',
    isRequired: GuestKitRequest.required.includes(id as 'showName'),
    maxLength: (GuestKitRequest.properties[id] as { maxLength?: number }).maxLength,
  });
  const fields = [
    field('showName', t('booking.show'), t('booking.show.hint')),
    field('showUrl', t('prepare.url'), t('prepare.url.hint')),
    field('topic', t('prepare.topic'), t('prepare.topic.hint')),
    field('audience', t('guestKit.audience'), t('guestKit.audience.hint')),
  ];
  const sats = priceSats(room.access, 'guest-kit');
  const pay = sats === undefined ? undefined : t('guestKit.pay', { price: priceText(room, sats) });
  return { t, head, lede, fields, pay: pay && { label: pay, href: readPath('guest-kit') }, ...guestKitPage };
}
