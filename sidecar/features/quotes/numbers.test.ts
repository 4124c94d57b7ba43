// Tests of numbers and struck-out words in quotes; a changed number is never exact.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QuoteVerdict } from '#contract/schemas/quotes.ts';
import { buildLists } from '#domain/lists/lists.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { plainTextOfMarkdown } from '#domain/search/plain-text.ts';
import type { SearchCandidate } from '../../release/text-index.ts';
import { readQuote } from './quote.ts';
import { verifyQuoteText } from './verify.ts';

const [item] = buildLists(sandboxRoom({ baseUrl: 'https://room.example' })).contentIndex;

const candidate = (body: string): SearchCandidate => ({
  item: item!,
  hasPage: true,
  texts: { title: 'A title', summary: '', transcript: '', body },
  segments: [],
  origin: { author: 'Ann', voices: { Ann: true } },
});

const check = (quote: string, body: string): QuoteVerdict => verifyQuoteText(readQuote(quote)!, [candidate(body)]);
const verdictIn = (text: string, quote: string): string => check(quote, text).verdict;

test('a superscript equals a caret, and is not part of the number before it', () => {
  for (const [text, quote] of [
    ['The meter took 10⁶ samples a day.', 'took 10^6 samples a day'],
    ['The meter took 10^6 samples a day.', 'took 10⁶ samples a day'],
    ['It loses 2⁻³ of its weight.', 'loses 2^-3 of its weight'],
    ['It loses 2^(-3) of its weight.', 'loses 2⁻³ of its weight'],
    ['The law says a^{n} is large.', 'the law says aⁿ is large'],
    ['They breathe CO₂ all day.', 'they breathe CO2 all day'],
    ['It closed in 1987³ for good.', 'it closed in 1987³ for good'],
  ] as const)
    assert.equal(verdictIn(text, quote), 'exact', quote);
  for (const [text, quote] of [
    ['The meter took 10⁶ samples a day.', 'took 106 samples a day'],
    ['The meter took 10^6 samples a day.', 'took 106 samples a day'],
    ['It closed in 1987³ for good.', 'it closed in 19873 for good'],
    ['It closed in 1987① for good.', 'it closed in 19871 for good'],
    ['The row a₄7 of the table is wrong', 'the row a47 of the table is wrong'],
    ['Energy is mc² in this book', 'energy is mc2 in this book'],
    ['Binary 10₂ is two of something', 'binary 102 is two of something'],
  ] as const)
    assert.notEqual(verdictIn(text, quote), 'exact', quote);
});

test('a fraction equals its single character, and is not part of the number before it', () => {
  for (const quote of ['pour in 1½ spoons of oil', 'pour in 1 1/2 spoons of oil', 'pour in 1 1⁄2 spoons of oil'])
    for (const text of ['Pour in 1½ spoons of oil.', 'Pour in 1 1/2 spoons of oil.'])
      assert.equal(verdictIn(text, quote), 'exact', quote);
  for (const quote of ['pour in 11/2 spoons of oil', 'pour in 1.5 spoons of oil', 'pour in 1/2 spoons of oil'])
    assert.notEqual(verdictIn('Pour in 1½ spoons of oil.', quote), 'exact', quote);
});

test('a quote across struck-out words is near, with a reason', () => {
  const source = plainTextOfMarkdown('We saw ~~nine~~ ten boats on the first morning.');
  const { verdict, reason } = check('We saw ten boats on the first morning', source);
  assert.deepEqual([verdict, reason], ['near', 'source_gap']);
  assert.notEqual(check('We saw nine boats on the first morning', source).verdict, 'exact');
  assert.equal(check('boats on the first morning', source).verdict, 'exact');
  assert.equal(check('boats on the second morning', source).reason, undefined);
});
