// The home page: who this is, what is new of each kind, what it is about, and what a visitor can do next.
import { endpoints } from '#contract/endpoints.ts';
import { endpointUrl } from '#domain/links.ts';
import { type Room, type RoomItem, visibleOn } from '#domain/room.ts';
import { landingPayload } from '#domain/documents/discovery.ts';
import { type Entry, entryOf } from './entry.ts';
import { agentLinks, type Link, type PageHead } from './frame.ts';
import { homeLd } from './json-ld.ts';
import { type Picture, ownPicture } from './picture.ts';
import { type Happening, happeningOf, timelineItems } from './timeline.ts';

interface Theme {
  label: string;
  newest: Entry[];
}

export interface Errand extends Link {
  title: string;
  text: string;
}

export interface HomeView {
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
  lookup: { action: string; tool: string; description: string };
}

function themesOf(room: Room, shown: RoomItem[]): Theme[] {
  const pages = shown.filter((item) => item.type !== 'timeline');
  return room.creator.themes
    .map(({ id, label }) => {
      const newest = pages.filter((item) => item.themeIds.includes(id)).slice(0, 3);
      return { label, newest: newest.map((item) => entryOf(room, item)) };
    })
    .filter(({ newest }) => newest.length > 0);
}

function errandsOf({ creator }: Room): Errand[] {
  const first = creator.name.split(' ')[0]!;
  return [
    {
      title: 'For press',
      text: 'Approved bios, numbers with their sources, and pictures that may be printed.',
      href: '/media-kit',
      label: 'Open the media kit',
    },
    {
      title: 'For shows',
      text: `Questions that ${first} likes to answer, and what to know before asking for an interview.`,
      href: '/booking',
      label: 'Prepare an interview',
    },
    ...(creator.speaking
      ? [
          {
            title: 'For events',
            text: 'Talks on offer, talks given, and what a stage needs.',
            href: '/speaking',
            label: 'See the talks',
          },
        ]
      : []),
  ];
}

/** Calls to action of the landing payload, as paths; the one for agents has a section of its own. */
const actionsOf = (room: Room) =>
  landingPayload(room)
    .ctas.slice(0, 2)
    .map(({ label, href, primary }) => ({ label, href: href.slice(room.baseUrl.length), isPrimary: primary }));

/** A read-only tool of the browser (WebMCP, declarative) by the name it has in MCP, and a way for people to see the data. */
const lookupOf = ({ creator }: Room): HomeView['lookup'] => ({
  action: endpointUrl('', 'search'),
  tool: endpoints.search.tool,
  description: `Searches what ${creator.name} published and answers with the passages that match, as JSON. Changes nothing.`,
});

export function homeView(room: Room): HomeView {
  const { creator } = room;
  const shown = room.items.filter(visibleOn('mediaRoom'));
  const newest = (count: number, ...types: RoomItem['type'][]) =>
    shown
      .filter((item) => types.includes(item.type))
      .slice(0, count)
      .map((item) => entryOf(room, item));
  const [lead, ...articles] = newest(5, 'article');
  return {
    head: { path: '/', json: endpointUrl('', 'profile'), description: creator.oneLiner, jsonLd: homeLd(room) },
    publication: creator.publication,
    name: creator.name,
    tagline: creator.tagline,
    oneLiner: creator.oneLiner,
    description: creator.description,
    portrait: creator.portrait && ownPicture(room, creator.portrait.file, creator.portrait.alt),
    banner: creator.banner && ownPicture(room, creator.banner.file, creator.banner.alt),
    actions: actionsOf(room),
    lead,
    articles,
    episodes: newest(4, 'episode'),
    videos: newest(3, 'video', 'stream'),
    happenings: timelineItems(room)
      .slice(0, 4)
      .map((item) => happeningOf(room, item, false)),
    themes: themesOf(room, shown),
    topics: creator.topics,
    errands: errandsOf(room),
    agentLinks: agentLinks(),
    lookup: lookupOf(room),
    exampleUrl: `${endpointUrl(room.baseUrl, 'contentIndex')}?type=article&limit=5`,
  };
}
