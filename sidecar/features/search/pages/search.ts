// The search page with its results, for browsers with or without scripts.
import type { ApiError } from '#contract/errors.ts';
import type { SearchResults, Snippet } from '#contract/schemas/search.ts';
import { isUpcoming } from '#domain/documents/items.ts';
import { endpointUrl } from '#domain/links.ts';
import { escapeMarkup } from '#domain/text/markup.ts';
import { filterPredicate } from '#domain/lists/content-index.ts';
import { textDirection, type Translate, translateCount } from '#domain/messages/messages.ts';
import { detectOtherLanguage } from '#domain/text/script.ts';
import { searchPage } from '#domain/live-pages.ts';
import { clockTime } from '#domain/transcripts/clock.ts';
import { renderDay, fillBuiltPage, createTranslator } from '#sidecar/http/page.ts';
import { choicesHtml, type ResultCounts, resultCounter, type SearchRequest, searchHref } from './choices.ts';
import type { Release } from '#sidecar/release/release.ts';
import { countFreeItems, parseSearchWords, searchRelease, searchRoomTexts } from '#sidecar/release/search.ts';

/** Marks the matches in a passage. Their positions count Unicode characters. */
function renderMarks({ text, matches }: Snippet): string {
  const characters = [...text];
  const part = (from: number, to?: number) => escapeMarkup(characters.slice(from, to).join(''));
  const ends = [0, ...matches.map(({ end }) => end)];
  const markedParts = matches.map(({ start, end }, i) => `${part(ends[i]!, start)}<mark>${part(start, end)}</mark>`);
  return markedParts.join('') + part(ends.at(-1)!);
}

const languageAttributes = (language: string | undefined): string =>
  language ? ` lang="${escapeMarkup(language)}" dir="${textDirection(language)}"` : '';

/** Returns attributes for a text whose script differs from the language of its item. */
const textAttributes = (text: string, language: string): string =>
  languageAttributes(detectOtherLanguage(text, language));

function renderSnippet(t: Translate, snippet: Snippet, href: string, language: string): string {
  const { mediaUrl, anchor = mediaUrl ?? href, startSeconds } = snippet;
  const at =
    startSeconds === undefined
      ? ''
      : ` <a class="quiet" href="${escapeMarkup(anchor)}">${t('search.at', { time: clockTime(startSeconds) })}</a>`;
  const arrow = at ? '' : ` <a href="${escapeMarkup(anchor)}" aria-hidden="true" tabindex="-1">→</a>`;
  return `<p class="row-summary"${textAttributes(snippet.text, language)}>${renderMarks(snippet)}${at}${arrow}</p>`;
}

function renderHit(release: Release, t: Translate, item: SearchResults['items'][0]): string {
  const href = item.url.slice(release.facts.baseUrl.length);
  const snippets = item.snippets.filter(({ field }) => field !== 'title');
  const roomLanguage = release.facts.creator.language;
  const language = item.language ?? roomLanguage;
  const summary = item.summary
    ? `<p class="row-summary"${textAttributes(item.summary, language)}>${escapeMarkup(item.summary)}</p>`
    : '';
  const state = isUpcoming(item) ? `<span>${t('stream.upcoming')}</span>` : '';
  return [
    `<li class="row"${languageAttributes(language === roomLanguage ? undefined : language)}><div class="row-text">`,
    `<p class="facts">${renderDay(release, item.date)}<span>${t(`type.${item.type}` as 'type.article')}</span>${state}</p>`,
    `<h2 class="row-title"${textAttributes(item.title, language)}><a href="${escapeMarkup(href)}">${escapeMarkup(item.title)}</a></h2>`,
    snippets.length > 0 ? snippets.map((snippet) => renderSnippet(t, snippet, href, language)).join('') : summary,
    '</div></li>',
  ].join('');
}

function renderPager(t: Translate, request: SearchRequest, total: number): string {
  const { offset } = request;
  const size = searchPage.resultsPerPage;
  const link = (at: number, rel: string, label: string) =>
    `<a rel="${rel}" href="${escapeMarkup(searchHref(request, at))}">${label}</a>`;
  const links = [
    ...(offset > 0 ? [link(Math.max(0, offset - size), 'prev', t('search.back'))] : []),
    ...(offset + size < total ? [link(offset + size, 'next', t('search.more'))] : []),
  ];
  return links.length > 0 ? `<nav class="pager" aria-label="${t('pages')}">${links.join('')}</nav>` : '';
}

