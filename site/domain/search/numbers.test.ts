// Numbers in searched texts: separate numbers are never joined.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainTextOfMarkdown } from './plain-text.ts';
import { buildExpressions, parseQuery, type ParsedQuery } from './query.ts';
import { foldWord, toIndexText, fromIndexText, splitWords } from './words.ts';

const all = (query: string): string => buildExpressions(parseQuery(query, 'de') as ParsedQuery, () => []).all;

test('numbers that are separate in Markdown stay separate in the text, and one number stays whole', () => {
  assert.equal(plainTextOfMarkdown('1**0** *2*0 ~~12~~3 1~~2~~3'), '10 20 […] 3 1 […] 3');
  assert.equal(plainTextOfMarkdown('1![](media/a.png)2 ![[…]](media/f.png) 3'), '1 2 […] 3');
  assert.equal(plainTextOfMarkdown('1\\\n2\n3\n\n4. 5\n\n| 6 | 7 |\n|---|---|\n| 8 | 9 |'), '1\n2 3\n5\n6\n7\n8\n9');
});

test('superscripts, fractions and subscripts do not join the numbers next to them', () => {
  const foldedWords = (text: string) => splitWords(text).map(foldWord);
  assert.deepEqual(foldedWords('10⁶ 10^6 m²'), ['10', '6', '10', '6', 'm', '2']);
  assert.deepEqual(foldedWords('1½ a₄7 CO₂'), ['1', '½', 'a4', '7', 'co2']);
  for (const text of ['10⁶ m² xⁿ', '1½ a₄7 CO₂ 10⁻³', '⁽²⁾₊']) assert.equal(fromIndexText(toIndexText(text)), text);
  assert.equal(all('10⁶'), '"10 6"');
  assert.equal(all('10^6 x'), '"10 6" AND "x"');
  assert.equal(all('1.000 x'), '("1 000" OR "1000") AND "x"');
});
