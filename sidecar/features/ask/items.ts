// Answers about items: the newest, those of some days or types, and what is said about a subject.
import { contentTypes } from '#contract/content-types.ts';
import type { AskResponse } from '#contract/schemas/ask.ts';
import { summarizeWithheld, withheldSentence } from '#domain/access/access.ts';
import { countByType, queryContentIndex } from '#domain/lists/content-index.ts';
import { suggestTopics } from '#domain/lists/topics.ts';
import type { Release } from '../../release/release.ts';
import { evidenceFor, type Evidence, type Found } from './evidence.ts';
import type { Wanted } from './interpret.ts';
import { answer, failure, itemResult, summary } from './results.ts';

const shownByDefault = 5;
const shownAtMost = 20;

/** `article or video`, `episodes`, `items`. */
const nounOf = ({ types }: Wanted, count: number): string =>
  types.length > 0
    ? types.map((type) => contentTypes[type].noun[count === 1 ? 0 : 1]).join(' or ')
    : count === 1
      ? 'item'
      : 'items';

function daysOf({ from, to }: Wanted): string {
  if (from && to) return from === to ? ` of ${from}` : ` from ${from} to ${to}`;
  if (from) return ` since ${from}`;
  return to ? ` until ${to}` : '';
}

const quoted = (words: string[]): string => `“${words.join(' ').replaceAll('"', '')}”`;

/** ` that mention “salt”`, ` filed under “Go”`: true of each item that is found, whatever the sentence meant. */
function about({ words, topics }: Wanted, count: number): string {
  const filed = topics.length > 0 && ` filed under ${quoted(topics)}`;
  const several = words.includes(' ') ? ' in one passage' : '';
  const mentioning = words && ` that mention${count === 1 ? 's' : ''} ${quoted([words])}${several}`;
  return [filed, mentioning].filter(Boolean).join('');
}

/** Everything that fits, by date. */
function listed({ index }: Release, wanted: Wanted, newest = Infinity): Found {
  const { memory, items, ahead } = index;
  const filter = { ...wanted, ahead, isCurrent: wanted.order === 'newest' };
  const { window } = queryContentIndex(memory, filter, memory.size, 0);
  const seen = window.filter((position) => position < newest);
  if (wanted.order === 'oldest') seen.sort((a, b) => b - a);
  const found = seen.slice(0, shownAtMost).map((position): Evidence => ({ item: items.at(position), snippets: [] }));
  return { found, total: seen.length, hidden: window.length - seen.length, notFound: [] };
}

const termsIn = (words: string): string[] => words.match(/"[^"]*"|\S+/g) ?? [];

/** Names the words that nothing here mentions, and what this room has instead. */
function otherwise({ facts, index }: Release, wanted: Wanted, { didYouMean, notFound }: Found): string {
  const topics = wanted.words ? suggestTopics(index.memory.topics, wanted.words, facts.creator.topics) : [];
  const terms = termsIn(wanted.words);
  const others = terms.filter((term) => !notFound.includes(term));
  const isApart = notFound.length === 0 && terms.length > 1;
  return [
    didYouMean && ` Did you mean “${didYouMean}”?`,
    notFound.length > 0 && ` Nothing published here mentions ${notFound.map((word) => quoted([word])).join(' or ')}.`,
    notFound.length > 0 && others.length > 0 && ` Ask about ${quoted(others)} alone.`,
    isApart && ` No passage here mentions ${quoted(terms)} together.`,
    topics.length > 0 && ` Topics here: ${topics.join(', ')}.`,
  ]
    .filter(Boolean)
    .join('');
}

const be = (count: number): string => (count === 1 ? 'is' : 'are');

/** Counts and ranks nothing. */
function plainly(wanted: Wanted, count: number): string {
  const noun = `${count === 1 ? 'This' : 'These'} ${nounOf(wanted, count)}${daysOf(wanted)}`;
  const { words, topics } = wanted;
  if (!words) return `${noun} ${be(count)} ${topics.length > 0 ? `filed under ${quoted(topics)}` : 'here'}.`;
  return `${noun} mention${count === 1 ? 's' : ''} ${quoted([words])}.`;
}

