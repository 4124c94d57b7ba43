// Answers questions about items: by date, by type, and by subject.
import { contentTypes } from '#contract/content-types.ts';
import type { AskResponse } from '#contract/schemas/ask.ts';
import { summarizeWithheld, withheldSentence } from '#domain/access/access.ts';
import { countByType, queryContentIndex } from '#domain/lists/content-index.ts';
import { suggestTopics } from '#domain/lists/topics.ts';
import type { Release } from '../../release/release.ts';
import { findEvidence, type Evidence, type EvidenceResult } from './evidence.ts';
import type { ItemQuery } from './interpret.ts';
import { answerResponse, failureResponse, itemResult, summaryResult } from './results.ts';

const defaultShown = 5;
const maxShown = 20;

/** Returns a noun such as `article or video`, `episodes` or `items`. */
const itemNoun = ({ types }: ItemQuery, count: number): string =>
  types.length > 0
    ? types.map((type) => contentTypes[type].noun[count === 1 ? 0 : 1]).join(' or ')
    : count === 1
      ? 'item'
      : 'items';

function periodText({ from, to }: ItemQuery): string {
  if (from && to) return from === to ? ` of ${from}` : ` from ${from} to ${to}`;
  if (from) return ` since ${from}`;
  return to ? ` until ${to}` : '';
}

const inQuotes = (words: string[]): string => `“${words.join(' ').replaceAll('"', '')}”`;

/** Returns a clause that is true for every item, such as ` that mention “salt”` or ` filed under “Go”`. */
function subjectText({ words, topics }: ItemQuery, count: number): string {
  const filed = topics.length > 0 && ` filed under ${inQuotes(topics)}`;
  const inPassage = words.includes(' ') ? ' in one passage' : '';
  const mentioning = words && ` that mention${count === 1 ? 's' : ''} ${inQuotes([words])}${inPassage}`;
  return [filed, mentioning].filter(Boolean).join('');
}

/** Lists all matching items by date. */
function listItems({ index }: Release, query: ItemQuery, newest = Infinity): EvidenceResult {
  const { memory, items, plannedCount } = index;
  const filter = { ...query, plannedCount, isCurrent: query.order === 'newest' };
  const { window } = queryContentIndex(memory, filter, memory.size, 0);
  const visible = window.filter((position) => position < newest);
  if (query.order === 'oldest') visible.sort((a, b) => b - a);
  const evidence = visible.slice(0, maxShown).map((position): Evidence => ({ item: items.at(position), snippets: [] }));
  return { evidence, total: visible.length, hidden: window.length - visible.length, notFound: [] };
}

const splitQuery = (words: string): string[] => words.match(/"[^"]*"|\S+/g) ?? [];

/** Names the words that occur in no text, and alternatives in this room. */
function alternativesText(
  { facts, index }: Release,
  query: ItemQuery,
  { didYouMean, notFound }: EvidenceResult,
): string {
  const topics = query.words ? suggestTopics(index.memory.topics, query.words, facts.creator.topics) : [];
  const terms = splitQuery(query.words);
  const others = terms.filter((term) => !notFound.includes(term));
  const isApart = notFound.length === 0 && terms.length > 1;
  return [
    didYouMean && ` Did you mean “${didYouMean}”?`,
    notFound.length > 0 && ` Nothing published here mentions ${notFound.map((word) => inQuotes([word])).join(' or ')}.`,
    notFound.length > 0 && others.length > 0 && ` Ask about ${inQuotes(others)} alone.`,
    isApart && ` No passage here mentions ${inQuotes(terms)} together.`,
    topics.length > 0 && ` Available topics: ${topics.join(', ')}.`,
  ]
    .filter(Boolean)
    .join('');
}

const toBe = (count: number): string => (count === 1 ? 'is' : 'are');

/** Describes the items without a count or rank. */
function describeItems(query: ItemQuery, count: number): string {
  const noun = `${count === 1 ? 'This' : 'These'} ${itemNoun(query, count)}${periodText(query)}`;
  const { words, topics } = query;
  if (!words) return `${noun} ${toBe(count)} ${topics.length > 0 ? `filed under ${inQuotes(topics)}` : 'here'}.`;
  return `${noun} mention${count === 1 ? 's' : ''} ${inQuotes([words])}.`;
}

