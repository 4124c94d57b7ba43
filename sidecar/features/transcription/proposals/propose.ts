// Proposes chapters, quotes, an extractive summary and keywords from a transcript, without a language model.
import type { Segment } from '#contract/schemas/transcripts.ts';
import { foldWord, splitWords } from '#domain/search/words.ts';
import { type ProposedChapter, proposeChapters } from './chapters.ts';
import { isCompleteSentence, type Sentence, splitSentences } from './sentences.ts';
import { createTermWeigher, cosineSimilarity, type Vector } from './term-weights.ts';

const damping = 0.85;
const rounds = 30;
const minLikeness = 0.05;

/** Ranks sentences by their similarity to others (LexRank); the ranks add up to 1. */
function rank(vectors: Vector[]): number[] {
  const size = vectors.length;
  const links: { to: number; weight: number }[][] = vectors.map(() => []);
  for (let one = 0; one < size; one += 1)
    for (let other = one + 1; other < size; other += 1) {
      const weight = cosineSimilarity(vectors[one]!, vectors[other]!);
      if (weight < minLikeness) continue;
      links[one]!.push({ to: other, weight });
      links[other]!.push({ to: one, weight });
    }
  const sums = links.map((all) => all.reduce((sum, { weight }) => sum + weight, 0));
  let ranks = vectors.map(() => 1 / size);
  for (let round = 0; round < rounds; round += 1) {
    const next = vectors.map(() => (1 - damping) / size);
    links.forEach((all, from) =>
      all.forEach(({ to, weight }) => (next[to]! += (damping * ranks[from]! * weight) / sums[from]!)),
    );
    ranks = next;
  }
  return ranks;
}

/** Selects up to `limit` dissimilar sentences of the highest rank that fit, in the order of the text. */
function selectBest(
  sentences: Sentence[],
  vectors: Vector[],
  isFit: (sentence: Sentence, chosen: Sentence[]) => boolean,
  limit: number,
): Sentence[] {
  const ranks = rank(vectors);
  const order = sentences.map((_, at) => at).sort((a, b) => ranks[b]! - ranks[a]! || a - b);
  const selected: number[] = [];
  for (const at of order) {
    if (selected.length === limit) break;
    const selectedSentences = selected.map((other) => sentences[other]!);
    const isNew = selected.every((other) => cosineSimilarity(vectors[other]!, vectors[at]!) < 0.4);
    if (isNew && isFit(sentences[at]!, selectedSentences)) selected.push(at);
  }
  return selected.sort((one, other) => one - other).map((at) => sentences[at]!);
}

export interface ProposedQuote {
  text: string;
  startSeconds: number;
  speaker?: string;
}

export interface Proposals {
  chapters: ProposedChapter[];
  quotes: ProposedQuote[];
  /** Empty if no sentence fits. */
  summary: string;
  keywords: string[];
}

/** Longest summary in the schema of items. */
const summaryCharacters = 300;
const maxCounts = { quotes: 5, summary: 3, keywords: 8, compared: 1200 };
const quoteWidth = { min: 50, max: 220 };
/** Returns the length of a text; a Chinese or Japanese character counts as three. */
const measureWidth = (text: string): number =>
  text.length + 2 * (text.match(/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/gu) ?? []).length;
const blockSeconds = 60;
/** Minimum number of blocks for the rule that words in a third of them are too common. */
const minBlocks = 9;

/** Creates a function that returns the most frequent spelling of a term. */
function speller(sentences: Sentence[]): (term: string) => string {
  const forms = new Map<string, Map<string, number>>();
  for (const { text } of sentences)
    for (const word of splitWords(text)) {
      const counts = forms.get(foldWord(word)) ?? new Map<string, number>();
      forms.set(foldWord(word), counts.set(word, (counts.get(word) ?? 0) + 1));
    }
  const byCount = (all: Map<string, number>) => [...all].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? 1 : -1));
  return (term) => byCount(forms.get(term) ?? new Map([[term, 1]]))[0]![0];
}

/** Returns words that are frequent but not used throughout. */
function findKeywords(sentences: Sentence[], spell: (term: string) => string): string[] {
  const blocks = Map.groupBy(sentences, ({ start }) => Math.floor(start / blockSeconds));
  const texts = [...blocks.values()].map((block) => block.flatMap(({ terms }) => terms));
  const all = texts.flat();
  const counts = new Map<string, number>();
  for (const term of all) counts.set(term, (counts.get(term) ?? 0) + 1);
  const weights = createTermWeigher(texts)(all);
  const isEverywhere = (term: string) =>
    texts.length >= minBlocks && texts.filter((block) => block.includes(term)).length > texts.length / 3;
  return [...weights]
    .filter(([term]) => counts.get(term)! > 1 && !isEverywhere(term))
    .sort((a, b) => b[1] - a[1] || counts.get(b[0])! - counts.get(a[0])! || (a[0] < b[0] ? -1 : 1))
    .slice(0, maxCounts.keywords)
    .map(([term]) => spell(term).toLowerCase());
}

const isSentence = ({ text }: Sentence): boolean =>
  isCompleteSentence(text) && /^["“‘]?[\p{Lu}\p{Lo}\p{N}]/u.test(text);
const isStatement = (one: Sentence): boolean => isSentence(one) && !/[?？]["”’)]?$/.test(one.text);

const asQuote = ({ text, start, speaker }: Sentence): ProposedQuote => ({
  text,
  startSeconds: Math.floor(start * 10) / 10,
  ...(speaker && { speaker }),
});

/** Creates proposals; deterministic for the same transcript. */
export function createProposals(segments: Segment[], language: string): Proposals {
  const sentences = splitSentences(segments, language);
  const spell = speller(sentences);
  const step = Math.max(1, Math.ceil(sentences.length / maxCounts.compared));
  const compared = sentences.filter((one, at) => at % step === 0 && isStatement(one) && one.terms.length > 2);
  const weigh = createTermWeigher(sentences.map(({ terms }) => terms));
  const vectors = compared.map(({ terms }) => weigh(terms));
  const isQuote = ({ text }: Sentence) => measureWidth(text) >= quoteWidth.min && measureWidth(text) <= quoteWidth.max;
  const lengthOf = (all: Sentence[]) => all.reduce((sum, { text }) => sum + text.length + 1, 0);
  const fits = (one: Sentence, selected: Sentence[]) => lengthOf([...selected, one]) <= summaryCharacters;
  return {
    chapters: proposeChapters(sentences, spell),
    quotes: selectBest(compared, vectors, isQuote, maxCounts.quotes).map(asQuote),
    summary: selectBest(compared, vectors, fits, maxCounts.summary)
      .map(({ text }) => text)
      .join(' '),
    keywords: findKeywords(sentences, spell),
  };
}
