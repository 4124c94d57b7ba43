// Prepares the changelog page from the changelog document.
import { changelog } from '../release/documents/discovery.ts';
import { endpointUrl } from '#domain/links.ts';
import type { Room } from '#domain/room.ts';
import { formatDay } from './dates.ts';
import type { PageHead } from './frame.ts';
import { translatorOfRoom } from './translate.ts';

export function changelogView(room: Room) {
  const t = translatorOfRoom(room);
  const { version, entries } = changelog(room);
  const jsonUrl = endpointUrl('', 'changelog');
  const head: PageHead = {
    path: '/changelog',
    title: t('nav.changelog'),
    description: t('changelog.description', { publication: room.creator.publication }),
    json: jsonUrl,
  };
  return {
    t,
    head,
    version,
    jsonUrl,
    entries: entries.map((entry, i) => ({
      ...entry,
      id: `change-${entries.length - i}`,
      day: formatDay(room, entry.date),
    })),
  };
}
