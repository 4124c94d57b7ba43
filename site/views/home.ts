// The home page: who this is, the newest thing, what there is of each kind, what it is about, and what a visitor can do next.
import { type ItemType, contentTypes } from '#contract/content-types.ts';
import { firstMatching } from '#domain/arrays.ts';
import { feedLinks, podcastLink } from '../feeds/feeds.ts';
import { filterPath } from '../release/filters.ts';
import { currentItems, plannedItems } from '#domain/items/phases.ts';
import { endpointUrl, itemPicture } from '#domain/links.ts';
import { patternSvg } from '#domain/palette/pattern.ts';
import { itemsOfType, type Room, type RoomItem, itemsOn } from '#domain/room.ts';
import { memoizeByObject } from '#domain/memoize.ts';
import { showPicture } from '../release/artwork.ts';
import { type Entry, entryOf } from './entry.ts';
import type { Link, PageHead } from './frame.ts';
import { frontLd } from './json-ld-lists.ts';
import { type Picture, pictureOf, ownPicture } from './picture.ts';
import { type Happening, happeningOf, timelineItems } from './timeline.ts';
import { webLink } from './web-link.ts';
import { type Say, wordsOf } from './words.ts';

/** The picture at the top: banner, the show's cover, the portrait, or a cover drawn from the name. */
interface Stage {
  shape: 'wide' | 'square' | 'tall' | 'drawn';
  main: Picture | undefined;
  /** True if the picture shows the creator. */
  isFace: boolean;
  /** The face beside it, where the main picture is another. */
  face: Picture | undefined;
  /** An SVG drawing for rooms without any picture. */
  drawn: string | undefined;
}

const drawnSize = { width: 640, height: 480 };

const shapeOf = ({ width = 1, height = 1 }: Picture): Stage['shape'] =>
  width > height * 1.25 ? 'wide' : height > width * 1.1 ? 'tall' : 'square';

const withPicture = memoizeByObject((items: RoomItem[]) => items.filter(itemPicture));

function stageOf(room: Room): Stage {
  const { banner, portrait, podcast, publication } = room.creator;
  const own = (picture: { file: string; alt: string } | undefined) =>
    picture && ownPicture(room, picture.file, picture.alt);
  const face = own(portrait);
  const cover = own(podcast?.image ? { file: podcast.image, alt: '' } : undefined);
  const [show] = withPicture(itemsOfType(room.items, 'episode'));
  const main = own(banner) ?? cover ?? pictureOf(room, show && showPicture(room, show.type), '') ?? face;
  return {
    shape: main ? shapeOf(main) : 'drawn',
    main: main && (main === face ? main : { ...main, alt: '' }),
    isFace: main !== undefined && main === face,
    face: main === face ? undefined : face,
    drawn: main ? undefined : patternSvg(publication, room.creator, drawnSize),
  };
}

interface Theme {
  label: string;
  /** All articles about it. */
  href: string | undefined;
  newest: Entry[];
}

interface Errand extends Link {
  title: string;
  text: string;
}

/** Items of one kind, newest first. */
export interface Offer {
  id: 'listen' | 'read' | 'watch';
  title: string;
  more: Link;
  entries: Entry[];
  /** Pictures first, in rows of three. */
  isGrid: boolean;
  /** Of the show, where its episodes have none of their own. */
  cover: Picture | undefined;
}

export interface HomeView {
  t: Say;
  head: PageHead;
  publication: string;
  name: string;
  tagline: string | undefined;
  oneLiner: string;
  description: string | undefined;
  stage: Stage;
  actions: (Link & { isPrimary: boolean })[];
  newest: { entry: Entry; drawn: string | undefined; action: string } | undefined;
  /** Items whose time has not come, the next one first. */
  planned: Entry[];
  offers: Offer[];
  quotes: { quote: string; name: string; role?: string }[];
  seenIn: { label: string; href: string | undefined }[];
  happenings: Happening[];
  themes: Theme[];
  topics: string[];
  follow: (Link & { rel?: string })[];
  errands: Errand[];
}

const kinds = [
  { id: 'listen', types: ['episode'], shelf: 'episodes', more: 'home.allEpisodes', action: 'home.listenNow', count: 4 },
  { id: 'read', types: ['article'], shelf: 'articles', more: 'home.allArticles', action: 'home.readNow', count: 6 },
  {
    id: 'watch',
    types: ['video', 'stream'],
    shelf: 'videos',
    more: 'home.allVideos',
    action: 'home.watchNow',
    count: 6,
  },
] as const satisfies {
  id: Offer['id'];
  types: ItemType[];
  shelf: string;
  more: string;
  action: string;
  count: number;
}[];

const inRow = 3;
const mostPlanned = 3;

const kindOf = (type: ItemType) => kinds.find(({ types }) => (types as readonly ItemType[]).includes(type));

/** Cards fill their rows; fewer than a row, or most without a picture, are lines. */
function arranged(id: Offer['id'], entries: Entry[]): Pick<Offer, 'entries' | 'isGrid'> {
  const pictured = entries.filter(({ picture }) => picture).length;
  const isGrid = id !== 'listen' && entries.length >= inRow && (id === 'watch' || pictured >= inRow);
  return { isGrid, entries: isGrid ? entries.slice(0, entries.length - (entries.length % inRow)) : entries };
}

