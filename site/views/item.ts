// What every item's page says: title, date, where it comes from, themes, how to credit and cite it.
import { visibleOn, type Room, type RoomItem } from '#domain/room.ts';
import { hasMarkdownPage, itemPicture, markdownPath, pagePath } from '#domain/links.ts';
import { dayOf, type Moment } from './dates.ts';
import { factsOf, languageOf, typeNames } from './entry.ts';
import type { Link, PageHead } from './frame.ts';
import { itemLd } from './json-ld-items.ts';
import { type Picture, pictureOf } from './picture.ts';
import { hostOf, webLink } from './web-link.ts';

export interface ItemView {
  head: PageHead;
  kicker: string;
  title: string;
  language: string | undefined;
  day: Moment;
  /** Present when the item changed on another day than it was published. */
  changed: Moment | undefined;
  facts: string[];
  summary: string | undefined;
  picture: Picture | undefined;
  source: Link | undefined;
  /** Themes, then keywords that say something else. */
  subjects: string[];
  elsewhere: Link[];
  citation: { text: string; url: string };
  /** The same page as Markdown. */
  markdown: string | undefined;
  /** How to credit a reprint; the terms stand in the footer. */
  credit: string | undefined;
}

function citationOf(room: Room, item: RoomItem): ItemView['citation'] {
  const author = item.author ?? room.creator.name;
  const where = item.podcast ?? room.creator.publication;
  return {
    text: `${author}. “${item.title}”. ${where}, ${dayOf(room, item.date).text}.`,
    url: webLink(item.canonicalUrl) ?? room.baseUrl + pagePath(item),
  };
}

const headOf = (room: Room, item: RoomItem): PageHead => ({
  path: pagePath(item),
  title: item.title,
  description: item.summary ?? `${typeNames[item.type]} of ${room.creator.publication}.`,
  publishedAt: item.date,
  changedAt: item.updatedAt,
  language: item.language,
  hasMarkdown: hasMarkdownPage(item),
  jsonLd: itemLd(room, item),
});

const isElsewhere = (link: { href: string | undefined; label: string }): link is Link => link.href !== undefined;

export const elsewhereOf = ({ socialLinks = [] }: RoomItem): Link[] =>
  socialLinks
    .toSorted((a, b) => a.sortOrder - b.sortOrder)
    .map(({ label, url }) => ({ label, href: webLink(url) }))
    .filter(isElsewhere);

function subjectsOf({ creator }: Room, item: RoomItem): string[] {
  const themes = creator.themes.filter(({ id }) => item.themeIds.includes(id)).map(({ label }) => label);
  const said = new Set(themes.map((label) => label.toLowerCase()));
  return [...themes, ...item.keywords.filter((keyword) => !said.has(keyword.toLowerCase()))];
}

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The summary, unless it is only how the text begins. */
export const standfirstOf = ({ summary }: RoomItem, body: string): string | undefined =>
  summary && !letters(body.slice(0, 1000)).startsWith(letters(summary).slice(0, 60)) ? summary : undefined;

export const isInApi = visibleOn('api');

export function itemView(room: Room, item: RoomItem): ItemView {
  const { syndication } = room.creator;
  const source = webLink(item.canonicalUrl);
  const day = dayOf(room, item.date);
  const changed = item.updatedAt && dayOf(room, item.updatedAt);
  return {
    head: headOf(room, item),
    kicker: typeNames[item.type],
    title: item.title,
    language: languageOf(room, item),
    day,
    changed: changed && changed.iso !== day.iso ? changed : undefined,
    facts: factsOf(room, item),
    summary: item.summary,
    picture: pictureOf(room, itemPicture(item), ''),
    source: source ? { href: source, label: hostOf(source) } : undefined,
    subjects: subjectsOf(room, item),
    elsewhere: elsewhereOf(item),
    citation: citationOf(room, item),
    markdown: hasMarkdownPage(item) ? markdownPath(pagePath(item)) : undefined,
    credit: syndication?.available ? syndication.attribution : undefined,
  };
}
