// The list of people as a document.
import type { People, PersonEntry } from '#contract/schemas/content.ts';
import { endpointUrl } from '../links.ts';
import { peopleOn, type Person, personPath } from '../people.ts';
import { type Room, sandboxMark } from '../room.ts';

const personItemsUrl = (baseUrl: string, { id }: Pick<Person, 'id'>): string =>
  `${endpointUrl(baseUrl, 'contentIndex')}?${new URLSearchParams({ person: id })}`;

const personEntry = (room: Room, person: Person, hasPage: boolean): PersonEntry => ({
  id: person.id,
  name: person.name,
  isCreator: person.isCreator,
  roles: person.roles,
  itemCount: person.items.length,
  ...(hasPage && { url: room.baseUrl + personPath(person) }),
  itemsUrl: personItemsUrl(room.baseUrl, person),
  ...(person.href && { website: person.href }),
  ...sandboxMark(room),
});

export function people(room: Room): People {
  const idsWithPage = new Set(peopleOn.mediaRoom(room).map(({ id }) => id));
  const items = peopleOn.api(room).map((person) => personEntry(room, person, idsWithPage.has(person.id)));
  return {
    items,
    count: items.length,
    total: items.length,
    ...sandboxMark(room),
  };
}
