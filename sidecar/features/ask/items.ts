// Answers questions about items and the creator from the result of a typed query.
import type { AskResponse, AskResult } from '#contract/schemas/ask.ts';
import { summarizeWithheld, withheldSentence } from '#domain/access/access.ts';
import { suggestTopics } from '#domain/lists/topics.ts';
import { translateCount, type Translate, translatorFor } from '#domain/messages/messages.ts';
import { emptyQuery, isTyped, type TypedQuery, wantsList } from '#domain/query/typed-query.ts';
import { lacksTypes } from '../../release/query-filter.ts';
import type { Release } from '../../release/release.ts';
import { type FoundItem, type FoundSentence, type QueryResult, runQuery } from '../../release/run-query.ts';
import { findAnswer, type FoundResult } from './claims.ts';
import { answerResponse, failureResponse, itemResult, summaryResult } from './results.ts';

const defaultShown = 5;
const maxShown = 20;
const shownWithCount = 3;

interface ItemsAnswer {
  release: Release;
  query: TypedQuery;
  result: QueryResult;
  /** Results of the answer, in order. */
  shown: FoundResult[];
  t: Translate;
  /** Words that affect the question and were not understood. */
  unclear: string[];
  /** True if the texts were searched without the kind and the time of items. */
  isWidened: boolean;
}

/** Puts words into the quotation marks of the language. */
export const quoteWords = (t: Translate, words: string[]): string =>
  t('prep.quoted', { word: words.join(' ').replaceAll('"', '') });

/** Formats a period, such as `2026-01-01 – 2026-12-31`. */
const periodText = ({ from = '', to = '' }: TypedQuery): string => (from === to ? from : `${from} – ${to}`.trim());

const maxAlternatives = 3;

/** Names the words that the results contain, with alternatives. */
const describeWords = ({ shown, t }: ItemsAnswer): string =>
  [...new Set(shown.map(({ words }) => (words.length > 0 ? quoteWords(t, words) : '')))]
    .filter(Boolean)
    .slice(0, maxAlternatives)
    .join(t('ask.or'));

const periodIn = (query: TypedQuery): string => (query.from || query.to ? ` (${periodText(query)})` : '');

/** Names the kind of items, such as “planned talks”. */
function describeKind({ query, result: { filter }, t }: ItemsAnswer, count: number): string {
  const { language, status, itemLanguage } = query;
  const types = filter.types.length > 0 ? filter.types : (['item'] as const);
  const items = types.map((type) => translateCount(language, `ask.${type}`, count, {})).join(t('ask.or'));
  const kind = status ? t(`ask.${status.not ? 'not.' : ''}${status.is}`, { items }) : items;
  const names = new Intl.DisplayNames(language, { type: 'language' });
  return itemLanguage ? `${kind} (${names.of(itemLanguage)})` : kind;
}

/** Describes what all items of an answer have in common, such as `articles that mention “salt”`. */
function describeItems(answered: ItemsAnswer, count: number): string {
  const { query, result, t } = answered;
  const { feeds, topics } = result.filter;
  const words = describeWords(answered);
  let items = describeKind(answered, count);
  if (feeds.length > 0) items = t('ask.fromFeed', { items, feed: quoteWords(t, feeds) });
  if (topics.length > 0) items = t('ask.filed', { items, topics: quoteWords(t, topics) });
  if (words) items = t('ask.mentioning', { items, words });
  if (query.without.length > 0) items = t('ask.without', { items, words: quoteWords(t, query.without) });
  return query.from || query.to ? t('ask.dated', { items, period: periodText(query) }) : items;
}

/** Names the words that no item has. */
function describeMissing(answered: ItemsAnswer): string {
  const { result, t } = answered;
  const { missing, notFound } = result;
  const words = describeWords(answered);
  return notFound.length > 0
    ? t('ask.missing', { missing: quoteWords(t, notFound), words })
    : t('ask.apart', { missing: quoteWords(t, missing), words });
}

