// Tests how the query of an address filters and paginates a list.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAddress, paginateItems } from './filter.ts';

const items = Array.from({ length: 120 }, (_, n) => n);

test('pages link to their neighbours and preserve the filter', () => {
  const from = { query: { words: 'a b', type: 'article', page: '2' } };
  const { items: page, pages } = paginateItems(items, '/inbox', from);
  assert.deepEqual([page[0], page.length], [50, 50]);
  assert.deepEqual(pages, {
    total: 120,
    page: 2,
    count: 3,
    here: '/inbox?words=a+b&type=article&page=2',
    newer: '/inbox?words=a+b&type=article',
    older: '/inbox?words=a+b&type=article&page=3',
  });
});

test('a page number beyond the end means the last page, and an empty list has one page', () => {
  assert.equal(paginateItems(items, '/inbox', { query: { page: '99' } }).items.at(-1), 119);
  const empty = paginateItems([], '/inbox', { query: { page: '5' } });
  assert.deepEqual(empty.pages, { total: 0, page: 1, count: 1, here: '/inbox' });
});

test('a form returns to its list with the filter, and to no other address', () => {
  assert.equal(listAddress('/inbox', '/inbox?feed=blog&page=3'), '/inbox?feed=blog&page=3');
  assert.equal(listAddress('/inbox', 'https://evil.example/?feed=blog&next=https://evil.example'), '/inbox?feed=blog');
  assert.equal(listAddress('/published', ''), '/published');
});
