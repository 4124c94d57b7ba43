// A text that may hold a quote, read once, and the places of a row of tokens in it.
import type { Token } from '#domain/tokens/token.ts';
import { tokenize } from '#domain/tokens/tokens.ts';

export interface SourceText {
  text: string;
  tokens: Token[];
  /** The tokens' forms as one text, in which a row of them is found as a whole. */
  forms: string;
}

/** Stands in no form, since it is white space. */
const separator = '\n';

const formsOf = (tokens: Token[]): string => separator + tokens.map(({ form }) => form + separator).join('');

export function tokenizeSource(text: string): SourceText {
  const tokens = tokenize(text);
  return { text, tokens, forms: formsOf(tokens) };
}

export interface TextRange {
  start: number;
  end: number;
}

const mostPlaces = 20;

/** The first places where the row stands, at or after an offset of the text. */
export function findTokenRuns({ tokens, forms }: SourceText, row: Token[], from = 0): TextRange[] {
  const wanted = formsOf(row);
  const places: TextRange[] = [];
  let number = 0;
  let counted = 0;
  for (let at = forms.indexOf(wanted); at !== -1 && places.length < mostPlaces; at = forms.indexOf(wanted, at + 1)) {
    for (; counted < at; counted++) if (forms[counted] === separator) number++;
    const { start } = tokens[number]!;
    if (start >= from) places.push({ start, end: tokens[number + row.length - 1]!.end });
  }
  return places;
}

/** How a text stands towards a quote. */
export interface QuoteOccurrence extends TextRange {
  /** 0 only where nothing differs; a changed word is 10. */
  cost: number;
  /** Absent where nothing differs. */
  difference?: QuoteDifference;
}

export type QuoteDifference = { kind: 'same' | 'missing' | 'added'; text: string }[];

export const nearestMatch = (found: QuoteOccurrence[]): QuoteOccurrence | undefined =>
  found.length === 0 ? undefined : found.reduce((best, one) => (one.cost < best.cost ? one : best));
