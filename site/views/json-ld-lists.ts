// Renders the position of a page and its lists as schema.org data: breadcrumbs, item lists, the profile.
import type { SectionName } from '#contract/content-types.ts';
import { pagePath } from '#domain/links.ts';
import { indexUpdatedAt, type Room, type RoomItem } from '#domain/room.ts';
import { homeLd, type JsonLd, creatorId } from './json-ld.ts';
import { translatorOfRoom } from './translate.ts';

interface Step {
  name: string;
  path: string;
}

/** Renders the breadcrumbs from the home page to the page. */
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

/** Adds breadcrumbs to the data of an item. */
export const withTrail = (room: Room, item: RoomItem, section: SectionName, thing: JsonLd): JsonLd => ({
  '@graph': [thing, trailLd(room, [sectionStep(room, section), { name: item.title, path: pagePath(item) }])],
});

interface ListedItems {
  section: SectionName;
  title: string;
  path: string;
  items: RoomItem[];
}

/** Maximum number of listed items. Only the timeline has more, because it is a single page. */
const maxListed = 100;

/** Renders a list of items in display order. A very long list contains its total and the first items. */
export const itemsLd = (room: Room, name: string, path: string, items: RoomItem[]): JsonLd => ({
  '@type': 'ItemList',
  name,
  url: room.baseUrl + path,
  numberOfItems: items.length,
  itemListElement: items.slice(0, maxListed).map((item, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name: item.title,
    url: room.baseUrl + pagePath(item),
  })),
});

/** Renders a list with breadcrumbs. */
export function listLd(room: Room, { section, title, path, items }: ListedItems): JsonLd {
  const own = sectionStep(room, section);
  const list = itemsLd(room, title, path, items);
  return { '@graph': [list, trailLd(room, path === own.path ? [own] : [own, { name: title, path }])] };
}

export const pageLd = (room: Room, name: string, path: string, ...things: JsonLd[]): JsonLd => ({
  '@graph': [...things, trailLd(room, [{ name, path }])],
});

/** Renders the sample questions for the creator. They share one answer, which refers to a conversation. */
export const questionsLd = (room: Room, questions: string[], answer: string): JsonLd[] =>
  questions.length === 0
    ? []
    : [
        {
          '@type': 'FAQPage',
          '@id': `${room.baseUrl}/booking#questions`,
          inLanguage: room.creator.language,
          author: { '@id': creatorId(room) },
          mainEntity: questions.map((name) => ({
            '@type': 'Question',
            name,
            acceptedAnswer: { '@type': 'Answer', text: answer, url: `${room.baseUrl}/booking` },
          })),
        },
      ];

/** Renders the home page as the creator's profile. */
export function frontLd(room: Room): JsonLd {
  const page = {
    '@type': 'ProfilePage',
    '@id': `${room.baseUrl}/#profile`,
    url: `${room.baseUrl}/`,
    name: room.creator.publication,
    mainEntity: { '@id': creatorId(room) },
    dateModified: indexUpdatedAt(room),
  };
  return { '@graph': [...(homeLd(room)['@graph'] as JsonLd[]), page] };
}
