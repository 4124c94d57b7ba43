// Prepares the directory page from the directory document.
import { nexusCreators } from '#domain/documents/nexus.ts';
import { endpointUrl } from '#domain/links.ts';
import { indexUpdatedAt, type Room } from '#domain/room.ts';
import { formatDay } from './dates.ts';
import type { PageHead } from './frame.ts';
import { translatorOfRoom } from './translate.ts';

export function nexusView(room: Room) {
  const t = translatorOfRoom(room);
  const { creators } = nexusCreators(room, indexUpdatedAt(room), { expand: 'bookingHints' });
  const jsonUrl = endpointUrl('', 'nexusCreators');
  const head: PageHead = {
    path: '/nexus',
    title: t('nav.directory'),
    description: t('directory.description'),
    json: jsonUrl,
  };
  return {
    t,
    head,
    jsonUrl,
    creators: creators.map(({ updatedAt, topics = [], ...creator }) => ({
      ...creator,
      topics,
      updated: formatDay(room, updatedAt),
    })),
  };
}
