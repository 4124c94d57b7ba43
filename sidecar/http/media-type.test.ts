import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preferredForm } from './media-type.ts';

const forms = { json: 'application/json', html: 'text/html', ics: 'text/calendar' };

test('a browser gets a page, a program JSON, a calendar its entry', () => {
  assert.equal(preferredForm('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', forms), 'html');
  assert.equal(preferredForm('text/calendar', forms), 'ics');
  assert.equal(preferredForm('text/html;q=0.5, application/json', forms), 'json');
});

test('without a wish, or with one that cannot be met, the first form is given', () => {
  for (const accept of [undefined, '', '*/*', 'image/png', 'nonsense'])
    assert.equal(preferredForm(accept, forms), 'json');
});
