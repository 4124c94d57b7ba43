// Tests texts that would take regular expressions hours: each is read in linear time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authorName } from './author.ts';
import { parseDuration } from './duration.ts';
import { htmlToMarkdown } from './markdown.ts';

test('an author is the name, with or without a mail address next to it', () => {
  assert.equal(authorName('me@tides.example (Mara Quint)'), 'Mara Quint');
  assert.equal(authorName('me@tides.example(Mara Quint)'), 'Mara Quint');
  assert.equal(authorName('Mara Quint me@tides.example'), 'Mara Quint');
  assert.equal(authorName('Mara Quint &lt;me@tides.example&gt;'), 'Mara Quint');
  assert.equal(authorName('Mara @home (and away)'), 'Mara @home (and away)');
  assert.equal(authorName('me@tides.example'), undefined);
});

test('redos: an author of signs that begin a mail address', () => {
  for (const text of ['@'.repeat(6000), '@.'.repeat(3000), 'a@('.repeat(2000)]) assert.ok(authorName(text) !== '');
});

test('redos: a duration of spaces', () => {
  assert.equal(parseDuration(`1h${' '.repeat(3_000_000)}x`), undefined);
  assert.equal(parseDuration('1 hour 20 minutes 30 seconds'), 4830);
});

const place = { base: 'https://example.org/a/', link: 'https://example.org/a/text' };

test('redos: a cell of spaces', () => {
  const cell = `<pre>${' '.repeat(900_000)}x</pre>`;
  assert.ok(htmlToMarkdown(`<table><tr><td>${cell}</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>`, place));
});

test('redos: a body of white space that does not collapse', () => {
  for (const space of ['&nbsp;', '\u00a0', '&emsp;', '&amp;nbsp;', '\u3000', `${'&nbsp;'.repeat(150)}y`])
    assert.match(htmlToMarkdown(`<p>${space.repeat(900_000 / space.length)}x</p>`, place), /x|;$/);
});

test('redos: elements within hundreds of thousands of others', () => {
  for (const tag of ['<b>', '<a href=x>', '<blockquote>', '<ul><li>', '<em><strong>', '<table><tr><td>', '<li>'])
    assert.equal(
      htmlToMarkdown(`${tag.repeat(900_000 / tag.length)}x`, place)
        .replace(/[^x]/g, '')
        .slice(-1),
      'x',
    );
});

test('unclosed paragraphs and list items do not count as nesting', () => {
  const text = htmlToMarkdown('<p>One'.repeat(2000) + `<ul>${'<li>Two'.repeat(2000)}</ul><b>Three</b>`, place);
  assert.equal(text.match(/^One$/gm)?.length, 2000);
  assert.equal(text.match(/^- +Two$/gm)?.length, 2000);
  assert.match(text, /\*\*Three\*\*$/);
});