/** The largest kind leads: episodes, articles or videos. */
function offersOf(room: Room, current: RoomItem[], newest: RoomItem | undefined): Offer[] {
  const t = wordsOf(room);
  const counted = kinds.map((kind) => ({
    kind,
    items: itemsOfType(current, ...kind.types),
  }));
  return counted
    .filter(({ items }) => items.some((item) => item !== newest))
    .sort((a, b) => b.items.length - a.items.length)
    .map(({ kind: { id, types, shelf, more, count }, items }) => ({
      id,
      title: t(`home.${id}`),
      more: { href: `/${shelf}`, label: t(more) },
      ...arranged(
        id,
        firstMatching(items, count, (item) => item !== newest).map((item) => entryOf(room, item)),
      ),
      cover: pictureOf(room, showPicture(room, types[0]), ''),
    }));
}

const isLive = ({ type, status }: RoomItem): boolean => type === 'stream' && status === 'live';
const isEnded = ({ type, status }: RoomItem): boolean => type === 'stream' && status === 'ended';

/** A stream that is live leads; one that has ended leads only where there is nothing else. */
function newestOf(room: Room, current: RoomItem[]): (NonNullable<HomeView['newest']> & { item: RoomItem }) | undefined {
  const offered = current.filter(({ type }) => kindOf(type));
  const item = offered.find(isLive) ?? offered.find((one) => !isEnded(one)) ?? offered[0];
  if (!item) return undefined;
  const entry = entryOf(room, item);
  const cover = pictureOf(room, showPicture(room, item.type), '');
  const t = wordsOf(room);
  const picture = entry.picture ?? cover;
  return {
    item,
    entry: { ...entry, picture },
    drawn: picture ? undefined : patternSvg(item.title, room.creator, { width: 640, height: 360 }),
    action: t(kindOf(item.type)!.action),
  };
}

function themesOf(room: Room, current: RoomItem[]): Theme[] {
  return room.creator.themes
    .map(({ id, label }) => {
      const about = firstMatching(current, 3, (item) => item.type !== 'timeline' && item.themeIds.includes(id));
      const shelf = about[0] && contentTypes[about[0].type].section;
      const href = shelf && filterPath(shelf, { kind: 'theme', value: id });
      return { label, href, newest: about.map((item) => entryOf(room, item)) };
    })
    .filter(({ newest }) => newest.length > 0);
}

/** What a visitor may have come for, and where it is done. */
function errandsOf({ creator }: Room, t: Say): Errand[] {
  const errand = (name: 'press' | 'shows' | 'events' | 'booking', href: string): Errand => ({
    title: t(`errand.${name}`),
    text: t(`errand.${name}.text`),
    href,
    label: t(`errand.${name}.link`),
  });
  return [
    errand('press', '/media-kit'),
    errand('shows', '/prepare'),
    ...(creator.speaking ? [errand('events', '/speaking')] : []),
    errand('booking', '/booking'),
  ];
}

const actionsOf = ({ creator }: Room, t: Say) => [
  { label: t('home.book', { name: creator.name }), href: '/booking', isPrimary: true },
  { label: t('nav.mediaKit'), href: '/media-kit', isPrimary: false },
];

/** Who wrote or spoke about the creator: each once, newest first. */
function seenInOf(room: Room): HomeView['seenIn'] {
  const items = currentItems(timelineItems(room)).filter(({ kind, organization }) => organization && kind === 'press');
  const named = items.map((item) => ({ label: item.organization!, href: webLink(item.canonicalUrl) }));
  return [...new Map(named.toReversed().map((one) => [one.label, one])).values()].reverse().slice(0, 8);
}

function followOf(room: Room, t: Say): HomeView['follow'] {
  const rss = feedLinks(room).find(({ path }) => path === '/feed.xml');
  const podcast = podcastLink(room);
  return [
    ...(podcast ? [{ href: podcast.path, label: t('follow.podcast') }] : []),
    ...(rss ? [{ href: rss.path, label: t('follow.rss') }] : []),
    ...(room.creator.links ?? []).map(({ label, url }) => ({ href: url, label, rel: 'me' })),
  ];
}

export function homeView(room: Room): HomeView {
  const { creator } = room;
  const t = wordsOf(room);
  const all = itemsOn('mediaRoom', room.items);
  const current = currentItems(all);
  const newest = newestOf(room, current);
  return {
    t,
    head: { path: '/', json: endpointUrl('', 'profile'), description: creator.oneLiner, jsonLd: frontLd(room) },
    publication: creator.publication,
    name: creator.name,
    tagline: creator.tagline,
    oneLiner: creator.oneLiner,
    description: creator.description.startsWith(creator.oneLiner) ? undefined : creator.description,
    stage: stageOf(room),
    actions: actionsOf(room, t),
    newest,
    offers: offersOf(room, current, newest?.item),
    quotes: (creator.speaking?.testimonials ?? []).slice(0, 2),
    seenIn: seenInOf(room),
    planned: plannedItems(all)
      .slice(0, mostPlanned)
      .map((item) => entryOf(room, item)),
    happenings: currentItems(timelineItems(room))
      .slice(0, 4)
      .map((item) => happeningOf(room, item, false)),
    themes: themesOf(room, current),
    topics: creator.topics,
    follow: followOf(room, t),
    errands: errandsOf(room, t),
  };
}
