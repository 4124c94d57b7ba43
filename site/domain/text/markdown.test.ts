// Markdown rendering of unusual texts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMarkdown } from './markdown.ts';

test('the highest heading becomes the second level', () => {
  assert.equal(renderMarkdown('### a\n\n##### b', ''), '<h2>a</h2>\n<h4>b</h4>\n');
  assert.equal(renderMarkdown('no heading', ''), '<p>no heading</p>\n');
});

test('a text with more headings than a call takes arguments is rendered', () => {
  const html = renderMarkdown('# a\n'.repeat(150_000), '');
  assert.equal(html.split('<h2>a</h2>').length, 150_001);
});

test('a text is rendered again after another one, with the picture addresses of each room', () => {
  const picture = '![a](media/b.png)';
  const html = '<p><img src="https://one.example/media/b.png" alt="a"></p>\n';
  assert.equal(renderMarkdown(picture, 'https://one.example'), html);
  assert.equal(renderMarkdown('other', ''), '<p>other</p>\n');
  assert.equal(renderMarkdown(picture, 'https://two.example'), html.replace('one', 'two'));
  assert.equal(renderMarkdown(picture, 'https://one.example'), html);
});
