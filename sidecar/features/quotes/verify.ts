// Decides if a quote is exact, near or not found, and lists the best matches.
import { type Attribution, type TextField, textFields } from '#contract/schemas/search.ts';
import type { ContentItem } from '#contract/schemas/content.ts';
import type { QuoteVerdict } from '#contract/schemas/quotes.ts';
import { omission } from '#domain/search/plain-text.ts';
import { splitByAuthor, attributePassage } from '#domain/search/attribution.ts';
import { toTextSpan } from '#domain/search/spans.ts';
import { textFragmentUrl } from '#domain/search/text-fragment.ts';
import type { SearchCandidate } from '../../release/text-index.ts';
import { findExact } from './find-exact.ts';
import { findNear } from './find-near.ts';
import type { Quote } from './quote.ts';
import { sentenceAfter, sentenceBefore } from './sentences.ts';
import { type QuoteOccurrence, tokenizeSource, type SourceText } from './source-text.ts';

type Match = QuoteVerdict['matches'][0];

/** Id of candidates that are texts about the creator or the room. */
export const roomTextId = '';

interface LocatedQuote {
  candidate: SearchCandidate;
  field: TextField;
  occurrence: QuoteOccurrence;
  attribution: Attribution;
}

const maxMatches = 5;

type Find = (quote: Quote, source: SourceText) => QuoteOccurrence[];

/** Fields in order of preference. A transcript has speakers and times, which notes that repeat it lack. */
const fields: TextField[] = ['transcript', ...textFields.filter((field) => field !== 'transcript')];

/** Finds a quote in a text of an item, within the words of one author or speaker. */
const locateInField = (quote: Quote, candidate: SearchCandidate, field: TextField, find: Find): LocatedQuote[] =>
  splitByAuthor(candidate, field, candidate.texts[field]).flatMap(({ from, text }) =>
    find(quote, tokenizeSource(text)).map((one) => {
      const occurrence = { ...one, start: from + one.start, end: from + one.end };
      const attribution = attributePassage(candidate, field, candidate.texts[field], occurrence.start, occurrence.end);
      return { candidate, field, occurrence, attribution };
    }),
  );

const leastCost = (located: LocatedQuote[]): number => Math.min(...located.map(({ occurrence }) => occurrence.cost));

/** Finds the best occurrences of a quote in an item, all in one text, because summaries and notes repeat others. */
function locateInItem(quote: Quote, candidate: SearchCandidate, find: Find): LocatedQuote[] {
  const byField = fields.map((field) => locateInField(quote, candidate, field, find));
  const cost = Math.min(...byField.map(leastCost));
  const best = byField.find((located) => leastCost(located) === cost)!;
  return best.filter(({ occurrence }) => occurrence.cost === cost);
}

const locateQuote = (quote: Quote, candidates: Iterable<SearchCandidate>, find: Find): LocatedQuote[] =>
  [...candidates].flatMap((candidate) => locateInItem(quote, candidate, find));

function toMatch(quote: Quote, { candidate, field, occurrence, attribution }: LocatedQuote): Match {
  const { item, hasPage, texts } = candidate;
  const { start, end, difference } = occurrence;
  const text = texts[field];
  const before = sentenceBefore(text, start);
  const after = sentenceAfter(text, end);
  return {
    ...(item.id !== roomTextId && { itemId: item.id, type: item.type }),
    title: item.title,
    url: item.url,
    ...(hasPage && field !== 'transcript' && { textFragmentUrl: textFragmentUrl(item.url, text, start, end) }),
    ...attribution,
    field,
    position: toTextSpan(text, start, end),
    quoted: quote.text,
    actual: text.slice(start, end),
    ...(before && { before }),
    ...(after && { after }),
    ...(difference && { difference }),
    ...(candidate.origin.approvedAt && { approvedAt: candidate.origin.approvedAt }),
  };
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const newestFirst = (a: ContentItem, b: ContentItem): number =>
  compareTexts(b.date, a.date) || compareTexts(a.id, b.id);

const isCreators = ({ attribution }: LocatedQuote): boolean => attribution.speakerIsCreator === true;

/** Prefers lower costs, then newer items, then words of the creator. */
const compareLocated = (a: LocatedQuote, b: LocatedQuote): number =>
  a.occurrence.cost - b.occurrence.cost ||
  newestFirst(a.candidate.item, b.candidate.item) ||
  Number(isCreators(b)) - Number(isCreators(a));

/** Counts the occurrences of each speaker, the most frequent first. */
const countSpeakers = (located: LocatedQuote[]): QuoteVerdict['speakers'] =>
  [...Map.groupBy(located, ({ attribution }) => attribution.speaker ?? null)]
    .map(([speaker, own]) => ({ speaker, speakerIsCreator: isCreators(own[0]!), count: own.length }))
    .sort((a, b) => b.count - a.count);

/** Lists one match for each item and speaker, and counts all occurrences. */
function describeMatches(quote: Quote, located: LocatedQuote[]): Pick<QuoteVerdict, 'matches' | 'total' | 'speakers'> {
  const inOrder = located.toSorted(compareLocated);
  const key = ({ candidate, attribution }: LocatedQuote) => JSON.stringify([candidate.item.id, attribution.speaker]);
  const first = [...Map.groupBy(inOrder, key).values()].map(([one]) => one!);
  return {
    matches: first.slice(0, maxMatches).map((one) => toMatch(quote, one)),
    total: located.length,
    speakers: countSpeakers(inOrder),
  };
}

const isExact = ({ occurrence }: LocatedQuote): boolean => occurrence.cost === 0;

/** Returns the exact verdict; undefined if no item contains the quote word for word. */
export function verifyExactQuote(quote: Quote, candidates: Iterable<SearchCandidate>): QuoteVerdict | undefined {
  const exact = locateQuote(quote, candidates, findExact).filter(isExact);
  return exact.length > 0 ? { verdict: 'exact', ...describeMatches(quote, exact) } : undefined;
}

export function verifyQuoteText(quote: Quote, candidates: Iterable<SearchCandidate>): QuoteVerdict {
  const near = locateQuote(quote, candidates, (...given) => {
    const exact = findExact(...given);
    return exact.length > 0 ? exact : findNear(...given);
  });
  const exact = near.filter(isExact);
  if (exact.length > 0) return { verdict: 'exact', ...describeMatches(quote, exact) };
  const described = describeMatches(quote, near);
  if (near.length === 0) return { verdict: 'not_found', ...described };
  const hasGap = described.matches[0]!.difference?.some(
    ({ kind, text }) => kind === 'missing' && text.includes(omission),
  );
  return { verdict: 'near', ...(hasGap && { reason: 'source_gap' }), ...described };
}
