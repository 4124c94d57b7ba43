// Answers questions about items and the creator from the result of a typed query.
import type { AskResponse, AskResult } from '#contract/schemas/ask.ts';
import { summarizeWithheld, withheldSentence } from '#domain/access/access.ts';
import { suggestTopics } from '#domain/lists/topics.ts';
import { translateCount, type Translate, translatorFor } from '#domain/messages/messages.ts';
import type { TypedQuery } from '#domain/query/typed-query.ts';
import { lacksTypes } from '../../release/query-filter.ts';
import type { Release } from '../../release/release.ts';
import { type QueryResult, runQuery } from '../../release/run-query.ts';
import { findAnswer } from './answer-kinds.ts';
import { answerResponse, failureResponse, itemResult, summaryResult } from './results.ts';

const defaultShown = 5;
const maxShown = 20;
const shownWithCount = 3;

interface Answered {
  release: Release;
  query: TypedQuery;
  result: QueryResult;
  t: Translate;
  /** Words that affect the question and were not understood. */
  unclear: string[];
}

/** Puts words into the quotation marks of the language. */
export const quoteWords = (t: Translate, words: string[]): string =>
  t('prep.quoted', { word: words.join(' ').replaceAll('"', '') });

/** Formats a period, such as `2026-01-01 – 2026-12-31`. */
const periodText = ({ from = '', to = '' }: TypedQuery): string => (from === to ? from : `${from} – ${to}`.trim());

/** Describes what all items of an answer have in common, such as `articles that mention “salt”`. */
function describeItems({ query, result: { filter, matched }, t }: Answered, count: number): string {
  const { language } = query;
  const types = filter.types.length > 0 ? filter.types : (['item'] as const);
  const nouns = types.map((type) => translateCount(language, `ask.${type}`, count, {}));
  let items = nouns.join(t('ask.or'));
  if (query.status) items = t(`ask.${query.status.not ? 'not.' : ''}${query.status.is}`, { items });
  if (filter.topics.length > 0) items = t('ask.filed', { items, topics: quoteWords(t, filter.topics) });
  if (matched.length > 0) items = t('ask.mentioning', { items, words: quoteWords(t, matched) });
  if (query.without.length > 0) items = t('ask.without', { items, words: quoteWords(t, query.without) });
  return query.from || query.to ? t('ask.dated', { items, period: periodText(query) }) : items;
}

/** Names the words that no item has. */
function describeMissing({ result: { missing, notFound, matched }, t }: Answered): string {
  const words = quoteWords(t, matched);
  return notFound.length > 0
    ? t('ask.missing', { missing: quoteWords(t, notFound), words })
    : t('ask.apart', { missing: quoteWords(t, missing), words });
}

function describeNothing({ release, query, result, t }: Answered): string {
  const { filter, notFound } = result;
  if (lacksTypes(release, filter.types)) {
    const items = filter.types.map((type) => translateCount(query.language, `ask.${type}`, 0, {}));
    return t('ask.noType', { items: items.join(t('ask.or')) });
  }
  const topics =
    query.words.length > 0
      ? suggestTopics(release.index.memory.topics, query.words.join(' '), release.facts.creator.topics)
      : [];
  const period = query.from || query.to ? ` (${periodText(query)})` : '';
  const words = notFound.length > 0 ? notFound : query.words;
  return [
    words.length === 0 && t('ask.none', { period }),
    words.length > 0 &&
      (notFound.length > 0 || words.length === 1) &&
      t('ask.noneMentions', { words: quoteWords(t, words), period }),
    words.length > 1 && notFound.length === 0 && t('ask.noneTogether', { words: quoteWords(t, words), period }),
    topics.length > 0 && t('ask.topics', { topics: topics.join(', ') }),
  ]
    .filter(Boolean)
    .join(' ');
}

/** A question that no rule turns into a claim: its passages follow without one. */
function describeUnclear(answered: Answered): string {
  const { query, result, t, unclear } = answered;
  const first =
    query.negation === undefined
      ? t('ask.unused', { words: quoteWords(t, unclear) })
      : t('ask.negation', { word: quoteWords(t, [query.negation]) });
  if (result.matched.length === 0) return first;
  return `${first} ${result.missing.length > 0 ? describeMissing(answered) : t('ask.these', { words: quoteWords(t, result.matched) })}`;
}

function describeResult(answered: Answered, shown: number): string {
  const { query, result, t, unclear } = answered;
  const { items, total, isCut, missing, matched } = result;
  if (unclear.length > 0 || query.negation !== undefined) return describeUnclear(answered);
  if (missing.length > 0) return describeMissing(answered);
  const count = `${isCut ? '≥ ' : ''}${total}`;
  if (query.isCount)
    return translateCount(query.language, 'ask.count', total, { count, items: describeItems(answered, total) });
  const [first] = items;
  if (query.order !== 'best' && shown === 1)
    return t(`ask.${query.order}`, {
      items: describeItems(answered, 1),
      title: first!.item.title,
      date: first!.item.date,
    });
  const answer = findAnswer(query, result, t);
  if (answer === null)
    return matched.length > 0 ? t('ask.unanswered', { words: quoteWords(t, matched) }) : t('ask.none', { period: '' });
  return answer ?? t('ask.list', { shown, count, items: describeItems(answered, total) });
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

const sentenceResults = ({ facts: { creator, baseUrl } }: Release, { sentences }: QueryResult): AskResult[] =>
  sentences.slice(0, 3).map(({ text, path = '/', speaker }): AskResult => {
    const url = `${baseUrl}${path}`;
    return {
      '@type': 'Person',
      name: creator.name,
      url,
      description: text,
      grounding: { source_urls: [url], citations: [{ text, url, ...(speaker && { speaker }) }] },
    };
  });

/**
 * Answers a query for items, or one that sentences about the creator answer.
 *
 * @spec-gap ask-claims
 */
export function answerItems(release: Release, query: TypedQuery, newest: number | undefined): AskResponse {
  const result = runQuery(release, query, newest);
  const t = translatorFor(query.language);
  const answered: Answered = { release, query, result, t, unclear: unclearWords(query, result) };
  const withheld = summarizeWithheld(release.facts.access, result.hidden);
  const complete = (sentence: string) => [sentence, withheldSentence(withheld)].filter(Boolean).join(' ');
  if (result.total === 0 && result.sentences.length === 0) {
    const { unclear } = answered;
    const caveat = query.negation !== undefined || unclear.length > 0 ? `${describeUnclear(answered)} ` : '';
    return { ...withheld, ...failureResponse(complete(caveat + describeNothing(answered))) };
  }
  const limit = query.isCount ? shownWithCount : Math.min(query.count ?? defaultShown, maxShown);
  const items = result.items.slice(0, limit);
  return {
    ...withheld,
    ...answerResponse([
      summaryResult(complete(describeResult(answered, items.length))),
      ...sentenceResults(release, result),
      ...items.map(itemResult),
    ]),
  };
}
