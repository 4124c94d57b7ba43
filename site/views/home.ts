// Prepares the home page: creator, newest item, items of each kind, subjects, and calls to action.
import { type ItemType, contentTypes } from '#contract/content-types.ts';
import { firstMatching } from '#domain/arrays.ts';
import { feedLinks, podcastLink } from '../feeds/feeds.ts';
import { filterPath } from '../release/filters.ts';
import { currentItems, plannedItems } from '#domain/items/phases.ts';
import { endpointUrl, itemPicture } from '#domain/links.ts';
import { patternSvg } from '#domain/palette/pattern.ts';
import { itemsOfType, type Room, type RoomItem, itemsOn } from '#domain/room.ts';
import { memoizeByObject } from '#domain/memoize.ts';
import { sharedPicture } from '../release/artwork.ts';
import { type EntryView, entryView } from './entry.ts';
import type { Link, PageHead } from './frame.ts';
import { frontLd } from './json-ld-lists.ts';
import { memberViews } from './people.ts';
import { type PictureView, namedPicture, ownPicture } from './picture.ts';
import { happeningView, isWork, timelineItems } from './timeline.ts';
import { webLink } from './web-link.ts';
import { type Translate, translatorOfRoom } from './translate.ts';

const drawnSize = { width: 640, height: 480 };

const heroShape = ({ width = 1, height = 1 }: PictureView) =>
  width > height * 1.25 ? 'wide' : height > width * 1.1 ? 'tall' : 'square';

const filterWithPicture = memoizeByObject((items: RoomItem[]) => items.filter(itemPicture));

/** Returns the cover of the show: the creator's, or the picture that its episodes share. */
function showCover(room: Room): PictureView | undefined {
  const { podcast } = room.creator;
  const cover = podcast?.image ? ownPicture(room, podcast.image, '') : undefined;
  const [episode] = filterWithPicture(itemsOfType(room.items, 'episode'));
  return cover ?? namedPicture(room, episode && sharedPicture(room, episode.type), '');
}

/** Returns the picture at the top: the banner, the cover of the show, the portrait, or a cover drawn from the name. */
function makeHero(room: Room) {
  const { banner, portrait, publication } = room.creator;
  const face = portrait && ownPicture(room, portrait.file, portrait.alt);
  const main = (banner && ownPicture(room, banner.file, banner.alt)) ?? showCover(room);
  if (main) return { shape: heroShape(main), main: { ...main, alt: '' }, showsCreator: false, face, drawn: undefined };
  if (face) return { shape: heroShape(face), main: face, showsCreator: true, face: undefined, drawn: undefined };
  const drawn = patternSvg(publication, room.creator, drawnSize);
  return { shape: 'drawn', main: undefined, showsCreator: false, face: undefined, drawn };
}

const sectionKinds = [
  {
    id: 'listen',
    types: ['episode'],
    section: 'episodes',
    more: 'home.allEpisodes',
    action: 'home.listenNow',
    count: 4,
  },
  { id: 'read', types: ['article'], section: 'articles', more: 'home.allArticles', action: 'home.readNow', count: 6 },
  {
    id: 'watch',
    types: ['video', 'stream'],
    section: 'videos',
    more: 'home.allVideos',
    action: 'home.watchNow',
    count: 6,
  },
] as const satisfies {
  id: 'listen' | 'read' | 'watch';
  types: ItemType[];
  section: string;
  more: string;
  action: string;
  count: number;
}[];

const cardsPerRow = 3;
const maxPlanned = 3;
const maxHappenings = 4;
const maxWorks = 6;

const findKind = (type: ItemType) => sectionKinds.find(({ types }) => (types as readonly ItemType[]).includes(type));

/** Chooses cards or rows. Cards fill their rows; fewer than a row, or mostly items without pictures, become rows. */
function arrangeEntries(id: string, entries: EntryView[]) {
  const pictured = entries.filter(({ picture }) => picture).length;
  const isGrid = id !== 'listen' && entries.length >= cardsPerRow && (id === 'watch' || pictured >= cardsPerRow);
  return { isGrid, entries: isGrid ? entries.slice(0, entries.length - (entries.length % cardsPerRow)) : entries };
}

/** Returns the sections, starting with the kind that has most items. */
function sectionsOf(room: Room, current: RoomItem[], newest: RoomItem | undefined) {
  const t = translatorOfRoom(room);
  const itemsByKind = sectionKinds.map((kind) => ({
    kind,
    items: itemsOfType(current, ...kind.types),
  }));
  return itemsByKind
    .filter(({ items }) => items.some((item) => item !== newest))
    .sort((a, b) => b.items.length - a.items.length)
    .map(({ kind: { id, types, section, more, count }, items }) => ({
      id,
      title: t(`home.${id}`),
      more: { href: `/${section}`, label: t(more) },
      ...arrangeEntries(
        id,
        firstMatching(items, count, (item) => item !== newest).map((item) => entryView(room, item)),
      ),
      cover: namedPicture(room, sharedPicture(room, types[0]), ''),
    }));
}

