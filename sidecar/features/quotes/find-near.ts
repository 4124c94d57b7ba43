// Finds the part of a text that differs least from a quote, and the differences.
//
// Windows of the quote's length that share the most words and pairs of words with it are aligned token by token. The
// work is bounded by the lengths of quote and window.
import { nearFromWords, nearShare } from '#contract/limits.ts';
import { align, type AlignmentStep, wordCost } from './align.ts';
import type { Quote } from './quote.ts';
import { type QuoteDifference, type QuoteOccurrence, type SourceText } from './source-text.ts';
import type { Token } from '#domain/tokens/token.ts';

const maxWindows = 3;
/** Smallest share of common units; a changed word also changes two pairs. */
const minSharedPart = 1 / 3;
/** Tokens around a window, for words that the quote leaves out. */
const slack = 40;

/** Returns for each token its form and its pair with the previous one. */
const listUnits = (tokens: Token[]): string[][] =>
  tokens.map(({ form }, at) => (at === 0 ? [form] : [form, `${tokens[at - 1]!.form} ${form}`]));

/** Returns for each window, by the index of its last token, the number of units it shares with the quote. */
function countSharedUnits(source: SourceText, quote: Token[]): Int32Array {
  const missing = new Map<string, number>();
  for (const unit of listUnits(quote).flat()) missing.set(unit, (missing.get(unit) ?? 0) + 1);
  let sharedCount = 0;
  const units = listUnits(source.tokens);
  const enter = (unit: string): void => {
    const left = missing.get(unit);
    if (left === undefined) return;
    if (left > 0) sharedCount++;
    missing.set(unit, left - 1);
  };
  const leave = (unit: string): void => {
    const left = missing.get(unit);
    if (left === undefined) return;
    if (left >= 0) sharedCount--;
    missing.set(unit, left + 1);
  };
  return Int32Array.from(units, (entering, last) => {
    entering.forEach(enter);
    units[last - quote.length]?.forEach(leave);
    return sharedCount;
  });
}

/** Returns separate windows that share the most units, if they share enough to be near. */
function findWindows(source: SourceText, quote: Token[]): Token[][] {
  const sharedCount = countSharedUnits(source, quote);
  const minShared = listUnits(quote).flat().length * minSharedPart;
  const windows: Token[][] = [];
  while (windows.length < maxWindows) {
    const last = sharedCount.reduce((best, count, at) => (count > sharedCount[best]! ? at : best), 0);
    if (!sharedCount[last] || sharedCount[last] < minShared) break;
    const first = last - quote.length + 1;
    windows.push(source.tokens.slice(Math.max(0, first - slack), last + slack));
    sharedCount.fill(0, Math.max(0, first), last + quote.length);
  }
  return windows;
}

/** Converts an alignment to a difference; in a replacement the missing text comes first. */
function describeDifference(
  steps: AlignmentStep[],
  window: Token[],
  quote: Quote,
  source: SourceText,
): QuoteOccurrence | undefined {
  const textSteps = steps.filter(({ kind }) => kind !== 'added');
  if (textSteps.length === 0) return undefined;
  const { start } = window[textSteps[0]!.at]!;
  const { end } = window[textSteps.at(-1)!.at]!;
  const difference: QuoteDifference = [];
  const append = (kind: QuoteDifference[0]['kind'], text: string): void => {
    const last = difference.at(-1);
    const before = kind === 'missing' && last?.kind === 'added' ? difference.at(-2) : last;
    if (before?.kind === kind) before.text += text;
    else difference.push({ kind, text });
  };
  for (const { kind, at } of steps) {
    const [tokens, text, textEnd] =
      kind === 'added' ? [quote.tokens, quote.text, quote.text.length] : [window, source.text, end];
    append(kind, text.slice(tokens[at]!.start, Math.min(textEnd, tokens[at + 1]?.start ?? textEnd)));
  }
  return { start, end, cost: 0, difference };
}

/** Returns the highest cost of a near quote: about a tenth of its words may be changed. */
function maxNearCost({ words }: Quote): number {
  const changes = words < nearFromWords ? 0 : Math.max(1, Math.floor(words * nearShare));
  return (changes + 1) * wordCost - 1;
}

/** Returns the parts of the text that differ least from the quote. */
export const findNear = (quote: Quote, source: SourceText): QuoteOccurrence[] =>
  findWindows(source, quote.tokens).flatMap((window) => {
    const { cost, steps } = align(window, quote.tokens);
    const one = cost <= maxNearCost(quote) ? describeDifference(steps, window, quote, source) : undefined;
    return one ? [{ ...one, cost }] : [];
  });
