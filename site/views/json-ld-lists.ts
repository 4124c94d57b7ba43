// Where a page stands and what it lists as schema.org data: trails, lists of items, the profile.
import type { Shelf } from '#contract/content-types.ts';
import { pagePath } from '#domain/links.ts';
import { indexUpdatedAt, type Room, type RoomItem } from '#domain/room.ts';
import { homeLd, type JsonLd, personId } from './json-ld.ts';
import { wordsOf } from './words.ts';

interface Step {
  name: string;
  path: string;
}

/** From the front of the room to the page itself. */
function trailLd(room: Room, steps: Step[]): JsonLd {
  const all = [{ name: room.creator.publication, path: '/' }, ...steps];
  const itemListElement = all.map(({ name, path }, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: room.baseUrl + path,
  }));
  return { '@type': 'BreadcrumbList', itemListElement };
}

const sectionStep = (room: Room, section: Shelf): Step => ({
  name: wordsOf(room)(`nav.${section}`),
  path: `/${section}`,
});

/** An item with the way to it. */
export const withTrail = (room: Room, item: RoomItem, section: Shelf, thing: JsonLd): JsonLd => ({
  '@graph': [thing, trailLd(room, [sectionStep(room, section), { name: item.title, path: pagePath(item) }])],
});

interface Listed {
  section: Shelf;
  title: string;
  path: string;
  items: RoomItem[];
}

/** A list in the order in which it is shown, with the way to it. */
export function listLd(room: Room, { section, title, path, items }: Listed): JsonLd {
  const own = sectionStep(room, section);
  const itemListElement = items.map((item, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name: item.title,
    url: room.baseUrl + pagePath(item),
  }));
  const list = {
    '@type': 'ItemList',
    name: title,
    url: room.baseUrl + path,
    numberOfItems: items.length,
    itemListElement,
  };
  return { '@graph': [list, trailLd(room, path === own.path ? [own] : [own, { name: title, path }])] };
}

/** The front of the room is the creator's profile. */
export function frontLd(room: Room): JsonLd {
  const page = {
    '@type': 'ProfilePage',
    '@id': `${room.baseUrl}/#profile`,
    url: `${room.baseUrl}/`,
    name: room.creator.publication,
    mainEntity: { '@id': personId(room) },
    dateModified: indexUpdatedAt(room),
  };
  return { '@graph': [...(homeLd(room)['@graph'] as JsonLd[]), page] };
}
