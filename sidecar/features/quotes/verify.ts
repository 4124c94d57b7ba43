// Decides if a quote is exact, near or not found, and lists the best matches.
import { type TextField, textFields } from '#contract/schemas/search.ts';
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

interface Located {
  candidate: SearchCandidate;
  field: TextField;
  occurrence: QuoteOccurrence;
}

const mostMatches = 5;

type Find = (quote: Quote, source: SourceText) => QuoteOccurrence | undefined;

/** Fields in order of preference. A transcript has speakers and times, which notes that repeat it lack. */
const fields: TextField[] = ['transcript', ...textFields.filter((field) => field !== 'transcript')];

const isCreators = ({ candidate, field, occurrence: { start, end } }: Located): boolean =>
  attributePassage(candidate, field, candidate.texts[field], start, end).speakerIsCreator === true;

/** Prefers lower costs; in the same field, then words of the creator. */
const isBetter = (one: Located, best: Located): boolean =>
  one.occurrence.cost < best.occurrence.cost ||
  (one.occurrence.cost === best.occurrence.cost && one.field === best.field && isCreators(one) && !isCreators(best));

/** Finds the best match in each item, within the words of one author or speaker. */
const locateQuote = (quote: Quote, candidates: SearchCandidate[], find: Find): Located[] =>
  candidates.flatMap((candidate) => {
    let best: Located | undefined;
    for (const field of fields) {
      for (const { from, text } of splitByAuthor(candidate, field, candidate.texts[field])) {
        const occurrence = find(quote, tokenizeSource(text));
        if (!occurrence) continue;
        const { start, end } = occurrence;
        const one = { candidate, field, occurrence: { ...occurrence, start: from + start, end: from + end } };
        if (!best || isBetter(one, best)) best = one;
      }
    }
    return best ? [best] : [];
  });

function toMatch(quote: Quote, { candidate, field, occurrence }: Located): Match {
  const { item, hasPage, texts } = candidate;
  const { start, end, difference } = occurrence;
  const text = texts[field];
  const before = sentenceBefore(text, start);
  const after = sentenceAfter(text, end);
  return {
    itemId: item.id,
    type: item.type,
    title: item.title,
    url: item.url,
    ...(hasPage && field !== 'transcript' && { textFragmentUrl: textFragmentUrl(item.url, text, start, end) }),
    ...attributePassage(candidate, field, text, start, end),
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

const newestFirst = (a: ContentItem, b: ContentItem): number =>
  a.date === b.date ? (a.id < b.id ? -1 : 1) : a.date < b.date ? 1 : -1;

function toMatches(quote: Quote, located: Located[]): Match[] {
  const inOrder = located.toSorted(
    (a, b) => a.occurrence.cost - b.occurrence.cost || newestFirst(a.candidate.item, b.candidate.item),
  );
  return inOrder.slice(0, mostMatches).map((one) => toMatch(quote, one));
}

/** Returns the exact verdict; undefined if no item contains the quote word for word. */
export function verifyExactQuote(quote: Quote, candidates: SearchCandidate[]): QuoteVerdict | undefined {
  const exact = locateQuote(quote, candidates, findExact).filter(({ occurrence }) => occurrence.cost === 0);
  return exact.length > 0 ? { verdict: 'exact', matches: toMatches(quote, exact) } : undefined;
}

export function verifyQuoteText(quote: Quote, candidates: SearchCandidate[]): QuoteVerdict {
  const near = locateQuote(quote, candidates, (...given) => findExact(...given) ?? findNear(...given));
  const exact = near.filter(({ occurrence }) => occurrence.cost === 0);
  if (exact.length > 0) return { verdict: 'exact', matches: toMatches(quote, exact) };
  const matches = toMatches(quote, near);
  if (matches.length === 0) return { verdict: 'not_found', matches };
  const hasGap = matches[0]!.difference?.some(({ kind, text }) => kind === 'missing' && text.includes(omission));
  return { verdict: 'near', ...(hasGap && { reason: 'source_gap' }), matches };
}
