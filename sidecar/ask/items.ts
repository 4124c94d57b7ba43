// Answers about items: the newest, those of some days or types, and what is said about a subject.
import { contentTypes } from '#contract/content-types.ts';
import type { AskResponse } from '#contract/schemas/ask.ts';
import { withheld, withheldText } from '#domain/access/access.ts';
import { countOf, queryContent } from '#domain/lists/content-index.ts';
import { suggestTopics } from '#domain/lists/topics.ts';
import type { Release } from '../release/release.ts';
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

const about = ({ words, topics = [] }: Wanted): string => {
  const subject = [...topics, words.replaceAll('"', '')].filter(Boolean).join(' ');
  return subject && ` about “${subject}”`;
};

/** Everything that fits, by date. */
function listed({ index }: Release, wanted: Wanted, newest = Infinity): Found {
  const { memory, items } = index;
  const { window } = queryContent(memory, wanted, memory.size, 0);
  const seen = window.filter((position) => position < newest);
  if (wanted.order === 'oldest') seen.reverse();
  const found = seen.slice(0, shownAtMost).map((position): Evidence => ({ item: items.at(position), snippets: [] }));
  return { found, total: seen.length, hidden: window.length - seen.length, notFound: [] };
}

/** What this room has instead. */
function otherwise({ facts, index }: Release, wanted: Wanted, { didYouMean, notFound }: Found): string {
  const topics = wanted.words ? suggestTopics(index.memory.topics, wanted.words, facts.creator.topics) : [];
  return [
    didYouMean && ` Did you mean “${didYouMean}”?`,
    notFound.length > 0 && ` No text here has ${notFound.map((word) => `“${word}”`).join(' or ')}.`,
    topics.length > 0 && ` Topics here: ${topics.join(', ')}.`,
  ]
    .filter(Boolean)
    .join('');
}

function said(wanted: Wanted, { found, total, isCut }: Found, shown: number): string {
  const [first] = found;
  const least = isCut ? 'at least ' : '';
  const place = wanted.order === 'best' && !wanted.words ? 'newest' : wanted.order;
  if (wanted.isNumber) return `There ${total === 1 ? 'is' : 'are'} ${least}${total} ${nounOf(wanted, total)}${about(wanted)}${daysOf(wanted)}.`; // prettier-ignore
  if (shown === 1 && wanted.order !== 'best')
    return `The ${wanted.order} ${nounOf(wanted, 1)}${about(wanted)}${daysOf(wanted)} is “${first!.item.title}” of ${first!.item.date}.`; // prettier-ignore
  return `${shown} of ${least}${total} ${nounOf(wanted, total)}${about(wanted)}${daysOf(wanted)}, ${place} first.`;
}

/** Of types that this room does not have at all. */
const isMissing = ({ index }: Release, { types }: Wanted): boolean =>
  types.length > 0 && types.every((type) => countOf(index.memory, type) === 0);

export function answerItems(release: Release, wanted: Wanted, newest: number | undefined): AskResponse {
  const all = wanted.words ? evidenceFor(release, wanted, newest) : listed(release, wanted, newest);
  const kept = withheld(release.facts.access, all.hidden, 0);
  const paid = withheldText(kept);
  if (all.total === 0) {
    const kinds = wanted.types.map((type) => contentTypes[type].shelf).join(' and ');
    const none = isMissing(release, wanted) ? `This room has no ${kinds}.` : `Nothing on that here${daysOf(wanted) && ` ${daysOf(wanted)}`}.`; // prettier-ignore
    return {
      ...kept,
      ...failure(`${none.replace(/ {2,}/g, ' ')}${otherwise(release, wanted, all)} ${paid}`.trimEnd()),
    };
  }
  const most = Math.min(wanted.count ?? shownByDefault, shownAtMost);
  const shown = all.found.slice(0, wanted.isNumber ? 3 : most);
  return {
    ...kept,
    ...answer([summary(`${said(wanted, all, shown.length)} ${paid}`.trimEnd()), ...shown.map(itemResult)]),
  };
}
