// Texts as strangers may send them: each is rendered, or named as what it is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alwaysRenderableCharacters, maxBodyCharacters, renderings, findRenderProblem } from './renderable.ts';

test('a text that a renderer fails on has a problem instead of an exception', () => {
  const fails = () => {
    throw new RangeError('Maximum call stack size exceeded');
  };
  assert.equal(
    findRenderProblem('x'.repeat(alwaysRenderableCharacters + 1), [fails]),
    'its text cannot be shown: Maximum call stack size exceeded',
  );
});

test('a text is held to a length', () => {
  assert.equal(findRenderProblem('word '.repeat(100_000)), undefined);
  assert.match(findRenderProblem('x'.repeat(maxBodyCharacters + 1)) ?? '', /2000001 characters/);
});

const attacks = {
  headings: '# a\n'.repeat(100_000),
  'deep emphasis': '*a **b '.repeat(20_000),
  'deep links': '[a]('.repeat(20_000),
  'deep pictures': '!['.repeat(30_000),
  'quotes in lists': '> - '.repeat(20_000),
  'links to one another': '[a][b] '.repeat(10_000) + '\n\n[b]: https://example.org',
  'character references': '&amp;'.repeat(20_000),
  'escaped signs': '\\*'.repeat(30_000),
  'deep quotes': `${'>'.repeat(50_000)} a`,
  'deep lists': Array.from({ length: 500 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n'),
  'open brackets': '['.repeat(50_000),
  emphasis: '*a _b '.repeat(20_000),
  'code marks': '`'.repeat(50_000),
  'table rows': `| a | b |\n| - | - |\n${'| c | d |\n'.repeat(20_000)}`,
  'half a character': 'a \ud800 b \udc00',
  nothing: '\u0000\u202e\ufeff',
};
for (const [name, body] of Object.entries(attacks)) {
  test(`${name} are shown`, () => assert.equal(findRenderProblem(body), undefined));
  test(`${name} are shown without a trial while they are short`, () => {
    for (const render of renderings) assert.doesNotThrow(() => render(body.slice(0, alwaysRenderableCharacters)));
  });
}