/** Renders a link to the suggested spelling of the query. */
function suggestionHtml(t: Translate, request: SearchRequest, { didYouMean }: SearchResults): string {
  if (!didYouMean) return '';
  const link = `<a href="${escapeMarkup(searchHref({ ...request, q: didYouMean }))}">${escapeMarkup(didYouMean)}</a>`;
  return `<p class="notice">${t('search.meant', { query: link })}</p>`;
}

/** Renders sentences about the creator and the room, each with a link to its page. */
const renderAbout = ({ facts }: Release, { about = [] }: SearchResults): string =>
  about
    .map(({ text, url }) => {
      const href = escapeMarkup(url.slice(facts.baseUrl.length));
      return `<p class="notice">${escapeMarkup(text)} <a href="${href}" aria-hidden="true" tabindex="-1">→</a></p>`;
    })
    .join('');

function resultsHtml(release: Release, request: SearchRequest, results: SearchResults, counts: ResultCounts): string {
  const t = createTranslator(release);
  const { language } = release.facts.creator;
  const query = `<q>${escapeMarkup(request.q)}</q>`;
  const { items, total, matched } = results;
  const suggestion = suggestionHtml(t, request, results);
  const choices = choicesHtml(t, request, counts);
  const about = renderAbout(release, results);
  if (items.length === 0)
    return `${about}<p class="notice" role="status">${t('search.none', { query })}</p>${suggestion}${choices}`;
  const json = `${endpointUrl('', 'search')}?${new URLSearchParams({ q: request.q })}`;
  return [
    about,
    `<p class="quiet" role="status">${translateCount(language, 'search.results', total, { count: total, query })}</p>`,
    matched === 'any' ? `<p class="quiet">${t('search.any')}</p>` : '',
    suggestion,
    choices,
    `<ol class="rows">${items.map((item) => renderHit(release, t, item)).join('')}</ol>`,
    renderPager(t, request, total),
    `<p class="quiet"><a href="${escapeMarkup(json)}">${t('search.json')}</a></p>`,
  ].join('\n');
}

const renderSearchPage = (release: Release, q: string, html: string): Promise<string> =>
  fillBuiltPage(release, { path: searchPage.path, id: 'results', html, values: { words: q, 'search-words': q } });

/** Renders the page with results. Items without a page are excluded. */
export function searchResultsPage(release: Release, request: SearchRequest): Promise<string> {
  const { creator } = release.facts;
  const words = parseSearchWords(request.q, creator.language);
  const limit = searchPage.resultsPerPage;
  const { add, ...counts } = resultCounter(release.index);
  const isShown = (position: number) => release.texts.hasPage(position);
  // Counts results of all types and years, independent of the current filter.
  searchRelease(release, { q: request.q, limit: 1 }, words, (at) => isShown(at) && add(at), countFreeItems(release));
  const { type, year } = request;
  const days = year && { from: `${year}-01-01`, to: `${year}-12-31` };
  const fits = filterPredicate(release.index.visible, { types: type ? [type] : [], ...days });
  const isWanted = (at: number) => fits(at) && isShown(at);
  const results = searchRelease(release, { ...request, limit }, words, isWanted, countFreeItems(release));
  const about = request.offset === 0 ? searchRoomTexts(release, words) : {};
  return renderSearchPage(release, request.q, resultsHtml(release, request, { ...results, ...about }, counts));
}

const queryProblems = ['no_words', 'stop_words', 'too_many_words'] as const;

export function searchProblemPage(release: Release, q: string, { kind, details }: ApiError): Promise<string> {
  const t = createTranslator(release);
  const reason = queryProblems.find((name) => name === details?.reason);
  const problem = reason ? t(`search.${reason}`) : t(kind === 'bad_request' ? 'search.problem' : 'busy');
  return renderSearchPage(release, q, `<p class="notice" role="alert">${escapeMarkup(problem)}</p>`);
}
