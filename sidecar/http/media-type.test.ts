import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preferredForm, prefersMarkdown } from './media-type.ts';

const forms = { json: 'application/json', html: 'text/html', ics: 'text/calendar' };

test('a browser gets a page, a program JSON, a calendar its entry', () => {
  assert.equal(preferredForm('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', forms), 'html');
  assert.equal(preferredForm('text/calendar', forms), 'ics');
  assert.equal(preferredForm('text/html;q=0.5, application/json', forms), 'json');
});

test('the first form is returned without a preference or if none can be met', () => {
  for (const accept of [undefined, '', '*/*', 'image/png', 'nonsense'])
    assert.equal(preferredForm(accept, forms), 'json');
});

test('Markdown is for those who name it and like it no less than the page', () => {
  for (const accept of [
    'text/markdown',
    'TEXT/MARKDOWN; charset=utf-8',
    'text/markdown, text/html, */*',
    'text/html;q=0.8, text/markdown;q=0.9',
    'text/markdown;q=0.1',
  ])
    assert.equal(prefersMarkdown(accept), true, accept);
  for (const accept of [
    undefined,
    '*/*',
    'text/*',
    'text/html, text/markdown',
    'text/html, text/markdown;q=0.9',
    'text/markdown;q=0',
    'text/html;q=0.5, */*',
    'text/markdownish',
  ])
    assert.equal(prefersMarkdown(accept), false, accept);
});
