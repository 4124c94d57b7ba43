// Templates of requests, matched against the words of a clause.
//
// A template is a sequence of: `word`, `one|two`, `word*` (any ending), `[optional]`, `<class>`, `...` (up to eight
// words), `?` (one word), `^` and `$` (the beginning and the end of the clause).
import { foldWord } from '../search/words.ts';

/** A pattern for words with a space before each. */
export type Template = RegExp;

const signs: Record<string, string> = {
  '^': '^',
  $: '$',
  '...': '(?: [^ ]+){0,8}',
  '?': ' [^ ]+',
  '[?]': '(?: [^ ]+)?',
};

/** `classes` are the lists that `<name>` stands for. */
export function compileTemplate(line: string, classes: Record<string, string>): Template {
  const expanded = line.replace(/<(\w+)>/g, (_, name: string) => classes[name]!.trim().split(/\s+/).join('|'));
  const parts = expanded.split(' ').map((part) => {
    const words = part.replace(/[[\]]/g, '').split('|').map(foldWord);
    const word = ` (?:${words.join('|').replaceAll('*', '[^ ]*')})(?= |$)`;
    return signs[part] ?? (part.startsWith('[') ? `(?:${word})?` : word);
  });
  return new RegExp(parts.join(''));
}

export const matchesTemplate = (template: Template, words: string[]): boolean =>
  template.test(words.map((word) => ` ${word}`).join(''));
