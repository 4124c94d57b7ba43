// A sentence while it is read.
import type { CompiledGrammar, Meaning, Role } from './grammar.ts';
import type { Token } from './sentence.ts';
import { emptyQuery, type QueryContext, type TypedQuery } from './typed-query.ts';

const maxPhraseWords = 5;

/** A sentence while it is read. */
export class Reader {
  readonly tokens: Token[];
  readonly grammar: CompiledGrammar;
  readonly context: QueryContext;
  readonly query: TypedQuery;
  readonly words: string[];
  statusText = '';
  namesOne = false;
  guest?: string;
  /** True if a word such as “about” introduces the next free words. */
  isIntroduced = false;
  /** Set while the words after a negation are read. */
  negation: { text: string; count: number } | undefined;

  constructor(tokens: Token[], grammar: CompiledGrammar, context: QueryContext) {
    this.tokens = tokens;
    this.grammar = grammar;
    this.context = context;
    this.query = emptyQuery(grammar.language);
    this.words = tokens.map(({ word }) => word);
  }

  /** Finds the longest phrase of the grammar at a position, with one role or with any. */
  find(at: number, role?: Role): { meaning: Meaning; all: Meaning[]; end: number } | undefined {
    for (let length = Math.min(maxPhraseWords, this.words.length - at); length > 0; length--) {
      if (this.tokens[at]!.isQuoted) return undefined;
      const key = this.words
        .slice(at, at + length)
        .join(' ')
        .replaceAll('-', ' ');
      const all = this.grammar.meanings.get(key) ?? [];
      const meaning = role ? all.find((one) => one.role === role) : all[0];
      if (meaning) return { meaning, all, end: at + length };
    }
    return undefined;
  }

  text(at: number, end: number): string {
    return this.tokens
      .slice(at, end)
      .map(({ text }) => text)
      .join(' ');
  }
}

export const isPlain = (reader: Reader, at: number): boolean =>
  !reader.find(at) && !reader.grammar.months.has(reader.words[at]!);

export function addFree(reader: Reader, word: string): void {
  const { query, negation, isIntroduced, context } = reader;
  if (negation) {
    negation.count++;
    query.without.push(word);
    return;
  }
  query.words.push(word);
  if (!isIntroduced && !word.startsWith('"') && !context.isTopic(word)) query.loose.push(word);
}

/** Reads what begins at an index, if it is of the rule's kind, and returns the index after it. */
export type Rule = (reader: Reader, at: number) => number | undefined;
