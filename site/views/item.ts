// Prepares the common parts of item pages: title, date, source, themes, citation and rights.
import { contentTypes } from '#contract/content-types.ts';
import { filterPath } from '../release/filters.ts';
import { embedCode, isEmbeddable } from '../release/embeds.ts';
import { onwardLinksOf } from '../release/onward.ts';
import { peopleOfItem, personPath } from '#domain/people.ts';
import { itemDay, isVisibleOn, type Room, type RoomItem } from '#domain/room.ts';
import { searchPage } from '#domain/live-pages.ts';
import { keywordQuery } from '#domain/search/query.ts';
import { hasMarkdownPage, itemPicture, oEmbedPath, pagePath } from '#domain/links.ts';
import { formatDay } from './dates.ts';
import { entryView, itemFacts, languagesOf } from './entry.ts';
import type { Link, PageHead } from './frame.ts';
import { itemLd } from './json-ld-items.ts';
import { withTrail } from './json-ld-lists.ts';
import { personLinks } from './people.ts';
import { namedPicture } from './picture.ts';
import { hostLabel, webLink } from './web-link.ts';
import { type Translate, translatorOfRoom } from './translate.ts';

const titleSlot = '\0';

/** Returns the citation, split around the title, which may be in another language. */
function citation(room: Room, item: RoomItem) {
  const author = item.author ?? room.creator.name;
  const source = item.podcast ?? room.creator.publication;
  const parts = { author, title: titleSlot, where: source, day: formatDay(room, itemDay(item)).text };
  const [before, after] = translatorOfRoom(room)('item.citation', parts).split(titleSlot) as [string, string];
  const { language, titleLanguage } = languagesOf(room, item);
  return {
    before,
    title: item.title,
    language: titleLanguage ?? language ?? room.creator.language,
    after,
    url: webLink(item.canonicalUrl) ?? room.baseUrl + pagePath(item),
  };
}

const itemDescription = (room: Room, { type }: RoomItem): string => {
  const t = translatorOfRoom(room);
  return t('item.description', { type: t(`type.${type}`), publication: room.creator.publication });
};

const itemPageHead = (room: Room, item: RoomItem): PageHead => ({
  path: pagePath(item),
  title: item.title,
  description: item.summary ?? itemDescription(room, item),
  publishedAt: item.date,
  changedAt: item.updatedAt,
  language: item.language,
  hasMarkdown: hasMarkdownPage(item),
  oEmbed: isEmbeddable(item) ? room.baseUrl + oEmbedPath(item) : undefined,
  jsonLd: withTrail(room, item, contentTypes[item.type].section, itemLd(room, item)),
});

const isElsewhere = (link: { href: string | undefined; label: string }): link is Link => link.href !== undefined;

const elsewhereLinks = ({ socialLinks = [] }: RoomItem): Link[] =>
  socialLinks
    .toSorted((a, b) => a.sortOrder - b.sortOrder)
    .map(({ label, url }) => ({ label, href: webLink(url) }))
    .filter(isElsewhere);

const players = /^(apple podcasts|spotify|overcast|pocket casts|castbox|deezer|amazon music|youtube music)$/i;
const screens = /^(youtube|vimeo|peertube|twitch)$/i;

/** Returns links to the creator's profiles on platforms that play this type. */
function playedOn({ creator }: Room, t: Translate, { type }: RoomItem) {
  if (type !== 'episode' && type !== 'video') return undefined;
  const isPlace = type === 'episode' ? players : screens;
  const places = (creator.links ?? []).filter(({ label }) => isPlace.test(label));
  const links = places.flatMap(({ label, url }) => (webLink(url) ? [{ label, href: url }] : []));
  return links.length ? { label: t(type === 'episode' ? 'item.listenOn' : 'item.watchOn'), links } : undefined;
}

function onwardView(room: Room, item: RoomItem) {
  const { newer, older, related } = onwardLinksOf(room, item);
  const entry = (one: RoomItem | undefined) => one && entryView(room, one);
  return { newer: entry(newer), older: entry(older), related: related.map((one) => entryView(room, one)) };
}

/** Theme or keyword. The name is for screen readers and crawlers, because a keyword may be as short as “go”. */
interface Subject {
  label: string;
  name: string;
  href: string | undefined;
  /** Present for searches, which crawlers should not follow. */
  rel?: 'nofollow';
}

