// The passages of an item that match a query, cut from its texts at the words that the index marked.
import { type Snippet, type TextField } from '#contract/schemas/search.ts';
import { toTextSpan, wordStart } from './spans.ts';
import { textFragmentUrl } from './text-fragment.ts';
import { type AttributedText, attributePassage } from './attribution.ts';
import type { Stem } from './stems.ts';
import { foldWord, fromIndexText } from './words.ts';

/**
 * Marks that the index puts around matching words. Texts never contain them, because control characters are removed.
 */
export const matchMarks = { open: '\u0002', close: '\u0003' };

/** Maximum length of a passage; longer blocks are cut to about this length. */
const passageCharacters = 300;
const leadCharacters = 60;
const maxPassages = 2;
/** Maximum number of candidate positions for a passage in a long block. */
const maxBeginnings = 50;

interface Range {
  start: number;
  end: number;
}

interface Passage extends Range {
  matches: Range[];
  /** Number of different matching words. */
  words: number;
}

export interface MarkedTexts extends Record<TextField | 'themes' | 'people', string>, AttributedText {}

/** Removes the marks from a text and returns their positions. */
export function readMarks(marked: string): { text: string; matches: Range[] } {
  const [first = '', ...rest] = fromIndexText(marked).split(matchMarks.open);
  let text = first;
  const matches = rest.map((part) => {
    const [match = '', after = ''] = part.split(matchMarks.close);
    const start = text.length;
    text += match + after;
    return { start, end: start + match.length };
  });
  return { text, matches };
}

/** Returns the lines of a marked text that have a match. */
export const linesWithMatches = (marked: string): string[] =>
  marked.split('\n').flatMap((line) => {
    const { text, matches } = readMarks(line);
    return matches.length > 0 ? [text] : [];
  });

const countDistinctWords = (text: string, matches: Range[], stem: Stem): number =>
  new Set(matches.map(({ start, end }) => stem(foldWord(text.slice(start, end))))).size;

/** Returns the part of a long block with the most different matching words. */
function bestPart(text: string, block: Range, matches: Range[], stem: Stem): Passage {
  const parts = matches.slice(0, maxBeginnings).map((first) => {
    const from = Math.max(block.start, wordStart(text, Math.max(block.start, first.start - leadCharacters)));
    const most = Math.min(block.end, from + passageCharacters);
    const to = most === block.end ? most : Math.max(first.end, wordStart(text, most));
    const inside = matches.filter(({ start, end }) => start >= from && end <= to);
    return { start: from, end: to, matches: inside, words: countDistinctWords(text, inside, stem) };
  });
  return parts.reduce((best, part) => (part.words > best.words ? part : best));
}

function trimPassage(text: string, passage: Passage): Passage {
  const cut = text.slice(passage.start, passage.end);
  const start = passage.start + cut.length - cut.trimStart().length;
  return { ...passage, start, end: start + cut.trim().length };
}

/** Returns a passage for each block with a match, those with the most words first. */
function findPassages(text: string, matches: Range[], stem: Stem): Passage[] {
  const passages: Passage[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const block = { start, end: start + line.length };
    start = block.end + 1;
    const inside = matches
      .filter((match) => match.start >= block.start && match.start < block.end)
      .map((match) => ({ ...match, end: Math.min(match.end, block.end) }));
    if (inside.length === 0) continue;
    const whole = { ...block, matches: inside, words: countDistinctWords(text, inside, stem) };
    passages.push(line.length <= passageCharacters ? whole : trimPassage(text, bestPart(text, block, inside, stem)));
  }
  return passages.sort((a, b) => b.words - a.words || b.matches.length - a.matches.length || a.start - b.start);
}

/** Returns the best passages. `pageUrl` is the page that shows the texts, if there is one. */
export function findSnippets(texts: MarkedTexts, pageUrl: string | undefined, stem: Stem): Snippet[] {
  const of = (field: TextField, most: number): Snippet[] => {
    const { text, matches } = readMarks(texts[field]);
    return findPassages(text, matches, stem)
      .slice(0, most)
      .map((passage) => snippetOf(field, text, passage));
  };
  const snippetOf = (field: TextField, text: string, { start, end, matches }: Passage): Snippet => {
    const passage = text.slice(start, end);
    return {
      field,
      text: passage,
      matches: matches.map((match) => toTextSpan(passage, match.start - start, match.end - start)),
      ...(pageUrl && field !== 'transcript' && { anchor: textFragmentUrl(pageUrl, text, start, end) }),
      ...attributePassage(texts, field, text, start, end),
    };
  };
  const written = of('body', maxPassages);
  const spoken = of('transcript', maxPassages);
  const inTurn = written.length > 0 && spoken.length > 0 ? [written[0]!, spoken[0]!] : [...written, ...spoken];
  if (inTurn.length > 0) return inTurn;
  const summary = of('summary', 1);
  return summary.length > 0 ? summary : of('title', 1);
}