const isLive = ({ type, status }: RoomItem): boolean => type === 'stream' && status === 'live';
const isEnded = ({ type, status }: RoomItem): boolean => type === 'stream' && status === 'ended';

/** Returns the newest item. A live stream comes first; an ended one is used only if there is nothing else. */
function findNewest(room: Room, current: RoomItem[]) {
  const candidates = current.filter(({ type }) => findKind(type));
  const item = candidates.find(isLive) ?? candidates.find((one) => !isEnded(one)) ?? candidates[0];
  if (!item) return undefined;
  const entry = entryView(room, item);
  const cover = namedPicture(room, sharedPicture(room, item.type), '');
  const t = translatorOfRoom(room);
  const picture = entry.picture ?? cover;
  return {
    item,
    entry: { ...entry, picture },
    drawn: picture ? undefined : patternSvg(item.title, room.creator, { width: 640, height: 360 }),
    action: t(findKind(item.type)!.action),
  };
}

function themesWithItems(room: Room, current: RoomItem[]) {
  return room.creator.themes
    .map(({ id, label }) => {
      const newest = firstMatching(current, 3, (item) => item.type !== 'timeline' && item.themeIds.includes(id));
      const section = newest[0] && contentTypes[newest[0].type].section;
      const href = section && filterPath(section, { kind: 'theme', value: id });
      return { label, href, newest: newest.map((item) => entryView(room, item)) };
    })
    .filter(({ newest }) => newest.length > 0);
}

/** Returns links to the pages that visitors often look for. */
function callsToAction({ creator }: Room, t: Translate) {
  const errand = (name: 'press' | 'shows' | 'events' | 'booking', href: string) => ({
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

const heroActions = ({ creator }: Room, t: Translate) => [
  { label: t('home.book', { name: creator.name }), href: '/booking', isPrimary: true },
  { label: t('nav.mediaKit'), href: '/media-kit', isPrimary: false },
];

/** Returns publications that wrote or spoke about the creator, each once, newest first. */
function pressMentions(room: Room) {
  const items = currentItems(timelineItems(room)).filter(({ kind, organization }) => organization && kind === 'press');
  const mentions = items.map((item) => ({ label: item.organization!, href: webLink(item.canonicalUrl) }));
  return [...new Map(mentions.toReversed().map((one) => [one.label, one])).values()].reverse().slice(0, 8);
}

function followLinks(room: Room, t: Translate): (Link & { rel?: string })[] {
  const rss = feedLinks(room).find(({ path }) => path === '/feed.xml');
  const podcast = podcastLink(room);
  return [
    ...(podcast ? [{ href: podcast.path, label: t('follow.podcast') }] : []),
    ...(rss ? [{ href: rss.path, label: t('follow.rss') }] : []),
    ...(room.creator.links ?? []).map(({ label, url }) => ({ href: url, label, rel: 'me' })),
  ];
}

export type HomeView = ReturnType<typeof homeView>;
export type HomeSection = HomeView['offers'][number];

export function homeView(room: Room) {
  const { creator } = room;
  const t = translatorOfRoom(room);
  const all = itemsOn('mediaRoom', room.items);
  const current = currentItems(all);
  const newest = findNewest(room, current);
  const happenings = currentItems(timelineItems(room));
  return {
    t,
    head: {
      path: '/',
      json: endpointUrl('', 'profile'),
      description: creator.oneLiner,
      jsonLd: frontLd(room),
    } satisfies PageHead,
    publication: creator.publication,
    name: creator.name,
    jobTitle: creator.jobTitle,
    tagline: creator.tagline,
    oneLiner: creator.oneLiner,
    description: creator.description.startsWith(creator.oneLiner) ? undefined : creator.description,
    hero: makeHero(room),
    actions: heroActions(room, t),
    newest,
    offers: sectionsOf(room, current, newest?.item),
    members: memberViews(room),
    quotes: (creator.speaking?.testimonials ?? []).slice(0, 2),
    seenIn: pressMentions(room),
    planned: plannedItems(all)
      .slice(0, maxPlanned)
      .map((item) => entryView(room, item)),
    happenings: firstMatching(happenings, maxHappenings, (item) => !isWork(item)).map((item) =>
      happeningView(room, item, false),
    ),
    works: firstMatching(happenings, maxWorks, isWork).map((item) => happeningView(room, item, false)),
    themes: themesWithItems(room, current),
    topics: creator.topics,
    follow: followLinks(room, t),
    callsToAction: callsToAction(room, t),
  };
}
