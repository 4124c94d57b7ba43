// A tokenized text in which quotes are searched.
import type { Token } from '#domain/tokens/token.ts';
import type { TextRange } from '#domain/text/sentence.ts';
import { tokenize } from '#domain/tokens/tokens.ts';

export interface SourceText {
  text: string;
  tokens: Token[];
  /** Forms of all tokens joined by separators, for substring search. */
  forms: string;
}

/** Separator of forms, which contain no white space. */
const separator = '\n';

const joinForms = (tokens: Token[]): string => separator + tokens.map(({ form }) => form + separator).join('');

export function tokenizeSource(text: string): SourceText {
  const tokens = tokenize(text);
  return { text, tokens, forms: joinForms(tokens) };
}

const maxPlaces = 20;

/** Returns the first ranges with a sequence of tokens, at or after an offset of the text. */
export function findTokenRuns({ tokens, forms }: SourceText, row: Token[], from = 0): TextRange[] {
  const joinedForms = joinForms(row);
  const places: TextRange[] = [];
  let number = 0;
  let scanned = 0;
  for (
    let at = forms.indexOf(joinedForms);
    at !== -1 && places.length < maxPlaces;
    at = forms.indexOf(joinedForms, at + 1)
  ) {
    for (; scanned < at; scanned++) if (forms[scanned] === separator) number++;
    const { start } = tokens[number]!;
    if (start >= from) places.push({ start, end: tokens[number + row.length - 1]!.end });
  }
  return places;
}

/** A range of the text that corresponds to a quote. */
export interface QuoteOccurrence extends TextRange {
  /** Cost of the differences; 0 if there are none, 10 for a changed word. */
  cost: number;
  /** Absent if nothing differs. */
  difference?: QuoteDifference;
}

export type QuoteDifference = { kind: 'same' | 'missing' | 'added'; text: string }[];
