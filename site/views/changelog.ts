// The changelog page, from the changelog document.
import { changelog } from '#domain/documents/discovery.ts';
import { endpointUrl } from '#domain/links.ts';
import type { Room } from '#domain/room.ts';
import { dayOf } from './dates.ts';
import type { PageHead } from './frame.ts';

export function changelogView(room: Room) {
  const { version, entries } = changelog(room);
  const jsonUrl = endpointUrl('', 'changelog');
  const head: PageHead = {
    path: '/changelog',
    title: 'Changelog',
    description: `Changes of the API of ${room.creator.publication}, newest first.`,
    json: jsonUrl,
  };
  return {
    head,
    version,
    jsonUrl,
    entries: entries.map((entry, i) => ({
      ...entry,
      id: `change-${entries.length - i}`,
      day: dayOf(room, entry.date),
    })),
  };
}