function lacking({ held, lacking: missing }: NonNullable<Found['partly']>, notFound: string[], shown: number): string {
  const absent = missing.filter((word) => notFound.includes(word));
  const none =
    absent.length > 0
      ? `Nothing published here mentions ${quoted(absent)}`
      : `No passage here mentions ${quoted(missing)} together with the rest`;
  return `${none}; ${shown === 1 ? 'this mentions' : 'these mention'} ${quoted(held)}.`;
}

const caveat = (unclear: string[]): string =>
  unclear.length > 0 ? `This question was not understood in full: ${quoted(unclear)}.` : '';

/** `isClear`: every word was understood. */
function said(wanted: Wanted, all: Found, shown: number, isClear: boolean): string {
  const { found, total, isCut, partly, notFound } = all;
  if (partly) return lacking(partly, notFound, shown);
  if (!isClear) return plainly(wanted, shown);
  const [first] = found;
  const least = isCut ? 'at least ' : '';
  const subject = (count: number) => `${nounOf(wanted, count)}${about(wanted, count)}${daysOf(wanted)}`;
  const place = wanted.order === 'best' && !wanted.words ? 'newest' : wanted.order;
  if (wanted.isNumber) return `There ${be(total)} ${least}${total} ${subject(total)}.`;
  if (shown === 1 && wanted.order !== 'best')
    return `The ${wanted.order} ${subject(1)} is “${first!.item.title}” of ${first!.item.date}.`;
  return `${shown} of ${least}${total} ${subject(total)}, ${place} first.`;
}

/** Of types that this room does not have at all. */
const isMissing = ({ index }: Release, { types }: Wanted): boolean =>
  types.length > 0 && types.every((type) => countByType(index.memory, type) === 0);

function nothing(release: Release, wanted: Wanted, { notFound }: Found, isClear: boolean): string {
  const kinds = wanted.types.map((type) => contentTypes[type].section).join(' and ');
  if (isMissing(release, wanted)) return `This room has no ${kinds}.`;
  if (isClear) return `Nothing on that here${daysOf(wanted)}.`;
  const subject = [...wanted.topics, wanted.words].filter(Boolean);
  if (notFound.length > 0) return '';
  return `Nothing was found${subject.length > 0 ? ` for ${quoted(subject)}` : ''}${daysOf(wanted)}.`;
}

/**
 * `negation` is the word that the sentence denies with: then nothing is claimed.
 *
 * @spec-gap ask-claims
 */
export function answerItems(
  release: Release,
  wanted: Wanted,
  newest: number | undefined,
  negation: string | undefined,
): AskResponse {
  const all = wanted.words ? evidenceFor(release, wanted, newest) : listed(release, wanted, newest);
  const kept = summarizeWithheld(release.facts.access, all.hidden, 0);
  const { unread, loose } = wanted;
  // A list says which words it looked for; a number or “the newest” has to be about nothing else.
  const isExact = wanted.isNumber || wanted.order !== 'best';
  const text = (unclear: string[], sentence: string) =>
    [negation ? '' : caveat(unclear), sentence.trim(), withheldSentence(kept)].filter(Boolean).join(' ');
  if (all.total === 0) {
    const none = nothing(release, wanted, all, !negation && unread.length === 0);
    return { ...kept, ...failure(text(unread, none + otherwise(release, wanted, all))) };
  }
  const unclear = isExact ? [...unread, ...loose] : unread;
  const most = Math.min(wanted.count ?? shownByDefault, shownAtMost);
  const shown = all.found.slice(0, wanted.isNumber ? 3 : most);
  return {
    ...kept,
    ...answer([
      summary(text(unclear, said(wanted, all, shown.length, !negation && unclear.length === 0))),
      ...shown.map(itemResult),
    ]),
  };
}