function describeNothing({ release, query, result, t }: ItemsAnswer): string {
  const { filter, notFound } = result;
  if (lacksTypes(release, filter.types)) {
    const items = filter.types.map((type) => translateCount(query.language, `ask.${type}`, 0, {}));
    return t('ask.noType', { items: items.join(t('ask.or')) });
  }
  const period = periodIn(query);
  if (query.words.length === 0) return t('ask.none', { period });
  const isAbsent = notFound.length > 0;
  const words = quoteWords(t, isAbsent ? notFound : query.words);
  const isTogether = !isAbsent && query.words.length > 1;
  const nothing = t(isTogether ? 'ask.noneTogether' : 'ask.noneMentions', { words, period });
  const { visible } = release.index;
  const topics = suggestTopics(visible.topics, query.words.join(' '), release.facts.creator.topics);
  return topics.length > 0 ? `${nothing} ${t('ask.topics', { topics: topics.join(', ') })}` : nothing;
}

/** A question that no rule turns into a claim: its passages follow without one. */
function describeUnclear(answered: ItemsAnswer): string {
  const { query, result, t, unclear } = answered;
  const first =
    query.negation === undefined
      ? t('ask.unused', { words: quoteWords(t, unclear) })
      : t('ask.negation', { word: quoteWords(t, [query.negation]) });
  const words = describeWords(answered);
  if (!words) return first;
  return `${first} ${result.missing.length > 0 ? describeMissing(answered) : t('ask.these', { words })}`;
}

function describeResult(answered: ItemsAnswer): string {
  const { query, result, shown, unclear, t } = answered;
  if (unclear.length > 0 || query.negation !== undefined) return describeUnclear(answered);
  if (result.missing.length > 0) return describeMissing(answered);
  const [first] = result.items;
  if (query.isCount || query.order === 'best' || shown.length > 1 || !first) return describeAll(answered);
  return t(`ask.${query.order}`, { items: describeItems(answered, 1), title: first.item.title, date: first.item.date });
}

/** Describes the answer to a question that was understood: a number, a passage or a list. */
function describeAll(answered: ItemsAnswer): string {
  const { query, result, shown, t } = answered;
  const { total, isCut } = result;
  const count = `${isCut ? '≥ ' : ''}${total}`;
  if (query.isCount)
    return translateCount(query.language, 'ask.count', total, { count, items: describeItems(answered, total) });
  const { language } = answered.release.facts.creator;
  const answer = answered.isWidened ? null : findAnswer(query, shown, language, t);
  const words = describeWords(answered);
  if (answer === null) return words ? t('ask.unanswered', { words }) : t('ask.none', { period: '' });
  return answer ?? t('ask.list', { shown: shown.length, count, items: describeItems(answered, total) });
}

/** Words that were not understood. A number or rank depends on each word; a list states the words that it matches. */
function unclearWords(query: TypedQuery, { filter, isSorted }: QueryResult): string[] {
  const { unused, loose, isCount, order, orderText, asks, asksText } = query;
  const isExact = isCount || order !== 'best';
  const isOther = isExact && asks !== undefined && !['thing', 'time', 'person'].includes(asks);
  return [
    ...unused,
    ...filter.unresolved,
    ...(isExact ? loose : []),
    ...(isOther ? [asksText ?? asks] : []),
    ...(isSorted ? [] : [orderText ?? order]),
  ];
}

/** Shows sentences about the creator and the room as one result. */
function creatorResult({ facts: { creator, baseUrl } }: Release, sentences: FoundSentence[]): AskResult {
  const citations = sentences.map(({ text, path = '/', speaker }) => ({
    text,
    url: `${baseUrl}${path}`,
    ...(speaker && { speaker }),
  }));
  const urls = [...new Set(citations.map(({ url }) => url))];
  return {
    '@type': 'Person',
    name: creator.name,
    url: urls[0]!,
    description: sentences.map(({ text }) => text).join('\n'),
    grounding: { source_urls: urls, citations },
  };
}

/** Turns results into those of the answer. All sentences are one result, in the place of the first. */
function toResults(release: Release, shown: FoundResult[]): AskResult[] {
  const sentences = shown.filter((one): one is FoundSentence => !('item' in one));
  return shown.flatMap((one) => {
    if ('item' in one) return itemResult(one);
    return one === sentences[0] ? creatorResult(release, sentences) : [];
  });
}

/** Returns the query without the kind and the time of items, which may be words of the question like others. */
const widen = ({ from: _, to: __, status: ___, ...query }: TypedQuery): TypedQuery => ({
  ...query,
  types: [],
  nouns: [],
  order: 'best',
  isItems: false,
  words: [...query.words, ...query.periodWords],
});

