// Where a page stands and what it lists as schema.org data: trails, lists of items, the profile.
import type { SectionName } from '#contract/content-types.ts';
import { pagePath } from '#domain/links.ts';
import { indexUpdatedAt, type Room, type RoomItem } from '#domain/room.ts';
import { homeLd, type JsonLd, personId } from './json-ld.ts';
import { translatorOfRoom } from './translate.ts';

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

const sectionStep = (room: Room, section: SectionName): Step => ({
  name: translatorOfRoom(room)(`nav.${section}`),
  path: `/${section}`,
});

/** An item with the way to it. */
export const withTrail = (room: Room, item: RoomItem, section: SectionName, thing: JsonLd): JsonLd => ({
  '@graph': [thing, trailLd(room, [sectionStep(room, section), { name: item.title, path: pagePath(item) }])],
});

interface ListedItems {
  section: SectionName;
  title: string;
  path: string;
  items: RoomItem[];
}

/** Only the timeline is longer: it is one page, however many moments it has. */
const listedAtMost = 100;

/** Items in the order in which a page shows them; of a very long list, how many there are and the first of them. */
export const itemsLd = (room: Room, name: string, path: string, items: RoomItem[]): JsonLd => ({
  '@type': 'ItemList',
  name,
  url: room.baseUrl + path,
  numberOfItems: items.length,
  itemListElement: items.slice(0, listedAtMost).map((item, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name: item.title,
    url: room.baseUrl + pagePath(item),
  })),
});

/** A list in the order in which it is shown, with the way to it. */
export function listLd(room: Room, { section, title, path, items }: ListedItems): JsonLd {
  const own = sectionStep(room, section);
  const list = itemsLd(room, title, path, items);
  return { '@graph': [list, trailLd(room, path === own.path ? [own] : [own, { name: title, path }])] };
}

/** A page of its own, with the way to it. */
export const pageLd = (room: Room, name: string, path: string, ...things: JsonLd[]): JsonLd => ({
  '@graph': [...things, trailLd(room, [{ name, path }])],
});

/** Questions that the creator likes to be asked, with the one answer that is true of all: in a conversation. */
export const questionsLd = (room: Room, questions: string[], answer: string): JsonLd[] =>
  questions.length === 0
    ? []
    : [
        {
          '@type': 'FAQPage',
          '@id': `${room.baseUrl}/booking#questions`,
          inLanguage: room.creator.language,
          author: { '@id': personId(room) },
          mainEntity: questions.map((name) => ({
            '@type': 'Question',
            name,
            acceptedAnswer: { '@type': 'Answer', text: answer, url: `${room.baseUrl}/booking` },
          })),
        },
      ];

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
