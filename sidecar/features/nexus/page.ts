// The directory as a page for people: a search form, topics, and a card for each creator. Works without scripts.
import type { NexusCreator, NexusItem, NexusResults } from '#contract/schemas/nexus.ts';
import { endpoints } from '#contract/endpoints.ts';
import { searchMaxCharacters } from '#contract/limits.ts';
import { topicKey } from '#domain/lists/topics.ts';
import { canonicalLocale, translateCount, type Translate } from '#domain/messages/messages.ts';
import { nexusPath } from '#domain/live-pages.ts';
import { escapeMarkup as escaped } from '#domain/text/markup.ts';
import { dayHtml, wordsOf } from '../../http/page.ts';
import type { Release } from '../../release/release.ts';

/** Words, language and address of the room that runs the Nexus. */
type Room = Pick<Release, 'facts'>;

export interface PageQuery {
  q?: string;
  topic?: string;
  cursor?: string;
}

export type Card = NexusCreator & Partial<Pick<NexusResults['creators'][number], 'items'>>;

export interface Shown {
  query: PageQuery;
  topics: string[];
  creators: Card[];
  total: number;
  nextCursor?: string | undefined;
}

const address = (query: PageQuery): string => {
  const given = Object.entries(query).filter(([, value]) => value);
  return escaped(nexusPath + (given.length > 0 ? `?${new URLSearchParams(given)}` : ''));
};

const topicLink = (topic: string, current?: string): string => {
  const isCurrent = current !== undefined && topicKey(topic) === topicKey(current);
  const mark = isCurrent ? ' aria-current="true"' : '';
  return `<li><a href="${address({ topic })}"${mark}>${own(topic)}</a></li>`;
};

const topicList = (topics: string[], current?: string): string =>
  topics.length > 0 ? `<ul class="subjects">${topics.map((topic) => topicLink(topic, current)).join('')}</ul>` : '';

const topicsHtml = (t: Translate, topics: string[], current?: string): string =>
  topics.length > 0 ? `<nav aria-label="${escaped(t('nexus.topics'))}">${topicList(topics, current)}</nav>` : '';

const formHtml = (t: Translate, { q = '', topic }: PageQuery): string =>
  [
    `<form class="lookup" method="get" action="${nexusPath}" role="search" aria-labelledby="nexus-find">`,
    `<label id="nexus-find" for="nexus-words">${escaped(t('nexus.find'))}</label>`,
    `<input id="nexus-words" name="q" type="search" maxlength="${searchMaxCharacters}" value="${escaped(q)}">`,
    topic ? `<input type="hidden" name="topic" value="${escaped(topic)}">` : '',
    `<button class="button">${escaped(t('nav.search'))}</button></form>`,
  ].join('');

/** Text of a stranger, which may run the other way. */
const own = (text: string): string => `<bdi>${escaped(text)}</bdi>`;

/** Addresses are those of the member's own origin: nothing else gets into the store. */
const link = (href: string, label: string): string => `<a href="${escaped(href)}" rel="nofollow">${label}</a>`;

const itemHtml = (room: Room, { url, title, date }: NexusItem): string =>
  `<li>${link(url, own(title))} <span class="quiet">${dayHtml(room, date)}</span></li>`;

/** More topics of one creator make its card larger than it is. */
const mostTopics = 8;

function cardHtml(t: Translate, room: Room, creator: Card): string {
  const { tenantId, name, oneLiner, topics = [], mediaRoomUrl, indexUrl, updatedAt, status, items = [] } = creator;
  // As a browser writes it: a name can be borrowed, a host cannot.
  const facts = [
    own(new URL(mediaRoomUrl).host),
    `${escaped(t('change'))} ${dayHtml(room, updatedAt)}`,
    ...(status === 'stale' ? [escaped(t('nexus.stale'))] : []),
    link(indexUrl, escaped(t('link.index'))),
  ];
  return [
    `<li id="${escaped(tenantId)}"><h2>${link(mediaRoomUrl, own(name))}</h2>`,
    oneLiner ? `<p>${own(oneLiner)}</p>` : '',
    topicList(topics.slice(0, mostTopics)),
    items.length > 0 ? `<ul>${items.map((item) => itemHtml(room, item)).join('')}</ul>` : '',
    `<p class="facts">${facts.map((fact) => `<span>${fact}</span>`).join('')}</p></li>`,
  ].join('');
}

function statusHtml(t: Translate, language: string, { query: { q, topic }, creators, total }: Shown): string {
  const isCut = q !== undefined && total > creators.length;
  const number = isCut ? creators.length : total;
  const count = translateCount(language, 'nexus.creators', number, {
    count: number.toLocaleString(canonicalLocale(language)),
  });
  const what = [q && `“${q}”`, topic].filter(Boolean).join(', ');
  if (!what) return `<p role="status">${escaped(count)}</p>`;
  const found = t('nexus.about', { creators: isCut ? t('nexus.best', { creators: count }) : count, what });
  const all = `<a href="${nexusPath}">${escaped(t('nexus.all'))}</a>`;
  const said = total > 0 ? found : `${found}. ${t('nexus.none')}`;
  return `<p role="status">${escaped(said)} ${all}</p>`;
}

function linksHtml(t: Translate, baseUrl: string): string {
  const digest = `<a href="${endpoints.nexusDigest.http.path}?format=rss">${escaped(t('nexus.digest'))}</a>`;
  const opml = `<a href="${endpoints.nexusOpml.http.path}">${escaped(t('nexus.opml'))}</a>`;
  const join = `${escaped(t('nexus.join'))} <code>NEXUS_URL=${escaped(baseUrl)}</code>`;
  return `<p class="facts"><span>${digest}</span><span>${opml}</span></p><p class="quiet">${join}</p>`;
}

/** In the language of the room; what members say is in theirs. */
export function membersHtml(room: Room, shown: Shown): string {
  const t = wordsOf(room);
  const { language } = room.facts.creator;
  const { query, topics, creators, nextCursor } = shown;
  const more = nextCursor && address({ ...query, cursor: nextCursor });
  return [
    formHtml(t, query),
    topicsHtml(t, topics, query.topic),
    statusHtml(t, language, shown),
    creators.length === 0
      ? ''
      : `<ul class="members">${creators.map((creator) => cardHtml(t, room, creator)).join('\n')}</ul>`,
    more ? `<p><a class="button" href="${more}" rel="next">${escaped(t('nexus.more'))}</a></p>` : '',
    linksHtml(t, room.facts.baseUrl),
  ].join('\n');
}

/** Where the directory cannot be asked at the moment. */
export function busyHtml(room: Room, query: PageQuery): string {
  const t = wordsOf(room);
  return `${formHtml(t, query)}\n<p class="notice" role="alert">${escaped(t('busy'))}</p>`;
}
