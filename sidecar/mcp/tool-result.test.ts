import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#contract/errors.ts';
import { maxToolTokens } from '#contract/limits.ts';
import { toolNamed } from './call-tool.ts';
import { toolError, toolResult } from './tool-result.ts';

const item = (n: number) => ({
  id: `item-${n}`,
  type: 'article',
  title: `Item ${n}`,
  date: '2026-01-01',
  url: 'https://x.example',
});
const list = (count: number, words = '') => ({
  items: Array.from({ length: count }, (_, i) => ({ ...item(i), summary: words })),
  count,
  total: 2000,
});
const textOf = ({ content }: { content: unknown[] }) => (content[0] as { text: string }).text;

test('a list is a line an item, and says where it goes on', () => {
  const result = toolResult(toolNamed('get_articles', {}), list(2), { offset: 4 });
  assert.equal(
    textOf(result),
    [
      '5 to 6 of 2000, newest first:',
      '- Item 0, article of 2026-01-01, id item-0, https://x.example',
      '- Item 1, article of 2026-01-01, id item-1, https://x.example',
      'The next ones: offset=6.',
    ].join('\n'),
  );
  assert.deepEqual(result.structuredContent, list(2));
  assert.match(textOf(toolResult(toolNamed('get_articles', {}), { ...list(0), total: 0 }, {})), /^Nothing/);
});

test('what was found says its passages, best first', () => {
  const [hit] = list(1).items;
  const found = { matched: 'all', items: [{ ...hit!, snippets: [{ text: 'The tide\nturned.' }] }], count: 1, total: 1 };
  assert.equal(
    textOf(toolResult(toolNamed('search_content', {}), found, {})),
    '1 to 1 of 1, best first:\n- Item 0, article of 2026-01-01, id item-0, https://x.example\n  “The tide turned.”',
  );
});

test('an article is its text, and what is neither is JSON', () => {
  const article = { title: 'A\nB', bodyMarkdown: 'Words.' };
  assert.equal(textOf(toolResult(toolNamed('get_article', {}), article, {})), '# A B\n\nWords.');
  assert.equal(textOf(toolResult(toolNamed('get_profile', {}), { name: 'x' }, {})), '{"name":"x"}');
});

test('a result over its bound is refused with a limit that fits', () => {
  const long = 'words '.repeat(100);
  assert.throws(
    () => toolResult(toolNamed('get_articles', {}), list(400, long), {}),
    ({ message, details }: ApiError) => {
      assert.match(message, /limit=\d+ .*offset/);
      const fitting = (details as { maximum: number }).maximum;
      assert.ok(fitting > 50);
      toolResult(toolNamed('get_articles', {}), list(fitting, long), {});
      return true;
    },
  );
});

test('an article over the bound is refused with its address', () => {
  const value = { title: 'A', bodyMarkdown: 'x'.repeat(maxToolTokens * 4), markdownUrl: 'https://x.example/a' };
  assert.throws(() => toolResult(toolNamed('get_article', {}), value, {}), /https:\/\/x\.example\/a/);
});

test('an error is the envelope of the HTTP API', () => {
  const result = toolError(new ApiError('payment_required', 'Pay.', { amountSats: 21 }));
  assert.equal(result.isError, true);
  assert.deepEqual(JSON.parse(textOf(result)), {
    error: { code: 'payment_required', message: 'Pay.', details: { amountSats: 21 } },
  });
});
