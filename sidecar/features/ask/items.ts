// Answers about items: the newest, those of some days or types, and what is said about a subject.
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

/** `article or video`, `episodes`, `items`. */
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

/** ` that mention “salt”`, ` filed under “Go”`: true of each item that is found, whatever the sentence meant. */
function subjectText({ words, topics }: ItemQuery, count: number): string {
  const filed = topics.length > 0 && ` filed under ${inQuotes(topics)}`;
  const several = words.includes(' ') ? ' in one passage' : '';
  const mentioning = words && ` that mention${count === 1 ? 's' : ''} ${inQuotes([words])}${several}`;
  return [filed, mentioning].filter(Boolean).join('');
}

/** Everything that fits, by date. */
function listItems({ index }: Release, wanted: ItemQuery, newest = Infinity): EvidenceResult {
  const { memory, items, ahead } = index;
  const filter = { ...wanted, ahead, isCurrent: wanted.order === 'newest' };
  const { window } = queryContentIndex(memory, filter, memory.size, 0);
  const seen = window.filter((position) => position < newest);
  if (wanted.order === 'oldest') seen.sort((a, b) => b - a);
  const found = seen.slice(0, maxShown).map((position): Evidence => ({ item: items.at(position), snippets: [] }));
  return { evidence: found, total: seen.length, hidden: window.length - seen.length, notFound: [] };
}

const splitQuery = (words: string): string[] => words.match(/"[^"]*"|\S+/g) ?? [];

/** Names the words that nothing here mentions, and what this room has instead. */
function alternativesText(
  { facts, index }: Release,
  wanted: ItemQuery,
  { didYouMean, notFound }: EvidenceResult,
): string {
  const topics = wanted.words ? suggestTopics(index.memory.topics, wanted.words, facts.creator.topics) : [];
  const terms = splitQuery(wanted.words);
  const others = terms.filter((term) => !notFound.includes(term));
  const isApart = notFound.length === 0 && terms.length > 1;
  return [
    didYouMean && ` Did you mean “${didYouMean}”?`,
    notFound.length > 0 && ` Nothing published here mentions ${notFound.map((word) => inQuotes([word])).join(' or ')}.`,
    notFound.length > 0 && others.length > 0 && ` Ask about ${inQuotes(others)} alone.`,
    isApart && ` No passage here mentions ${inQuotes(terms)} together.`,
    topics.length > 0 && ` Topics here: ${topics.join(', ')}.`,
  ]
    .filter(Boolean)
    .join('');
}

const toBe = (count: number): string => (count === 1 ? 'is' : 'are');

/** Counts and ranks nothing. */
function describeItems(wanted: ItemQuery, count: number): string {
  const noun = `${count === 1 ? 'This' : 'These'} ${itemNoun(wanted, count)}${periodText(wanted)}`;
  const { words, topics } = wanted;
  if (!words) return `${noun} ${toBe(count)} ${topics.length > 0 ? `filed under ${inQuotes(topics)}` : 'here'}.`;
  return `${noun} mention${count === 1 ? 's' : ''} ${inQuotes([words])}.`;
}

function describeMissing(
  { held, lacking: missing }: NonNullable<EvidenceResult['partial']>,
  notFound: string[],
  shown: number,
): string {
  const absent = missing.filter((word) => notFound.includes(word));
  const none =
    absent.length > 0
      ? `Nothing published here mentions ${inQuotes(absent)}`
      : `No passage here mentions ${inQuotes(missing)} together with the rest`;
  return `${none}; ${shown === 1 ? 'this mentions' : 'these mention'} ${inQuotes(held)}.`;
}

const caveatText = (unclear: string[]): string =>
  unclear.length > 0 ? `This question was not understood in full: ${inQuotes(unclear)}.` : '';

/** `isClear`: every word was understood. */
function describeResult(wanted: ItemQuery, all: EvidenceResult, shown: number, isClear: boolean): string {
  const { evidence: found, total, isCut, partial: partly, notFound } = all;
  if (partly) return describeMissing(partly, notFound, shown);
  if (!isClear) return describeItems(wanted, shown);
  const [first] = found;
  const least = isCut ? 'at least ' : '';
  const subject = (count: number) => `${itemNoun(wanted, count)}${subjectText(wanted, count)}${periodText(wanted)}`;
  const place = wanted.order === 'best' && !wanted.words ? 'newest' : wanted.order;
  if (wanted.isCount) return `There ${toBe(total)} ${least}${total} ${subject(total)}.`;
  if (shown === 1 && wanted.order !== 'best')
    return `The ${wanted.order} ${subject(1)} is “${first!.item.title}” of ${first!.item.date}.`;
  return `${shown} of ${least}${total} ${subject(total)}, ${place} first.`;
}

/** Of types that this room does not have at all. */
const hasNoneOfTypes = ({ index }: Release, { types }: ItemQuery): boolean =>
  types.length > 0 && types.every((type) => countByType(index.memory, type) === 0);

function describeNoResult(release: Release, wanted: ItemQuery, { notFound }: EvidenceResult, isClear: boolean): string {
  const kinds = wanted.types.map((type) => contentTypes[type].section).join(' and ');
  if (hasNoneOfTypes(release, wanted)) return `This room has no ${kinds}.`;
  if (isClear) return `Nothing on that here${periodText(wanted)}.`;
  const subject = [...wanted.topics, wanted.words].filter(Boolean);
  if (notFound.length > 0) return '';
  return `Nothing was found${subject.length > 0 ? ` for ${inQuotes(subject)}` : ''}${periodText(wanted)}.`;
}

/**
 * `negation` is the word that the sentence denies with: then nothing is claimed.
 *
 * @spec-gap ask-claims
 */
export function answerItems(
  release: Release,
  wanted: ItemQuery,
  newest: number | undefined,
  negation: string | undefined,
): AskResponse {
  const all = wanted.words ? findEvidence(release, wanted, newest) : listItems(release, wanted, newest);
  const kept = summarizeWithheld(release.facts.access, all.hidden, 0);
  const { unread, loose } = wanted;
  // A list says which words it looked for; a number or “the newest” has to be about nothing else.
  const isExact = wanted.isCount || wanted.order !== 'best';
  const text = (unclear: string[], sentence: string) =>
    [negation ? '' : caveatText(unclear), sentence.trim(), withheldSentence(kept)].filter(Boolean).join(' ');
  if (all.total === 0) {
    const none = describeNoResult(release, wanted, all, !negation && unread.length === 0);
    return { ...kept, ...failureResponse(text(unread, none + alternativesText(release, wanted, all))) };
  }
  const unclear = isExact ? [...unread, ...loose] : unread;
  const most = Math.min(wanted.count ?? defaultShown, maxShown);
  const shown = all.evidence.slice(0, wanted.isCount ? 3 : most);
  return {
    ...kept,
    ...answerResponse([
      summaryResult(text(unclear, describeResult(wanted, all, shown.length, !negation && unclear.length === 0))),
      ...shown.map(itemResult),
    ]),
  };
}
