// The pictures that stand for a page where its link is shared (Open Graph): which pages have one, and what it says.
import { sha256 } from './ids.ts';
import { cardFolder, itemPicture } from './links.ts';
import type { ItemPage, Pages } from './pages.ts';
import { changedAt, type MediaFile, type Room, visibleOn } from './room.ts';

export const cardSize = { width: 1200, height: 630 };

export interface Card {
  path: string;
  /** Of everything that is drawn. */
  key: string;
  changedAt: string;
  kicker: string;
  title: string;
  /** The publication, unless it is the title. */
  foot: string;
  accentColor: string | undefined;
  picture: MediaFile | undefined;
}

/** Pages besides items; their names on the card are those of the navigation. */
const named: Record<string, string> = {
  '/articles': 'Articles',
  '/episodes': 'Episodes',
  '/videos': 'Videos',
  '/timeline': 'Timeline',
  '/media-kit': 'Media kit',
  '/speaking': 'Speaking',
  '/booking': 'Booking',
};

const pathOf = (page: string): string => `${cardFolder}${page === '/' ? 'home' : page.slice(1)}.jpg`;

const itemAddress = /^\/(articles|episodes|videos)\/[^/]+$/;

/** The card of a page; one that has none of its own shows the room's. */
export const cardPath = (page: string | undefined): string =>
  pathOf(page !== undefined && (page in named || itemAddress.test(page)) ? page : '/');

type Words = Pick<Card, 'kicker' | 'title' | 'foot' | 'picture'>;

function card({ creator }: Room, salt: string, page: string, changed: string, words: Words): Card {
  const { accentColor } = creator;
  const key = sha256(JSON.stringify([salt, words.kicker, words.title, words.foot, accentColor, words.picture?.sha256]));
  return { path: pathOf(page), key, changedAt: changed, accentColor, ...words };
}

const fileOf = ({ media }: Room) => {
  const byName = new Map(media.map((file) => [file.file, file]));
  return (named: string | undefined) => (named === undefined ? undefined : byName.get(named.replace(/^media\//, '')));
};

const typeNames = { article: 'Article', episode: 'Episode', stream: 'Stream', video: 'Video', timeline: '' };

/** `salt` stands for the code that draws. */
export function cards(room: Room, { itemPages }: Pages, salt: string): Card[] {
  const { creator } = room;
  const find = fileOf(room);
  const portrait = find(creator.portrait?.file);
  const changed = `${creator.updatedAt ?? '1970-01-01'}T00:00:00Z`;
  const ofRoom = (page: string, words: Words) => card(room, salt, page, changed, words);
  const ofItem = ({ path, item }: ItemPage) =>
    card(room, salt, path, changedAt(item), {
      kicker: [typeNames[item.type], item.date.slice(0, 10)].join(' · '),
      title: item.title,
      foot: creator.publication,
      picture: find(itemPicture(item)) ?? portrait,
    });
  return [
    ofRoom('/', { kicker: creator.name, title: creator.publication, foot: creator.oneLiner, picture: portrait }),
    ...Object.entries(named).map(([page, title]) =>
      ofRoom(page, { kicker: creator.name, title, foot: creator.publication, picture: portrait }),
    ),
    ...Object.values(itemPages)
      .flat()
      .filter(({ item }) => visibleOn('mediaRoom')(item))
      .map(ofItem),
  ];
}
