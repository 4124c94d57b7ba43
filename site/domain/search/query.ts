// Parses search queries into terms and builds FTS5 expressions. An expression contains input only as quoted words.
import { searchMaxCharacters, searchMaxTerms } from '#contract/limits.ts';
import { needsSegmentation, segmentKeywords } from './segment-keywords.ts';
import { isStopWord } from './stop-words.ts';
import { spokenForms } from '../tokens/spoken-numbers.ts';
import { tokenize } from '../tokens/tokens.ts';
import { foldWord, splitWords } from './words.ts';

export type QueryProblem = 'no_words' | 'stop_words' | 'too_many_words';

/** A word, a phrase, or hyphenated words. */
export interface Term {
  text: string;
  /** Folded words. */
  words: string[];
  isQuoted: boolean;
  /** Figures of a whole number that the query has in words or in figures. */
  figures?: string;
  /** True if the last word may be the beginning of a longer one. */
  mayContinue: boolean;
  /** Other words with the same meaning. */
  synonyms?: string[];
}

export type ParsedQuery = Term[];

export interface QueryExpressions {
  /** Matches items with all terms. */
  all: string;
  /** Matches items with any term. */
  any: string;
  /** Expressions of the single terms. */
  terms: string[];
}

/** Minimum length of a prefix, because shorter ones match most items. */
const minPrefixLetters = 3;

interface QueryPart {
  text: string;
  words: string[];
  isQuoted: boolean;
  figures?: string;
  /** Offset in the query. */
  start: number;
}

/** Merges the words of a number into one term, because transcripts may contain words or figures. */
function mergeNumbers(query: string, parts: QueryPart[]): QueryPart[] {
  const numbers = tokenize(query).filter(({ form }) => /^\d+$/.test(form) && form !== '1');
  return numbers.reduce((all, { form, start, end }) => {
    const own = all.filter((part) => part.start < end && part.start + part.text.length > start);
    const first = own[0];
    const last = own.at(-1);
    if (!first || own.some(({ isQuoted }) => isQuoted)) return all;
    const from = first.start;
    const to = last!.start + last!.text.length;
    if (splitWords(query.slice(from, start) + query.slice(end, to)).length > 0) return all;
    const words = own.flatMap((part) => part.words);
    const number = { text: query.slice(from, to), words, isQuoted: false, figures: form, start: from };
    return all.flatMap((part) => (part === first ? number : own.includes(part) ? [] : part));
  }, parts);
}

const doubleQuotes = /["“”„‟«»＂]/g;

/** Splits a query into quoted phrases and words; an unclosed quote is ignored. */
function splitQuery(query: string, language: string): QueryPart[] {
  const straight = query.replace(doubleQuotes, '"');
  const parts = [...straight.matchAll(/"([^"]*)"|[^\s"]+/g)].flatMap(
    ({ 0: text, 1: phrase, index: start }): QueryPart[] => {
      const pieces = phrase === undefined && needsSegmentation(text, language) ? segmentKeywords(text) : [];
      const isQuoted = phrase !== undefined;
      const all = pieces.length > 0 ? pieces : [text];
      return all.map((piece) => ({ text: piece, words: splitWords(phrase ?? piece).map(foldWord), isQuoted, start }));
    },
  );
  const isEnglish = /^en\b/i.test(language);
  // An emoji may have a mark that chooses its picture, which is no word.
  const isWord = (word: string) => /[\p{L}\p{N}\p{Co}]/u.test(word);
  return (isEnglish ? mergeNumbers(straight, parts) : parts).filter(({ words }) => words.some(isWord));
}

/** Parses a query; `language` is the language of the room. */
export function parseQuery(query: string, language: string): ParsedQuery | QueryProblem {
  const parts = splitQuery(query, language);
  if (parts.length === 0) return 'no_words';
  const searchedParts = parts.filter(
    ({ words, isQuoted }) => isQuoted || words.some((word) => !isStopWord(word, language)),
  );
  if (searchedParts.length === 0) return 'stop_words';
  const last = parts.at(-1)!;
  const terms = searchedParts.map((part): Term => {
    const mayContinue = part === last && !part.isQuoted && [...part.words.at(-1)!].length >= minPrefixLetters;
    const { start: _, ...term } = part;
    return { ...term, mayContinue };
  });
  const different = [...new Map(terms.map(({ text, ...term }) => [JSON.stringify(term), { text, ...term }])).values()];
  return different.length > searchMaxTerms ? 'too_many_words' : different;
}

/** Returns a query for a keyword, in quotes if necessary; undefined if the keyword contains no searchable word. */
export function keywordQuery(keyword: string, language: string): string | undefined {
  const queries = [keyword, `"${keyword.replace(doubleQuotes, ' ')}"`];
  return queries.find(
    (query) => query.length <= searchMaxCharacters && typeof parseQuery(query, language) === 'object',
  );
}

/** Returns other forms of a word that the index contains. */
export type FindForms = (word: string) => string[];

const quotePhrase = (words: string[]): string => `"${words.join(' ')}"`;

/** Returns true if joining the words would merge different numbers: 10^6 is not 106, but 1,000 is 1000. */
const fusesNumbers = (text: string, words: string[]): boolean =>
  words.some((word, at) => /\d$/.test(words[at - 1] ?? '') && /^\d/.test(word)) &&
  !/^\d{1,3}([.,'’]\d{3})+$/.test(text);

/** Returns alternatives of a term: word forms, synonyms, hyphenated words as one word, numbers in words and figures. */
export function alternativeForms({ text, words, figures, synonyms = [] }: Term, formsOf: FindForms): string[] {
  if (figures) return [figures, ...spokenForms(figures)].filter((form) => form !== words.join(' '));
  const others = synonyms.flatMap((word) => [word, ...formsOf(foldWord(word))]);
  if (words.length > 1) return [...others, ...(fusesNumbers(text, words) ? [] : [words.join('')])];
  return [...new Set([...formsOf(words[0]!), ...others])].filter((form) => form !== words[0]);
}

/** Returns the expression of a term; a quoted phrase has no alternatives. */
function termExpression(term: Term, formsOf: FindForms): string {
  const asItStands = quotePhrase(term.words) + (term.mayContinue ? ' *' : '');
  const others = term.isQuoted ? [] : alternativeForms(term, formsOf);
  return others.length > 0
    ? `(${[asItStands, ...others.map((form) => quotePhrase(splitWords(form)))].join(' OR ')})`
    : asItStands;
}

export function buildExpressions(query: ParsedQuery, formsOf: FindForms): QueryExpressions {
  const terms = query.map((term) => termExpression(term, formsOf));
  return { all: terms.join(' AND '), any: terms.join(' OR '), terms };
}