/** Returns links for themes and keywords. A keyword such as 🔥 has no searchable word and no link. */
function itemSubjects({ creator }: Room, t: Translate, item: RoomItem): Subject[] {
  const { section } = contentTypes[item.type];
  const themes = creator.themes
    .filter(({ id }) => item.themeIds.includes(id))
    .map(({ id, label }) => ({ label, name: label, href: filterPath(section, { kind: 'theme', value: id }) }));
  const themeLabels = new Set(themes.map(({ label }) => label.toLowerCase()));
  const keywords = item.keywords.filter((keyword) => !themeLabels.has(keyword.toLowerCase()));
  const keywordSubjects = keywords.map((label): Subject => {
    const q = keywordQuery(label, creator.language);
    if (q === undefined) return { label, name: label, href: undefined };
    const href = `${searchPage.path}?${new URLSearchParams({ q })}`;
    return { label, rel: 'nofollow', name: `${t('nav.search')}: ${label}`, href };
  });
  return [...themes, ...keywordSubjects];
}

/** Returns the terms of use of the item, in the creator's words if they allow reprints. */
function itemRights({ creator }: Room, t: Translate, item: RoomItem) {
  const { syndication, pressContact } = creator;
  const isGranted = syndication?.available === true;
  const author = item.author ?? creator.name;
  return {
    terms: isGranted ? syndication.terms : t(pressContact ? 'item.allRightsContact' : 'item.allRights', { author }),
    credit: isGranted ? syndication.attribution : undefined,
    contact: pressContact && { label: pressContact.name, href: `mailto:${pressContact.email}` },
  };
}

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Number of letters that identify a sentence. */
const sentenceLetters = 24;

/** Returns the summary, unless the text starts with it, possibly after a line or two of the newsletter's own. */
export function standfirst({ summary }: RoomItem, body: string): string | undefined {
  if (!summary) return undefined;
  const summaryStart = letters(summary).slice(0, sentenceLetters);
  const text = letters(body.slice(0, 1000));
  const isRepeated =
    summaryStart.length < sentenceLetters ? text.startsWith(summaryStart) : text.includes(summaryStart);
  return isRepeated ? undefined : summary;
}

/** Returns the note that the text is only a beginning, with a link to its source. */
function teaser(t: Translate, { access, canonicalUrl }: RoomItem) {
  if (access !== 'source') return undefined;
  const href = webLink(canonicalUrl);
  return {
    note: t('item.teaser'),
    link: href ? { href, label: t('item.readAt', { host: hostLabel(href) }) } : undefined,
  };
}

/** Returns the page of an author other than the creator. */
function authorPath(room: Room, item: RoomItem): string {
  const author = peopleOfItem(room, item).find(({ role }) => role === 'author');
  return item.author === undefined || !author ? '/' : personPath(author);
}

export const isInApi = isVisibleOn('api');

export type ItemView = ReturnType<typeof itemView>;

export function itemView(room: Room, item: RoomItem) {
  const t = translatorOfRoom(room);
  const source = webLink(item.canonicalUrl);
  const day = formatDay(room, itemDay(item));
  const changeDay = item.updatedAt && formatDay(room, item.updatedAt);
  return {
    t,
    head: itemPageHead(room, item),
    kicker: t(`type.${item.type}`),
    title: item.title,
    author: item.author ?? room.creator.name,
    authorPath: authorPath(room, item),
    people: personLinks(room, item),
    ...languagesOf(room, item),
    day,
    changed: changeDay && changeDay.iso !== day.iso ? changeDay : undefined,
    facts: itemFacts(room, item),
    summary: item.summary,
    picture: namedPicture(room, itemPicture(item), ''),
    source: source ? { href: source, label: hostLabel(source) } : undefined,
    teaser: teaser(t, item),
    subjects: itemSubjects(room, t, item),
    elsewhere: elsewhereLinks(item),
    citation: citation(room, item),
    url: room.baseUrl + pagePath(item),
    playedOn: playedOn(room, t, item),
    invite: {
      href: `/booking?${new URLSearchParams({ about: item.title })}`,
      label: t('item.invite', { name: room.creator.name }),
    },
    onward: onwardView(room, item),
    rights: itemRights(room, t, item),
    embedCode: isEmbeddable(item) ? embedCode(room, item) : undefined,
  };
}
