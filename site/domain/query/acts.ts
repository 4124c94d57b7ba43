// Recognizes requests that a fixed part of the room answers, clause by clause.
import { type Act, type CompiledGrammar, foldPhrase } from './grammar.ts';
import type { Token } from './sentence.ts';
import { matchesTemplate } from './templates.ts';

/** Splits tokens into the words of clauses, with `@name` for the creator. */
function splitClauses(tokens: Token[], creatorName: string): string[][] {
  const names = new Set(foldPhrase(creatorName).split(' '));
  const clauses: string[][] = [];
  for (const { word, startsClause } of tokens) {
    const isBut = word === 'but' || word === 'aber';
    if (clauses.length === 0 || startsClause || isBut) clauses.push([]);
    if (!isBut) clauses.at(-1)!.push(names.has(word) ? '@name' : word);
  }
  return clauses.map((words) => words.filter((word, at) => word !== '@name' || words[at - 1] !== '@name'));
}

/** Returns the first act whose template fits a clause. The grammar of the sentence's language comes first. */
export function findAct(tokens: Token[], ordered: CompiledGrammar[], creatorName: string): Act | undefined {
  const clauses = splitClauses(tokens, creatorName);
  const isNegated = (words: string[], { meanings }: CompiledGrammar) =>
    words.some((word) => meanings.get(word)?.some(({ role, value }) => role === 'not' || value === 'negation'));
  for (const grammar of ordered) {
    const match = grammar.acts.find(([act, templates]) =>
      clauses.some((words) => {
        if (act === 'booking' && isNegated(words, grammar)) return false;
        return templates.some((template) => matchesTemplate(template, words));
      }),
    );
    if (match) return match[0];
  }
  return undefined;
}