/** Returns true if the kind and the time of items may be words of the question. */
const mayWiden = (query: TypedQuery): boolean =>
  query.words.length > 0 && !query.isCount && !(wantsList(query) && periodIn(query) !== '');

const namesYear = ({ periodWords }: TypedQuery): boolean => periodWords.some((word) => /\d{4}/.test(word));

/** Returns true if a query names a year in which nothing here was published. */
function namesOldYear(release: Release, query: TypedQuery): boolean {
  const { from, to, language } = query;
  if (!from || !to || !namesYear(query)) return false;
  return runQuery(release, { ...emptyQuery(language), from, to }).total === 0;
}

/** A year in which nothing here was published is a word that the texts must have. */
const withYearAsWord = (release: Release, query: TypedQuery): TypedQuery =>
  query.words.length > 0 && !query.isItems && !query.isCount && namesOldYear(release, query) ? widen(query) : query;

/** Finds the texts that mention the year of a query without results. */
function findYear(
  release: Release,
  query: TypedQuery,
  newest: number | undefined,
): [TypedQuery, QueryResult] | undefined {
  const isOpen = isTyped(query) || query.types.length + query.nouns.length === 0;
  if (!isOpen || query.isCount || !namesYear(query)) return undefined;
  const widened = widen(query);
  const result = runQuery(release, widened, newest);
  const isMentioned = [...result.items, ...result.sentences].some(({ words }) =>
    query.periodWords.every((word) => words.includes(word)),
  );
  return isMentioned ? [widened, result] : undefined;
}

const isEmptyResult = ({ items, sentences }: QueryResult): boolean => items.length + sentences.length === 0;

/** Runs a query, and widens it if other texts have more of its words. */
function runOrWiden(release: Release, query: TypedQuery, newest: number | undefined): [TypedQuery, QueryResult] {
  const result = runQuery(release, query, newest);
  const isWhole = !isEmptyResult(result) && result.missing.length === 0;
  const byYear = isEmptyResult(result) ? findYear(release, query, newest) : undefined;
  if (byYear) return byYear;
  if (isWhole || !mayWiden(query)) return [query, result];
  const widened = widen(query);
  const other = runQuery(release, widened, newest);
  const isMore = result.items.length === 0 || other.missing.length < result.missing.length;
  return isMore && !isEmptyResult(other) ? [widened, other] : [query, result];
}

/** Returns the first item in the order of a query whose words were not understood. */
function findFirst(release: Release, query: TypedQuery, newest: number | undefined): FoundItem[] {
  if (!query.isItems) return [];
  const { items, isSorted } = runQuery(release, { ...query, words: [] }, newest);
  return isSorted ? items.slice(0, 1) : [];
}

/**
 * Answers a query for items, or one that sentences about the creator answer.
 *
 * @spec-gap ask-claims
 */
export function answerItems(release: Release, typedQuery: TypedQuery, newest: number | undefined): AskResponse {
  const parsed = withYearAsWord(release, typedQuery);
  const [query, result] = runOrWiden(release, parsed, newest);
  const t = translatorFor(query.language);
  const limit = query.isCount ? shownWithCount : Math.min(query.count ?? defaultShown, maxShown);
  const isByWeight = query.order === 'best' && result.sentences.length > 0;
  const results: FoundResult[] = [...result.sentences, ...result.items];
  if (parsed.order !== 'best' && unclearWords(parsed, result).length > 0)
    results.unshift(...findFirst(release, parsed, newest));
  if (isByWeight) results.sort((a, b) => b.weight - a.weight);
  const shownResults = results.slice(0, limit + Math.max(0, result.sentences.length - 1));
  const answer: ItemsAnswer = {
    release,
    query,
    result,
    shown: shownResults,
    t,
    unclear: unclearWords(query, result),
    isWidened: query !== parsed,
  };
  const withheld = summarizeWithheld(release.facts.access, result.hidden);
  const complete = (sentence: string) => [sentence, withheldSentence(withheld)].filter(Boolean).join(' ');
  if (shownResults.length === 0) {
    const { unclear } = answer;
    const caveat = query.negation !== undefined || unclear.length > 0 ? `${describeUnclear(answer)} ` : '';
    return { ...withheld, ...failureResponse(complete(caveat + describeNothing(answer))) };
  }
  return {
    ...withheld,
    ...answerResponse([summaryResult(complete(describeResult(answer))), ...toResults(release, shownResults)]),
  };
}
