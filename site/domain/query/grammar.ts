// Grammars of questions as data: phrases and what they mean. Each language has one file.
import type { ItemType } from '#contract/content-types.ts';
import { foldWord, splitWords } from '../search/words.ts';
import { compileTemplate, type Template } from './templates.ts';

/** Requests that are answered by a fixed part of the room instead of its items. */
export type Act =
  | 'availability'
  | 'booking'
  | 'cancel'
  | 'contact'
  | 'feeds'
  | 'guests'
  | 'last talk'
  | 'personal'
  | 'phone'
  | 'prepare'
  | 'press'
  | 'rights'
  | 'speaking'
  | 'topics'
  | 'transcribe'
  | 'who';

/**
 * Kinds of words. `frame` words have no meaning of their own; `unknown` ones have one that no rule reads. `hint` words
 * suggest another word, such as “we” organisers.
 */
export type Role =
  | 'about'
  | 'and'
  | 'asks'
  | 'auxiliary'
  | 'between'
  | 'after'
  | 'before'
  | 'since'
  | 'until'
  | 'in'
  | 'frame'
  | 'guest'
  | 'half'
  | 'hint'
  | 'how many'
  | 'items'
  | 'language'
  | 'link'
  | 'noun'
  | 'not'
  | 'number'
  | 'order'
  | 'relative'
  | 'season'
  | 'self'
  | 'status'
  | 'type'
  | 'types'
  | 'unknown';

/** A row: the role, its value, and phrases separated by spaces, with `_` between the words of a phrase. */
type Row = [role: Role, value: string, phrases: string];

/** Names of the languages of items. */
export const languageRows: Row[] = [
  ['language', 'en', 'english englisch englische englischer anglais inglés inglese'],
  ['language', 'de', 'german deutsch deutsche deutscher allemand alemán tedesco'],
  ['language', 'fr', 'french französisch französische français francés francese'],
  ['language', 'es', 'spanish spanisch espagnol español spagnolo'],
  ['language', 'nl', 'dutch niederländisch néerlandais'],
  ['language', 'ja', 'japanese japanisch japonais japonés'],
];

export interface Grammar {
  language: string;
  rows: Row[];
  /** Names of the months, January first, with `|` between alternatives. */
  months: string;
  /** Names of the seasons, spring first, with `|` between alternatives. */
  seasons?: string;
  /** Templates of requests, in the order in which they are tried. */
  acts: [act: Act, templates: string][];
  /** Lists of words that templates refer to as `<name>`. */
  classes?: Record<string, string>;
}

export interface Meaning {
  role: Role;
  value: string;
}

export interface CompiledGrammar {
  language: string;
  /** Meanings by the folded words of a phrase, joined by spaces. */
  meanings: Map<string, Meaning[]>;
  months: Map<string, number>;
  /** First months of the seasons. */
  seasons: Map<string, number>;
  acts: [act: Act, templates: Template[]][];
}

export const foldPhrase = (phrase: string): string => splitWords(phrase).map(foldWord).join(' ');

/** Numbers the names of a list, whose alternatives have one number. */
const numberNames = (list: string, step: number): Map<string, number> =>
  new Map(
    list
      .split(/\s+/)
      .filter(Boolean)
      .flatMap((names, at) => names.split('|').map((name): [string, number] => [foldPhrase(name), (at + 1) * step])),
  );

export function compileGrammar({ language, rows, months, seasons = '', acts, classes = {} }: Grammar): CompiledGrammar {
  const meanings = new Map<string, Meaning[]>();
  for (const [role, value, phrases] of rows)
    for (const phrase of phrases.split(/\s+/).filter(Boolean)) {
      const key = foldPhrase(phrase.replaceAll('_', ' '));
      meanings.set(key, [...(meanings.get(key) ?? []), { role, value }]);
    }
  const templates = acts.map(([act, lines]): [Act, Template[]] => [
    act,
    lines
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .map((line) => compileTemplate(line, classes)),
  ]);
  return { language, meanings, months: numberNames(months, 1), seasons: numberNames(seasons, 3), acts: templates };
}

export const typesOfValue = (value: string): ItemType[] => value.split(' ').filter(Boolean) as ItemType[];
