// Texts as strangers may send them: each is rendered, or named as what it is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mostBodyCharacters, renderProblem } from './renderable.ts';

test('a text that a renderer fails on has a problem instead of an exception', () => {
  const fails = () => {
    throw new RangeError('Maximum call stack size exceeded');
  };
  assert.equal(renderProblem('x', [fails]), 'its text cannot be shown: Maximum call stack size exceeded');
});

test('a text is held to a length', () => {
  assert.equal(renderProblem('word '.repeat(1000)), undefined);
  assert.match(renderProblem('x'.repeat(mostBodyCharacters + 1)) ?? '', /2000001 characters/);
});

const attacks = {
  headings: '# a\n'.repeat(100_000),
  'deep quotes': `${'>'.repeat(50_000)} a`,
  'deep lists': Array.from({ length: 500 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n'),
  'open brackets': '['.repeat(50_000),
  emphasis: '*a _b '.repeat(20_000),
  'code marks': '`'.repeat(50_000),
  'table rows': `| a | b |\n| - | - |\n${'| c | d |\n'.repeat(20_000)}`,
  'half a character': 'a \ud800 b \udc00',
  nothing: '\u0000\u202e\ufeff',
};
for (const [name, body] of Object.entries(attacks))
  test(`${name} are shown`, () => assert.equal(renderProblem(body), undefined));
