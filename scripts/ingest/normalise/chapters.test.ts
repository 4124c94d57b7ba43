// Tests chapters from untrusted feeds: only usable ones are kept, sorted and limited.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normaliseChapters, MAX_CHAPTERS } from './chapters.ts';

const starts = (...facts: (string | number | undefined)[]) =>
  normaliseChapters(facts.map((start) => ({ start, title: 'x' }))).map(({ startSeconds }) => startSeconds);

test('times are seconds or clock times, and chapters are sorted by them', () => {
  assert.deepEqual(starts('1:02:03.25', 0, '00:05:10', 12.34567, '90'), [0, 12.346, 90, 310, 3723.25]);
});

test('a chapter with an impossible time is left out', () => {
  assert.deepEqual(starts(-1, NaN, Infinity, 1e12, '1e3', '', undefined, '12:34:56:78', '9'.repeat(5000)), []);
});

test('a title is one line of plain text, and a chapter without one is left out', () => {
  const titles = normaliseChapters([
    { start: 0, title: '<b>Sea</b>\n\u202eand &amp; sky<script>alert(1)</script>' },
    { start: 1, title: ' \u200b ' },
    { start: 2 },
    { start: 3, title: 'word '.repeat(200) },
  ]).map(({ title }) => title);
  assert.equal(titles[0], 'Sea and & sky');
  assert.equal(titles.length, 2);
  assert.ok(titles[1]!.length <= 300);
});

test('a chapter cannot link to code, a file or a private address', () => {
  for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'http://169.254.169.254/', 'http://localhost/', '/x'])
    assert.deepEqual(normaliseChapters([{ start: 0, title: 'x', url }]), [{ startSeconds: 0, title: 'x' }], url);
  assert.equal(
    normaliseChapters([{ start: 0, title: 'x', url: 'https://u:p@example.org/a b' }])[0]!.url,
    'https://example.org/a%20b',
  );
});

test('only the first of several chapters at one time is used, and a long list is cut', () => {
  assert.deepEqual(
    normaliseChapters([
      { start: 5, title: 'first' },
      { start: '0:05', title: 'second' },
    ]),
    [{ startSeconds: 5, title: 'first' }],
  );
  assert.equal(
    normaliseChapters(Array.from({ length: 100_000 }, (_, start) => ({ start, title: 'x' }))).length,
    MAX_CHAPTERS,
  );
});
