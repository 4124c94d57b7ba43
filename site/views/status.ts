// The status page: facts of this release that stay true until the content changes.
import { roomCapabilities } from '#domain/protocols/capabilities.ts';
import { allEndpoints } from '#contract/endpoints.ts';
import { itemTypes } from '#contract/content-types.ts';
import { apiVersion } from '#contract/version.ts';
import { endpointUrl } from '#domain/links.ts';
import { indexUpdatedAt, itemsOfType, type Room, itemsOn } from '#domain/room.ts';
import { minuteOf, numberOf } from './dates.ts';
import type { PageHead } from './frame.ts';
import { wordsOf } from './words.ts';

export function statusView(room: Room) {
  const t = wordsOf(room);
  const listed = itemsOn('api', room.items);
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
    updated: minuteOf(room, indexUpdatedAt(room)),
    counts: itemTypes.map((type) => ({
      label: t(`types.${type}`),
      count: numberOf(room, itemsOfType(listed, type).length),
    })),
    capabilities: roomCapabilities(room),
    answering: allEndpoints.length,
    healthUrl: endpointUrl('', 'health'),
  };
}
