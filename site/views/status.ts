// Prepares the status page from facts that remain valid until the content changes.
import { roomCapabilities } from '#domain/protocols/capabilities.ts';
import { allEndpoints } from '#contract/endpoints.ts';
import { itemTypes } from '#contract/content-types.ts';
import { apiVersion } from '#contract/version.ts';
import { endpointUrl } from '#domain/links.ts';
import { indexUpdatedAt, itemsOfType, type Room, itemsOn } from '#domain/room.ts';
import { formatMinute, formatNumber } from './dates.ts';
import type { PageHead } from './frame.ts';
import { translatorOfRoom } from './translate.ts';

export function statusView(room: Room) {
  const t = translatorOfRoom(room);
  const apiItems = itemsOn('api', room.items);
  const head: PageHead = {
    path: '/status',
    title: t('nav.status'),
    description: t('status.description', { publication: room.creator.publication }),
    json: endpointUrl('', 'health'),
  };
  return {
    t,
    head,
    apiVersion,
    updated: formatMinute(room, indexUpdatedAt(room)),
    counts: itemTypes.map((type) => ({
      label: t(`types.${type}`),
      count: formatNumber(room, itemsOfType(apiItems, type).length),
    })),
    capabilities: roomCapabilities(room),
    answering: allEndpoints.length,
    healthUrl: endpointUrl('', 'health'),
  };
}
