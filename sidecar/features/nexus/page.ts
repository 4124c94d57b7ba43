// Renders the directory as a page for people: a search form, topics and a card for each creator. Works without scripts.
import type { NexusCreator, NexusItem, NexusResults } from '#contract/schemas/nexus.ts';
import { endpoints } from '#contract/endpoints.ts';
import { searchMaxCharacters } from '#contract/limits.ts';
import { topicKey } from '#domain/lists/topics.ts';
import { canonicalLocale, translateCount, type Translate } from '#domain/messages/messages.ts';
import { nexusPath } from '#domain/live-pages.ts';
import { escapeMarkup as escaped } from '#domain/text/markup.ts';
import { renderDay, createTranslator } from '../../http/page.ts';
import type { Release } from '../../release/release.ts';

/** Messages, language and address of the room that runs the Nexus. */
type Room = Pick<Release, 'facts'>;

export interface DirectoryQuery {
  q?: string;
  topic?: string;
  cursor?: string;
}

export type CreatorCard = NexusCreator & Partial<Pick<NexusResults['creators'][number], 'items'>>;

export interface DirectoryView {
  query: DirectoryQuery;
  topics: string[];
  creators: CreatorCard[];
  total: number;
  nextCursor?: string | undefined;
}

const renderAddress = (query: DirectoryQuery): string => {
  const parameters = Object.entries(query).filter(([, value]) => value);
  return escaped(nexusPath + (parameters.length > 0 ? `?${new URLSearchParams(parameters)}` : ''));
};

const renderTopic = (topic: string, current?: string): string => {
  const isCurrent = current !== undefined && topicKey(topic) === topicKey(current);
  const mark = isCurrent ? ' aria-current="true"' : '';
  return `<li><a href="${renderAddress({ topic })}"${mark}>${renderStrangerText(topic)}</a></li>`;
};

const renderTopicList = (topics: string[], current?: string): string =>
  topics.length > 0 ? `<ul class="subjects">${topics.map((topic) => renderTopic(topic, current)).join('')}</ul>` : '';

const renderTopicNav = (t: Translate, topics: string[], current?: string): string =>
  topics.length > 0 ? `<nav aria-label="${escaped(t('nexus.topics'))}">${renderTopicList(topics, current)}</nav>` : '';

const renderForm = (t: Translate, { q = '', topic }: DirectoryQuery): string =>
  [
    `<form class="lookup" method="get" action="${nexusPath}" role="search" aria-labelledby="nexus-find">`,
    `<label id="nexus-find" for="nexus-words">${escaped(t('nexus.find'))}</label>`,
    `<input id="nexus-words" name="q" type="search" maxlength="${searchMaxCharacters}" value="${escaped(q)}">`,
    topic ? `<input type="hidden" name="topic" value="${escaped(topic)}">` : '',
    `<button class="button">${escaped(t('nav.search'))}</button></form>`,
  ].join('');

/** Renders untrusted text, which may have another text direction. */
const renderStrangerText = (text: string): string => `<bdi>${escaped(text)}</bdi>`;

/** Renders a link of a member. Stored addresses always belong to the member's origin. */
const renderLink = (href: string, label: string): string => `<a href="${escaped(href)}" rel="nofollow">${label}</a>`;

const renderItem = (room: Room, { url, title, date }: NexusItem): string =>
  `<li>${renderLink(url, renderStrangerText(title))} <span class="quiet">${renderDay(room, date)}</span></li>`;

/** Maximum number of topics on a card. */
const maxTopics = 8;

function renderCard(t: Translate, room: Room, creator: CreatorCard): string {
  const { tenantId, name, oneLiner, topics = [], mediaRoomUrl, indexUrl, updatedAt, status, items = [] } = creator;
  // The host is view, since a name can be copied, but a host cannot.
  const facts = [
    renderStrangerText(new URL(mediaRoomUrl).host),
    `${escaped(t('change'))} ${renderDay(room, updatedAt)}`,
    ...(status === 'stale' ? [escaped(t('nexus.stale'))] : []),
    renderLink(indexUrl, escaped(t('link.index'))),
  ];
  return [
    `<li id="${escaped(tenantId)}"><h2>${renderLink(mediaRoomUrl, renderStrangerText(name))}</h2>`,
    oneLiner ? `<p>${renderStrangerText(oneLiner)}</p>` : '',
    renderTopicList(topics.slice(0, maxTopics)),
    items.length > 0 ? `<ul>${items.map((item) => renderItem(room, item)).join('')}</ul>` : '',
    `<p class="facts">${facts.map((fact) => `<span>${fact}</span>`).join('')}</p></li>`,
  ].join('');
}

function renderStatus(t: Translate, language: string, { query: { q, topic }, creators, total }: DirectoryView): string {
  const isCut = q !== undefined && total > creators.length;
  const number = isCut ? creators.length : total;
  const count = translateCount(language, 'nexus.creators', number, {
    count: number.toLocaleString(canonicalLocale(language)),
  });
  const what = [q && `“${q}”`, topic].filter(Boolean).join(', ');
  if (!what) return `<p role="status">${escaped(count)}</p>`;
  const summary = t('nexus.about', { creators: isCut ? t('nexus.best', { creators: count }) : count, what });
  const all = `<a href="${nexusPath}">${escaped(t('nexus.all'))}</a>`;
  const text = total > 0 ? summary : `${summary}. ${t('nexus.none')}`;
  return `<p role="status">${escaped(text)} ${all}</p>`;
}

function renderFooter(t: Translate, baseUrl: string): string {
  const digest = `<a href="${endpoints.nexusDigest.http.path}?format=rss">${escaped(t('nexus.digest'))}</a>`;
  const opml = `<a href="${endpoints.nexusOpml.http.path}">${escaped(t('nexus.opml'))}</a>`;
  const join = `${escaped(t('nexus.join'))} <code>NEXUS_URL=${escaped(baseUrl)}</code>`;
  return `<p class="facts"><span>${digest}</span><span>${opml}</span></p><p class="quiet">${join}</p>`;
}

/** Renders the directory in the language of the room; texts of members are in their own. */
export function renderDirectory(room: Room, view: DirectoryView): string {
  const t = createTranslator(room);
  const { language } = room.facts.creator;
  const { query, topics, creators, nextCursor } = view;
  const more = nextCursor && renderAddress({ ...query, cursor: nextCursor });
  return [
    renderForm(t, query),
    renderTopicNav(t, topics, query.topic),
    renderStatus(t, language, view),
    creators.length === 0
      ? ''
      : `<ul class="members">${creators.map((creator) => renderCard(t, room, creator)).join('\n')}</ul>`,
    more ? `<p><a class="button" href="${more}" rel="next">${escaped(t('nexus.more'))}</a></p>` : '',
    renderFooter(t, room.facts.baseUrl),
  ].join('\n');
}

/** Renders the page while the directory is overloaded. */
export function renderBusy(room: Room, query: DirectoryQuery): string {
  const t = createTranslator(room);
  return `${renderForm(t, query)}\n<p class="notice" role="alert">${escaped(t('busy'))}</p>`;
}
