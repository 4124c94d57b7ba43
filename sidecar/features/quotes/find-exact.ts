// Finds a quote word for word, or with gaps where it has an ellipsis.
import { elidedMaxCharacters } from '#contract/limits.ts';
import type { Quote } from './quote.ts';
import { endSign, sentenceAfter, sentenceBefore } from './sentences.ts';
import { type QuoteDifference, type QuoteOccurrence, findTokenRuns, type SourceText } from './source-text.ts';
import type { TextRange } from '#domain/text/sentence.ts';
import type { Token } from '#domain/tokens/token.ts';
import { ellipsis } from '#domain/tokens/tokens.ts';

const signCost = 1;

/** Locates a quote at a range of the text. A quote that looks like a whole sentence must be one. */
function matchSentence(quote: Quote, { text }: SourceText, { start, end }: TextRange): QuoteOccurrence {
  const beginsInside = quote.isCapital && /^\p{Ll}/u.test(text.slice(start));
  const before = beginsInside ? sentenceBefore(text, start) : '';
  const { added, missing } = compareEnds(quote, text, end);
  if (!before && !added && !missing) return { start, end, cost: 0 };
  const difference: QuoteDifference = [
    { kind: 'missing', text: before },
    { kind: 'same', text: text.slice(start, end) },
    { kind: 'added', text: added },
    { kind: 'missing', text: missing },
  ];
  return {
    start: start - before.length,
    end: end + missing.length,
    cost: signCost,
    difference: difference.filter(({ text: part }) => part !== ''),
  };
}

/** Compares the end of a quote with the text after it, if the quote ends like a sentence. */
function compareEnds(quote: Quote, text: string, end: number): { added: string; missing: string } {
  const own = endSign(text.slice(end));
  if (quote.endSign === undefined || own === quote.endSign) return { added: '', missing: '' };
  return own === undefined ? { added: '', missing: sentenceAfter(text, end) } : { added: quote.endSign, missing: own };
}

/** Returns the tokens between ellipses; none if one part is shorter than two words. */
function splitAtEllipses(tokens: Token[]): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token.form === ellipsis) parts.push([]);
    else parts.at(-1)!.push(token);
  }
  const isLong = (part: Token[]) => part.filter(({ isWord }) => isWord).length > 1;
  return parts.length > 1 && parts.every(isLong) ? parts : [];
}

/** Finds all parts of a quote with ellipses in order, each soon after the previous one. */
function findElided(quote: Quote, source: SourceText): QuoteOccurrence[] {
  const [first, ...others] = splitAtEllipses(quote.tokens);
  for (const place of first ? findTokenRuns(source, first) : []) {
    const places = [place];
    for (const part of others) {
      const { end } = places.at(-1)!;
      const next = findTokenRuns(source, part, end)[0];
      if (!next || next.start - end > elidedMaxCharacters) break;
      places.push(next);
    }
    if (places.length === others.length + 1) return [withGaps(source, places)];
  }
  return [];
}

function withGaps({ text }: SourceText, places: TextRange[]): QuoteOccurrence {
  const difference = places.flatMap(({ start, end }, number): QuoteDifference => {
    const same = { kind: 'same' as const, text: text.slice(start, end) };
    const before = places[number - 1];
    if (!before) return [same];
    return [{ kind: 'added', text: ellipsis }, { kind: 'missing', text: text.slice(before.end, start) }, same];
  });
  return { start: places[0]!.start, end: places.at(-1)!.end, cost: signCost * (places.length - 1), difference };
}

/** Returns the occurrences of all words of the quote, in a row; with ellipses, only the first one. */
export function findExact(quote: Quote, source: SourceText): QuoteOccurrence[] {
  const occurrences = findTokenRuns(source, quote.tokens).map((range) => matchSentence(quote, source, range));
  return occurrences.length > 0 ? occurrences : findElided(quote, source);
}
