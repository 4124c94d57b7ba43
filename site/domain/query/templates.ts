// Templates of requests, matched against the words of a clause.
//
// A template is a sequence of: `word`, `one|two`, `word*` (any ending), `[optional]`, `<class>`, `...` (up to eight
// words), `?` (one word), `^` and `$` (the beginning and the end of the clause).
import { foldWord } from '../search/words.ts';

type Part =
  | { kind: 'start' }
  | { kind: 'end' }
  | { kind: 'gap' }
  | { kind: 'any'; isOptional: boolean }
  | { kind: 'words'; words: Set<string>; beginnings: string[]; isOptional: boolean };

export type Template = Part[];

const maxGap = 8;
const signs: Record<string, Part> = {
  '^': { kind: 'start' },
  $: { kind: 'end' },
  '...': { kind: 'gap' },
  '?': { kind: 'any', isOptional: false },
  '[?]': { kind: 'any', isOptional: true },
};

/** `classes` are the lists that `<name>` stands for. */
export function compileTemplate(line: string, classes: Record<string, string>): Template {
  const expanded = line.replace(/<(\w+)>/g, (_, name: string) => classes[name]!.trim().split(/\s+/).join('|'));
  return expanded.split(' ').map((text): Part => {
    const sign = signs[text];
    if (sign) return sign;
    const isOptional = text.startsWith('[');
    const words = text.replace(/[[\]]/g, '').split('|').map(foldWord);
    const beginnings = words.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1));
    return { kind: 'words', words: new Set(words), beginnings, isOptional };
  });
}

function matchesFrom(template: Template, words: string[], part: number, at: number): boolean {
  const current = template[part];
  if (!current) return true;
  const next = (position: number) => matchesFrom(template, words, part + 1, position);
  if (current.kind === 'start') return at === 0 && next(at);
  if (current.kind === 'end') return at === words.length && next(at);
  if (current.kind === 'any') return (at < words.length && next(at + 1)) || (current.isOptional && next(at));
  if (current.kind === 'gap') {
    for (let skipped = 0; skipped <= maxGap && at + skipped <= words.length; skipped++)
      if (next(at + skipped)) return true;
    return false;
  }
  const word = words[at];
  const fits =
    word !== undefined &&
    (current.words.has(word) || current.beginnings.some((beginning) => word.startsWith(beginning)));
  return (fits && next(at + 1)) || (current.isOptional && next(at));
}

/** Returns true if the template matches anywhere in the words. */
export const matchesTemplate = (template: Template, words: string[]): boolean =>
  [...(template[0]!.kind === 'start' ? [0] : words.keys())].some((at: number) => matchesFrom(template, words, 0, at));
