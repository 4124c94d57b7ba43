// The pictures that stand for a page where its link is shared (Open Graph): which pages have one, and what it says.
import { sha256 } from '#domain/ids.ts';
import { cardFolder, itemPicture, pagePath } from '#domain/links.ts';
import { textDirection, canonicalLocale, type MessageKey, translatorFor } from '#domain/messages/messages.ts';
import {
  memoizeByRoom,
  itemDay,
  itemChangedAt,
  creatorChangedAt,
  type MediaFile,
  type Room,
  type RoomItem,
} from '#domain/room.ts';

export const cardSize = { width: 1200, height: 630 };

export interface Card {
  path: string;
  /** Of everything that is drawn. */
  inputs: string;
  changedAt: string;
  kicker: string;
  title: string;
  /** The publication, unless it is the title. */
  foot: string;
  accentColor: string | undefined;
  secondColor: string | undefined;
  picture: MediaFile | undefined;
  /** A portrait fills its side; any other picture is shown whole. */
  isPortrait: boolean;
  direction: 'ltr' | 'rtl';
}

/** Pages besides items, by the name that they have in the navigation. */
const named: Record<string, MessageKey> = {
  '/articles': 'nav.articles',
  '/episodes': 'nav.episodes',
  '/videos': 'nav.videos',
  '/timeline': 'nav.timeline',
  '/media-kit': 'nav.mediaKit',
  '/speaking': 'nav.speaking',
  '/booking': 'nav.booking',
  '/prepare': 'nav.prepare',
  '/guest-kit': 'pdf.guestKit',
  '/agents': 'nav.agents',
};

const pathOf = (page: string): string => `${cardFolder}${page === '/' ? 'home' : page.slice(1)}.jpg`;

const itemAddress = /^\/(articles|episodes|videos)\/[^/]+$/;

/** The card of a page; one that has none of its own shows the room's. */
export const cardPath = (page: string | undefined): string =>
  pathOf(page !== undefined && (page in named || itemAddress.test(page)) ? page : '/');

type Words = Pick<Card, 'kicker' | 'title' | 'foot' | 'picture' | 'isPortrait'>;

function card({ creator }: Room, salt: string, page: string, changed: string, words: Words): Card {
  const { accentColor, secondColor, language } = creator;
  const direction = textDirection(language);
  const drawn = [
    words.kicker,
    words.title,
    words.foot,
    accentColor,
    secondColor,
    direction,
    words.picture?.sha256,
    words.isPortrait,
    words.picture?.frame,
  ];
  const inputs = sha256(JSON.stringify([salt, ...drawn]));
  return { path: pathOf(page), inputs, changedAt: changed, accentColor, secondColor, direction, ...words };
}

const fileOf = ({ media }: Room) => {
  const byName = new Map(media.map((file) => [file.file, file]));
  return (named: string | undefined) => (named === undefined ? undefined : byName.get(named.replace(/^media\//, '')));
};

const dayShape = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;

interface Common {
  find: ReturnType<typeof fileOf>;
  t: ReturnType<typeof translatorFor>;
  day: Intl.DateTimeFormat;
}

/** Without a picture of its own, a page shows the creator's portrait or the show's cover. */
function pictured({ creator }: Room, find: Common['find'], own: MediaFile | undefined) {
  const portrait = find(creator.portrait?.file);
  const picture = own ?? portrait ?? find(creator.podcast?.image);
  return { picture, isPortrait: picture !== undefined && picture === portrait };
}

/** What all cards of a room share. */
const commonOf = memoizeByRoom((room): Common => {
  const { language } = room.creator;
  return {
    find: fileOf(room),
    t: translatorFor(language),
    day: new Intl.DateTimeFormat(canonicalLocale(language), dayShape),
  };
});

/** `salt` stands for the code that draws. */
export function itemCard(room: Room, item: RoomItem, salt: string): Card {
  const { find, t, day } = commonOf(room);
  return card(room, salt, pagePath(item), itemChangedAt(item), {
    kicker: `${t(`type.${item.type}`)}  ·  ${day.format(new Date(itemDay(item)))}`,
    title: item.title,
    foot: room.creator.publication,
    ...pictured(room, find, find(itemPicture(item))),
  });
}

/** Those of the pages that have a name in the navigation. */
export function roomCards(room: Room, salt: string): Card[] {
  const { creator } = room;
  const { find, t } = commonOf(room);
  const changed = creatorChangedAt(creator);
  const ofRoom = (page: string, title: string, foot: string) => {
    const words = { kicker: creator.name, title, foot, ...pictured(room, find, undefined) };
    return card(room, salt, page, changed, words);
  };
  return [
    ofRoom('/', creator.publication, creator.oneLiner),
    ...Object.entries(named).map(([page, name]) => ofRoom(page, t(name), creator.publication)),
  ];
}
