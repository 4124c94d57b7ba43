// The directory as a page for people: a search form, topics, and a card for each creator. Works without scripts.
import type { NexusCreator, NexusResults } from '#contract/schemas/nexus.ts';
import { endpoints } from '#contract/endpoints.ts';
import { nexusPath } from '#domain/nexus/page.ts';
import { escapeXml as escaped } from '#domain/xml.ts';

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

const topicLink = (topic: string, current?: string): string =>
  `<li><a href="${address({ topic })}"${topic.toLowerCase() === current?.toLowerCase() ? ' aria-current="true"' : ''}>${escaped(topic)}</a></li>`;

const topicList = (topics: string[], current?: string): string =>
  topics.length > 0 ? `<ul class="subjects">${topics.map((topic) => topicLink(topic, current)).join('')}</ul>` : '';

const formHtml = ({ q = '', topic }: PageQuery): string =>
  `<form class="form lookup" method="get" action="${nexusPath}" role="search">` +
  `<p><label for="nexus-q">Find creators by what they have published</label>` +
  `<input id="nexus-q" name="q" type="search" maxlength="200" value="${escaped(q)}">` +
  (topic ? `<input type="hidden" name="topic" value="${escaped(topic)}">` : '') +
  '<button class="button">Search</button></p></form>';

const day = (instant: string): string => `<time datetime="${instant}">${instant.slice(0, 10)}</time>`;

/** Addresses are those of the member's own origin, or of the web: nothing else gets into the store. */
const link = (href: string, label: string): string => `<a href="${escaped(href)}" rel="nofollow">${escaped(label)}</a>`;

const itemsHtml = (items: Shown['creators'][number]['items'] = []): string =>
  items.length > 0
    ? `<ul>${items.map(({ url, title, date }) => `<li>${link(url, title)} <span class="quiet">${escaped(date)}</span></li>`).join('')}</ul>`
    : '';

function cardHtml(creator: Shown['creators'][number]): string {
  const { tenantId, name, oneLiner, topics = [], mediaRoomUrl, indexUrl, updatedAt, status, items } = creator;
  const facts = [
    `Changed ${day(updatedAt)}`,
    ...(status === 'stale' ? ['Does not answer at the moment'] : []),
    link(indexUrl, 'API index'),
  ];
  return [
    `<li id="${escaped(tenantId)}"><h2>${link(mediaRoomUrl, name)}</h2>`,
    oneLiner ? `<p class="lede">${escaped(oneLiner)}</p>` : '',
    topicList(topics),
    itemsHtml(items),
    `<p class="facts">${facts.map((fact) => `<span>${fact}</span>`).join('')}</p></li>`,
  ].join('');
}

function headingHtml({ query: { q, topic }, total }: Shown): string {
  const about = [q && `“${escaped(q)}”`, topic && `the topic ${escaped(topic)}`].filter(Boolean).join(' and ');
  const count = `${total.toLocaleString('en')} ${total === 1 ? 'creator' : 'creators'}`;
  const all = about ? ` <a href="${nexusPath}">Show all</a>` : '';
  return `<p role="status">${count}${about ? ` for ${about}.` : '.'}${all}</p>`;
}

const linksHtml =
  `<p class="facts"><span><a href="${endpoints.nexusCreators.path}?expand=bookingHints">The same as JSON</a></span>` +
  `<span><a href="${endpoints.nexusDigest.path}?format=rss">New items as feed</a></span>` +
  `<span><a href="${endpoints.nexusOpml.path}">All feeds (OPML)</a></span></p>`;

export function membersHtml(shown: Shown): string {
  const { query, topics, creators, nextCursor } = shown;
  return [
    formHtml(query),
    topicList(topics, query.topic),
    headingHtml(shown),
    `<ul class="members">${creators.map(cardHtml).join('\n')}</ul>`,
    nextCursor ? `<p><a href="${address({ ...query, cursor: nextCursor })}" rel="next">More creators</a></p>` : '',
    linksHtml,
  ].join('\n');
}
