// The directory page: the creators that the directory document lists.
import { nexusCreators } from '#domain/documents/nexus.ts';
import { endpointUrl } from '#domain/links.ts';
import { indexUpdatedAt, type Room } from '#domain/room.ts';
import { dayOf } from './dates.ts';
import type { PageHead } from './frame.ts';

export function nexusView(room: Room) {
  const { creators } = nexusCreators(room, indexUpdatedAt(room), { expand: 'bookingHints' });
  const jsonUrl = endpointUrl('', 'nexusCreators');
  const head: PageHead = {
    path: '/nexus',
    title: 'Directory',
    description: 'Creators with a room of their own: where it is, what it is about, how to ask for a booking.',
    json: jsonUrl,
  };
  return {
    head,
    jsonUrl,
    creators: creators.map(({ updatedAt, topics = [], ...creator }) => ({
      ...creator,
      topics,
      updated: dayOf(room, updatedAt),
    })),
  };
}
