// Describes share cards: pictures that represent a page where its link is shared (Open Graph).
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
  findMediaFile,
  findMediaPath,
} from '#domain/room.ts';

export const cardSize = { width: 1200, height: 630 };

export interface ShareCard {
  path: string;
  /** Hash of everything that is drawn. */
  inputs: string;
  changedAt: string;
  kicker: string;
  title: string;
  /** Line at the bottom: the publication, or the description of the room on its home page. */
  foot: string;
  accentColor: string | undefined;
  secondColor: string | undefined;
  picture: MediaFile | undefined;
  /** True for a portrait, which fills its side. Other pictures are shown whole. */
  isPortrait: boolean;
  direction: 'ltr' | 'rtl';
}

/** Pages other than items, with the key of their name in the navigation. */
const navigationNames: Record<string, MessageKey> = {
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

const cardFile = (page: string): string => `${cardFolder}${page === '/' ? 'home' : page.slice(1)}.jpg`;

const itemAddress = /^\/(articles|episodes|videos)\/[^/]+$/;

/** Returns the path of a page's card. A page without its own card shows that of the room. */
export const cardPath = (page: string | undefined): string =>
  cardFile(page !== undefined && (page in navigationNames || itemAddress.test(page)) ? page : '/');

type CardContent = Pick<ShareCard, 'kicker' | 'title' | 'foot' | 'picture' | 'isPortrait'>;

function makeCard({ creator }: Room, salt: string, page: string, changed: string, words: CardContent): ShareCard {
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
  return { path: cardFile(page), inputs, changedAt: changed, accentColor, secondColor, direction, ...words };
}

const dayShape = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;

/** Returns the picture of a card: the page's own, or the creator's portrait, or the cover of the show. */
function chooseCardPicture(room: Room, own: MediaFile | undefined) {
  const { creator } = room;
  const portrait = findMediaFile(room, creator.portrait?.file);
  const picture = own ?? portrait ?? findMediaFile(room, creator.podcast?.image);
  return { picture, isPortrait: picture !== undefined && picture === portrait };
}

const sharedCardInputs = memoizeByRoom(({ creator: { language } }) => ({
  t: translatorFor(language),
  day: new Intl.DateTimeFormat(canonicalLocale(language), dayShape),
}));

/** Returns the card of an item. `salt` represents the code that draws. */
export function itemCard(room: Room, item: RoomItem, salt: string): ShareCard {
  const { t, day } = sharedCardInputs(room);
  return makeCard(room, salt, pagePath(item), itemChangedAt(item), {
    kicker: `${t(`type.${item.type}`)}  ·  ${day.format(new Date(itemDay(item)))}`,
    title: item.title,
    foot: room.creator.publication,
    ...chooseCardPicture(room, findMediaPath(room, itemPicture(item))),
  });
}

/** Returns the cards of the home page and of the pages in the navigation. */
export function roomCards(room: Room, salt: string): ShareCard[] {
  const { creator } = room;
  const { t } = sharedCardInputs(room);
  const creatorChange = creatorChangedAt(creator);
  const ofRoom = (page: string, title: string, foot: string) => {
    const words = { kicker: creator.name, title, foot, ...chooseCardPicture(room, undefined) };
    return makeCard(room, salt, page, creatorChange, words);
  };
  return [
    ofRoom('/', creator.publication, creator.oneLiner),
    ...Object.entries(navigationNames).map(([page, name]) => ofRoom(page, t(name), creator.publication)),
  ];
}
