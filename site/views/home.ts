// The home page: who this is, what is new of each kind, what it is about, and what a visitor can do next.
import { filterPath } from '../release/filters.ts';
import { endpointUrl } from '#domain/links.ts';
import { type Room, type RoomItem, visibleOn } from '#domain/room.ts';
import { type Entry, entryOf } from './entry.ts';
import { agentLinks, type Link, type PageHead } from './frame.ts';
import { frontLd } from './json-ld-lists.ts';
import { type Picture, ownPicture } from './picture.ts';
import { type Happening, happeningOf, timelineItems } from './timeline.ts';
import { type Say, wordsOf } from './words.ts';

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

export interface HomeView {
  say: Say;
  head: PageHead;
  publication: string;
  name: string;
  tagline: string | undefined;
  oneLiner: string;
  description: string;
  portrait: Picture | undefined;
  banner: Picture | undefined;
  actions: (Link & { isPrimary: boolean })[];
  lead: Entry | undefined;
  articles: Entry[];
  episodes: Entry[];
  videos: Entry[];
  happenings: Happening[];
  themes: Theme[];
  topics: string[];
  errands: Errand[];
  agentLinks: Link[];
  exampleUrl: string;
}

function themesOf(room: Room, shown: RoomItem[]): Theme[] {
  const pages = shown.filter((item) => item.type !== 'timeline');
  return room.creator.themes
    .map(({ id, label }) => {
      const about = pages.filter((item) => item.themeIds.includes(id));
      const hasPage = about.some(({ type }) => type === 'article');
      const href = hasPage ? filterPath('articles', { kind: 'theme', value: id }) : undefined;
      return { label, href, newest: about.slice(0, 3).map((item) => entryOf(room, item)) };
    })
    .filter(({ newest }) => newest.length > 0);
}

/** What a visitor may have come for, and where it is done. */
function errandsOf({ creator }: Room, say: Say): Errand[] {
  const errand = (name: 'press' | 'shows' | 'events' | 'booking', href: string): Errand => ({
    title: say(`errand.${name}`),
    text: say(`errand.${name}.text`),
    href,
    label: say(`errand.${name}.link`),
  });
  return [
    errand('press', '/media-kit'),
    errand('shows', '/prepare'),
    ...(creator.speaking ? [errand('events', '/speaking')] : []),
    errand('booking', '/booking'),
  ];
}

const actionsOf = ({ creator }: Room, say: Say) => [
  { label: say('home.book', { name: creator.name }), href: '/booking', isPrimary: true },
  { label: say('nav.mediaKit'), href: '/media-kit', isPrimary: false },
];

export function homeView(room: Room): HomeView {
  const { creator } = room;
  const say = wordsOf(room);
  const shown = room.items.filter(visibleOn('mediaRoom'));
  const newest = (count: number, ...types: RoomItem['type'][]) =>
    shown
      .filter((item) => types.includes(item.type))
      .slice(0, count)
      .map((item) => entryOf(room, item));
  const [lead, ...articles] = newest(5, 'article');
  return {
    say,
    head: { path: '/', json: endpointUrl('', 'profile'), description: creator.oneLiner, jsonLd: frontLd(room) },
    publication: creator.publication,
    name: creator.name,
    tagline: creator.tagline,
    oneLiner: creator.oneLiner,
    description: creator.description,
    portrait: creator.portrait && ownPicture(room, creator.portrait.file, creator.portrait.alt),
    banner: creator.banner && ownPicture(room, creator.banner.file, creator.banner.alt),
    actions: actionsOf(room, say),
    lead,
    articles,
    episodes: newest(4, 'episode'),
    videos: newest(3, 'video', 'stream'),
    happenings: timelineItems(room)
      .slice(0, 4)
      .map((item) => happeningOf(room, item, false)),
    themes: themesOf(room, shown),
    topics: creator.topics,
    errands: errandsOf(room, say),
    agentLinks: agentLinks(say),
    exampleUrl: `${endpointUrl(room.baseUrl, 'contentIndex')}?type=article&limit=5`,
  };
}