function describeMissing(
  { matched, missing }: NonNullable<EvidenceResult['partial']>,
  notFound: string[],
  shown: number,
): string {
  const absent = missing.filter((word) => notFound.includes(word));
  const none =
    absent.length > 0
      ? `Nothing published here mentions ${inQuotes(absent)}`
      : `No passage here mentions ${inQuotes(missing)} together with the rest`;
  return `${none}; ${shown === 1 ? 'this mentions' : 'these mention'} ${inQuotes(matched)}.`;
}

const caveatText = (unclear: string[]): string =>
  unclear.length > 0 ? `This question was not understood in full: ${inQuotes(unclear)}.` : '';

/** Describes the result. `isClear` is true if every word was understood. */
function describeResult(query: ItemQuery, result: EvidenceResult, shown: number, isClear: boolean): string {
  const { evidence, total, isCut, partial, notFound } = result;
  if (partial) return describeMissing(partial, notFound, shown);
  if (!isClear) return describeItems(query, shown);
  const [first] = evidence;
  const atLeast = isCut ? 'at least ' : '';
  const subject = (count: number) => `${itemNoun(query, count)}${subjectText(query, count)}${periodText(query)}`;
  const position = query.order === 'best' && !query.words ? 'newest' : query.order;
  if (query.isCount) return `There ${toBe(total)} ${atLeast}${total} ${subject(total)}.`;
  if (shown === 1 && query.order !== 'best')
    return `The ${query.order} ${subject(1)} is “${first!.item.title}” of ${first!.item.date}.`;
  return `${shown} of ${atLeast}${total} ${subject(total)}, ${position} first.`;
}

/** Returns true if the room has no items of these types. */
const hasNoneOfTypes = ({ index }: Release, { types }: ItemQuery): boolean =>
  types.length > 0 && types.every((type) => countByType(index.memory, type) === 0);

function describeNoResult(release: Release, query: ItemQuery, { notFound }: EvidenceResult, isClear: boolean): string {
  const kinds = query.types.map((type) => contentTypes[type].section).join(' and ');
  if (hasNoneOfTypes(release, query)) return `This room has no ${kinds}.`;
  if (isClear) return `This room has nothing on that${periodText(query)}.`;
  const subject = [...query.topics, query.words].filter(Boolean);
  if (notFound.length > 0) return '';
  return `No items found${subject.length > 0 ? ` for ${inQuotes(subject)}` : ''}${periodText(query)}.`;
}

/**
 * Answers a query for items. With a `negation` the answer makes no claims about counts or ranks.
 *
 * @spec-gap ask-claims
 */
export function answerItems(
  release: Release,
  query: ItemQuery,
  newest: number | undefined,
  negation: string | undefined,
): AskResponse {
  const result = query.words ? findEvidence(release, query, newest) : listItems(release, query, newest);
  const withheld = summarizeWithheld(release.facts.access, result.hidden);
  const { unread, loose } = query;
  // A count or rank must depend only on words that were understood. A list states the words that it matches.
  const isExact = query.isCount || query.order !== 'best';
  const text = (unclear: string[], sentence: string) =>
    [negation ? '' : caveatText(unclear), sentence.trim(), withheldSentence(withheld)].filter(Boolean).join(' ');
  if (result.total === 0) {
    const none = describeNoResult(release, query, result, !negation && unread.length === 0);
    return { ...withheld, ...failureResponse(text(unread, none + alternativesText(release, query, result))) };
  }
  const unclear = isExact ? [...unread, ...loose] : unread;
  const limit = Math.min(query.count ?? defaultShown, maxShown);
  const items = result.evidence.slice(0, query.isCount ? 3 : limit);
  return {
    ...withheld,
    ...answerResponse([
      summaryResult(text(unclear, describeResult(query, result, items.length, !negation && unclear.length === 0))),
      ...items.map(itemResult),
    ]),
  };
}
