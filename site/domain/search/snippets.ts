// The passages of an item that match a query, cut from its texts at the words that the index marked.
import { type Snippet, type TextField } from '#contract/schemas/search.ts';
import { toTextSpan, wordStart } from './spans.ts';
import { findSentences, type TextRange } from '../text/sentence.ts';
import { textFragmentUrl } from './text-fragment.ts';
import { type AttributedText, attributePassage, splitByAuthor } from './attribution.ts';
import { fromIndexText } from './words.ts';

/**
 * Marks that the index puts around matching words. Texts never contain them, because control characters are removed.
 */
export const matchMarks = { open: '\u0002', close: '\u0003' };

/** Maximum length of a passage in characters; only a longer sentence without spaces exceeds it. */
const passageCharacters = 300;
const leadCharacters = 60;
const maxPassages = 2;
/** Maximum number of candidate positions for a passage in a long block. */
const maxBeginnings = 50;

interface Passage extends TextRange {
  matches: TextRange[];
  weight: number;
}

/** Returns how much a passage says about a query. `words` are the matching words of `passage`. */
export type WeighPassage = (words: string[], passage: string) => number;

export interface MarkedTexts extends Record<TextField | 'themes' | 'people', string>, AttributedText {}

/** Removes the marks from a text and returns their positions. */
export function readMarks(marked: string): { text: string; matches: TextRange[] } {
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

/** Splits a text into paragraphs; a transcript, whose lines are captions, into the turns of its speakers. */
function splitBlocks(texts: AttributedText, field: TextField, text: string): TextRange[] {
  const parts = field === 'transcript' ? splitByAuthor(texts, field, text) : [{ from: 0, text }];
  return parts.flatMap(({ from, text: part }) => {
    let start = from;
    return (field === 'transcript' ? [part] : part.split('\n')).map((block) => {
      const range = { start, end: start + block.trimEnd().length };
      start += block.length + 1;
      return range;
    });
  });
}

/** Splits a block into sentences; one that is longer than a passage into a part for each of its matches. */
function splitSentences(text: string, block: TextRange, matches: TextRange[], language: string): TextRange[] {
  const flat = text.slice(block.start, block.end).replaceAll('\n', ' ');
  return findSentences(flat, language).flatMap((sentence): TextRange[] => {
    const start = block.start + sentence.start;
    const end = block.start + sentence.end;
    if (end - start <= passageCharacters) return [{ start, end }];
    const inside = matches.filter((match) => match.start >= start && match.start < end).slice(0, maxBeginnings);
    return (inside.length > 0 ? inside : [{ start, end: start }]).map((match) => {
      const from = Math.max(start, wordStart(text, Math.max(start, match.start - leadCharacters)));
      const maxEnd = Math.min(end, from + passageCharacters);
      const to = maxEnd === end ? maxEnd : Math.max(match.end, wordStart(text, maxEnd));
      const part = text.slice(from, to);
      return { start: to - part.trimStart().length, end: from + part.trimEnd().length };
    });
  });
}

/** Adds the following sentences, then the preceding ones, as far as they fit into a passage. */
function growPassage(sentences: TextRange[], at: number): TextRange {
  let { start, end } = sentences[at]!;
  for (const next of sentences.slice(at + 1)) {
    if (next.end - start > passageCharacters) break;
    end = Math.max(end, next.end);
  }
  for (const before of sentences.slice(0, at).toReversed()) {
    if (end - before.start > passageCharacters) break;
    start = Math.min(start, before.start);
  }
  return { start, end };
}

export interface PassageRanking {
  weigh: WeighPassage;
  /** BCP 47. */
  language: string;
  limit?: number;
}

/** Returns the passages of whole sentences that have a match, and the replies to questions that have one. */
function findPassages(
  texts: AttributedText,
  field: TextField,
  { text, matches }: ReturnType<typeof readMarks>,
  { weigh, language }: PassageRanking,
): Passage[] {
  const blocks = splitBlocks(texts, field, text);
  const sentencesIn = (block: TextRange, inside: TextRange[]): TextRange[] =>
    block.end - block.start <= passageCharacters ? [block] : splitSentences(text, block, inside, language);
  return blocks.flatMap((block, number) => {
    const inside = matches
      .filter(({ start }) => start >= block.start && start < block.end)
      .map((match) => ({ ...match, end: Math.min(match.end, block.end) }));
    if (inside.length === 0) return [];
    const sentences = sentencesIn(block, inside);
    const beginnings = [...sentences.keys()].filter((at) =>
      inside.some(({ start }) => start >= sentences[at]!.start && start < sentences[at]!.end),
    );
    return beginnings.slice(0, maxBeginnings).flatMap((at): Passage[] => {
      const range = growPassage(sentences, at);
      const own = inside.filter(({ start, end }) => start >= range.start && end <= range.end);
      const words = own.map(({ start, end }) => text.slice(start, end));
      const passage = text.slice(range.start, range.end);
      const next = range.end === block.end && /[?？]$/.test(passage) ? blocks[number + 1] : undefined;
      const reply = next && next.end > next.start && growPassage(sentencesIn(next, []), 0);
      const weight = weigh(words, passage);
      if (!reply) return [{ ...range, matches: own, weight }];
      const both = weigh(words, `${passage}\n${text.slice(reply.start, reply.end)}`);
      return [
        { ...reply, matches: [], weight: both },
        { ...range, matches: own, weight: both },
      ];
    });
  });
}

/** Returns the best passages that neither overlap nor repeat each other. */
function choosePassages(text: string, passages: Passage[], limit: number): Passage[] {
  const chosen: Passage[] = [];
  const textOf = ({ start, end }: TextRange) => text.slice(start, end);
  const sorted = passages.sort(
    (a, b) => b.weight - a.weight || b.matches.length - a.matches.length || a.start - b.start,
  );
  for (const one of sorted) {
    if (chosen.length === limit) break;
    const repeats = (other: Passage) => textOf(other) === textOf(one);
    const overlaps = (other: Passage) => other.start < one.end && other.end > one.start;
    if (!chosen.some((other) => repeats(other) || overlaps(other))) chosen.push(one);
  }
  return chosen;
}

export interface RankedSnippet {
  snippet: Snippet;
  weight: number;
}

/** Returns the best passages with their weights. `pageUrl` is the page that shows the texts, if there is one. */
export function rankSnippets(
  texts: MarkedTexts,
  pageUrl: string | undefined,
  ranking: PassageRanking,
): RankedSnippet[] {
  const { limit = maxPassages } = ranking;
  const of = (field: TextField, count: number): RankedSnippet[] => {
    const marked = readMarks(texts[field]);
    return choosePassages(marked.text, findPassages(texts, field, marked, ranking), count).map((passage) => ({
      snippet: snippetOf(field, marked.text, passage),
      weight: passage.weight,
    }));
  };
  const snippetOf = (field: TextField, text: string, { start, end, matches }: Passage): Snippet => {
    const passage = text.slice(start, end).replaceAll('\n', ' ');
    return {
      field,
      text: passage,
      matches: matches.map((match) => toTextSpan(passage, match.start - start, match.end - start)),
      ...(pageUrl && field !== 'transcript' && { anchor: textFragmentUrl(pageUrl, text, start, end) }),
      ...attributePassage(texts, field, text, start, end),
    };
  };
  const bodySnippets = of('body', limit);
  const transcriptSnippets = of('transcript', limit);
  const firsts = [...bodySnippets.slice(0, 1), ...transcriptSnippets.slice(0, 1)];
  const others = [...bodySnippets.slice(1), ...transcriptSnippets.slice(1)].sort((a, b) => b.weight - a.weight);
  const chosen = [...firsts, ...others].slice(0, limit);
  if (chosen.length > 0) return chosen;
  const summary = of('summary', 1);
  return summary.length > 0 ? summary : of('title', 1);
}

export const findSnippets = (...args: Parameters<typeof rankSnippets>): Snippet[] =>
  rankSnippets(...args).map(({ snippet }) => snippet);
