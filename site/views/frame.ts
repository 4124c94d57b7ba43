// Prepares the frame of every page: head, navigation, footer. It depends on the creator and on no item.
import { endpoints } from '#contract/endpoints.ts';
import { cardPath, cardSize } from '../press/cards.ts';
import { isLicensed } from '../release/documents/policy.ts';
import { feedLinks } from '../feeds/feeds.ts';
import { endpointUrl, licensePath, markdownPath } from '#domain/links.ts';
import { textDirection, canonicalLocale } from '#domain/messages/messages.ts';
import { type SectionName, sectionNames } from '#contract/content-types.ts';
import { nexusPath, readPath } from '#domain/live-pages.ts';
import { tipResource } from '#domain/access/tips.ts';
import { paletteFor } from '#domain/palette/palette.ts';
import { memoizeText } from '#domain/text/memoize-text.ts';
import { hasGuests, peoplePath } from '#domain/people.ts';
import type { Room } from '#domain/room.ts';
import { type JsonLd, jsonLdScript } from './json-ld.ts';
import { type Translate, translatorOfRoom } from './translate.ts';

export interface Link {
  href: string;
  label: string;
}

export interface PageHead {
  /** Path of the address. A page without a path is not indexed by search engines. */
  path?: string;
  /** Title. The name of the publication is the default. */
  title?: string;
  description?: string;
  /** Address of the same content as JSON. */
  json?: string;
  /** False if the page has no Markdown. */
  hasMarkdown?: boolean;
  /** Schema.org data for search engines. */
  jsonLd?: JsonLd;
  /** RFC 3339 timestamp, which marks the page as an article in link previews. */
  publishedAt?: string;
  changedAt?: string;
  language?: string | undefined;
  /** Address of the oEmbed document. */
  oEmbed?: string | undefined;
}

export interface NavLink extends Link {
  isCurrent: boolean;
}

export type PageFrame = ReturnType<typeof pageFrame>;

function navigation(room: Room, sections: SectionName[], path = ''): NavLink[] {
  const t = translatorOfRoom(room);
  const links = [
    ...sectionNames
      .filter((section) => sections.includes(section))
      .map((section) => ({ href: `/${section}`, label: t(`nav.${section}`) })),
    { href: '/media-kit', label: t('nav.mediaKit') },
    ...(room.creator.speaking ? [{ href: '/speaking', label: t('nav.speaking') }] : []),
    { href: '/booking', label: t('nav.booking') },
    ...(room.nexus ? [{ href: nexusPath, label: t('nav.directory') }] : []),
  ];
  return links.map((link) => ({ ...link, isCurrent: path === link.href || path.startsWith(`${link.href}/`) }));
}

const roomLinks = (room: Room, t: Translate): Link[] => [
  ...(hasGuests(room) ? [{ href: peoplePath, label: t('people.title') }] : []),
  ...(room.access.tips?.button ? [{ href: readPath(tipResource), label: t('tip.button') }] : []),
  { href: '/prepare', label: t('nav.prepare') },
  { href: '/agents', label: t('nav.agents') },
  ...(room.nexus ? [{ href: nexusPath, label: t('nav.directory') }] : []),
];

/** Returns addresses for programs, as in the Link header, and the feeds. */
const discoveryLinks = (room: Room) => ({
  apiCatalog: endpointUrl('', 'apiCatalog'),
  ard: endpointUrl('', 'ard'),
  serviceDescs: [
    { href: endpointUrl('', 'index'), type: 'application/json' },
    { href: endpointUrl('', 'openApi'), type: 'application/vnd.oai.openapi+json' },
  ],
  llmsTxt: endpointUrl('', 'llmsTxt'),
  license: isLicensed(room) ? licensePath : undefined,
  feeds: feedLinks(room),
});

const scriptOfLanguage = memoizeText(
  (language): string => new Intl.Locale(canonicalLocale(language)).maximize().script ?? 'Latn',
);

function renderHead(room: Room, page: PageHead) {
  const { creator, baseUrl } = room;
  const { path, language = creator.language } = page;
  const shareTitle = page.title ?? creator.publication;
  return {
    title: page.title ? `${page.title} · ${creator.publication}` : `${creator.publication} · ${creator.name}`,
    shareTitle,
    description: page.description ?? creator.oneLiner,
    canonical: path && baseUrl + path,
    siteName: creator.publication,
    card: { src: baseUrl + cardPath(page.path), alt: shareTitle, ...cardSize },
    json: page.json,
    markdown: path && page.hasMarkdown !== false ? markdownPath(path) : undefined,
    jsonLd: page.jsonLd && jsonLdScript(page.jsonLd),
    publishedAt: page.publishedAt,
    changedAt: page.changedAt,
    oEmbed: page.oEmbed,
    locale: language.replace('-', '_'),
    ...discoveryLinks(room),
    letters: {
      typeface: creator.typeface ?? 'editorial',
      scripts: [...new Set([creator.language, language].map(scriptOfLanguage))],
    },
    themeColours: {
      light: paletteFor(creator, 'light').paper,
      dark: paletteFor(creator, 'dark').paper,
    },
  };
}

export function pageFrame(room: Room, sections: SectionName[], page: PageHead) {
  const { creator } = room;
  const t = translatorOfRoom(room);
  return {
    t,
    language: creator.language,
    direction: textDirection(creator.language),
    head: renderHead(room, page),
    publication: creator.publication,
    isHome: page.path === '/',
    navigation: navigation(room, sections, page.path),
    searchTool: { name: endpoints.search.agents.tool, description: t('search.tool', { name: creator.name }) },
    footer: {
      t,
      name: creator.name,
      oneLiner: creator.oneLiner,
      elsewhere: (creator.links ?? []).map(({ label, url }) => ({ href: url, label })),
      syndication: creator.syndication,
      roomLinks: roomLinks(room, t),
    },
  };
}
