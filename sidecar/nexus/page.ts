// The directory as a page for people: a search form, topics, and a card for each creator. Works without scripts.
import type { NexusCreator, NexusItem, NexusResults } from '#contract/schemas/nexus.ts';
import { endpoints } from '#contract/endpoints.ts';
import { searchMaxCharacters } from '#contract/limits.ts';
import { formOf, localeOf, type Say, sayIn } from '#domain/messages.ts';
import { nexusPath } from '#domain/nexus/page.ts';
import { escapeMarkup as escaped } from '#domain/markup.ts';

export interface PageQuery {
  q?: string;
  topic?: string;
  cursor?: string;
}

export interface Shown {
  query: PageQuery;
  topics: string[];
  creators: (NexusCreator & Partial<Pick<NexusResults['creators'][number], 'items'>>)[];
  total: number;
  nextCursor?: string | undefined;
}

const address = (query: PageQuery): string => {
  const given = Object.entries(query).filter(([, value]) => value);
  return escaped(nexusPath + (given.length > 0 ? `?${new URLSearchParams(given)}` : ''));
};

const topicLink = (topic: string, current?: string): string => {
  const mark = topic.toLowerCase() === current?.toLowerCase() ? ' aria-current="true"' : '';
  return `<li><a href="${address({ topic })}"${mark}>${escaped(topic)}</a></li>`;
};

const topicList = (topics: string[], current?: string): string =>
  topics.length > 0 ? `<ul class="subjects">${topics.map((topic) => topicLink(topic, current)).join('')}</ul>` : '';

const topicsHtml = (say: Say, topics: string[], current?: string): string =>
  topics.length > 0 ? `<nav aria-label="${escaped(say('nexus.topics'))}">${topicList(topics, current)}</nav>` : '';

const formHtml = (say: Say, { q = '', topic }: PageQuery): string =>
  [
    `<form class="lookup" method="get" action="${nexusPath}" role="search" aria-labelledby="nexus-find">`,
    `<label id="nexus-find" for="nexus-words">${escaped(say('nexus.find'))}</label>`,
    `<input id="nexus-words" name="q" type="search" maxlength="${searchMaxCharacters}" value="${escaped(q)}">`,
    topic ? `<input type="hidden" name="topic" value="${escaped(topic)}">` : '',
    `<button class="button">${escaped(say('nav.search'))}</button></form>`,
  ].join('');

const day = (instant: string): string => `<time datetime="${instant}">${instant.slice(0, 10)}</time>`;

/** Addresses are those of the member's own origin, or of the web: nothing else gets into the store. */
const link = (href: string, label: string): string => `<a href="${escaped(href)}" rel="nofollow">${escaped(label)}</a>`;

const itemHtml = ({ url, title, date }: NexusItem): string =>
  `<li>${link(url, title)} <span class="quiet">${escaped(date)}</span></li>`;

function cardHtml(say: Say, creator: Shown['creators'][number]): string {
  const { tenantId, name, oneLiner, topics = [], mediaRoomUrl, indexUrl, updatedAt, status, items = [] } = creator;
  const facts = [
    `${escaped(say('change'))} ${day(updatedAt)}`,
    ...(status === 'stale' ? [escaped(say('nexus.stale'))] : []),
    link(indexUrl, say('link.index')),
  ];
  return [
    `<li id="${escaped(tenantId)}"><h2>${link(mediaRoomUrl, name)}</h2>`,
    oneLiner ? `<p>${escaped(oneLiner)}</p>` : '',
    topicList(topics),
    items.length > 0 ? `<ul>${items.map(itemHtml).join('')}</ul>` : '',
    `<p class="facts">${facts.map((fact) => `<span>${fact}</span>`).join('')}</p></li>`,
  ].join('');
}

function statusHtml(say: Say, language: string, { query: { q, topic }, total }: Shown): string {
  const count = total.toLocaleString(localeOf(language));
  const creators = say(`nexus.creators.${formOf(language, total)}`, { count });
  const what = [q && `“${q}”`, topic].filter(Boolean).join(', ');
  if (!what) return `<p role="status">${escaped(creators)}</p>`;
  const all = `<a href="${nexusPath}">${escaped(say('nexus.all'))}</a>`;
  return `<p role="status">${escaped(say('nexus.about', { creators, what }))} ${all}</p>`;
}

function linksHtml(say: Say): string {
  const digest = `<a href="${endpoints.nexusDigest.path}?format=rss">${escaped(say('nexus.digest'))}</a>`;
  const opml = `<a href="${endpoints.nexusOpml.path}">${escaped(say('nexus.opml'))}</a>`;
  return `<p class="facts"><span>${digest}</span><span>${opml}</span></p>`;
}

/** In the language of the room; what members say is in theirs. */
export function membersHtml(language: string, shown: Shown): string {
  const say = sayIn(language);
  const { query, topics, creators, nextCursor } = shown;
  const more = nextCursor && address({ ...query, cursor: nextCursor });
  return [
    formHtml(say, query),
    topicsHtml(say, topics, query.topic),
    statusHtml(say, language, shown),
    `<ul class="members">${creators.map((creator) => cardHtml(say, creator)).join('\n')}</ul>`,
    more ? `<p><a class="button" href="${more}" rel="next">${escaped(say('nexus.more'))}</a></p>` : '',
    linksHtml(say),
  ].join('\n');
}
