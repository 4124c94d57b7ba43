// Tests JSON chapters of the podcast namespace, and other responses from their addresses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readChaptersFile } from './chapters-file.ts';

const read = (file: unknown) => readChaptersFile(JSON.stringify(file));

test('each chapter has its time, title and link', () => {
  const chapters = [
    { startTime: 0, title: 'Intro', img: 'https://example.org/1.png' },
    { startTime: 168.5, title: 'Sea', url: 'https://example.org/sea', endTime: 200 },
  ];
  assert.deepEqual(read({ version: '1.2.0', chapters }), [
    { start: 0, title: 'Intro', url: undefined },
    { start: 168.5, title: 'Sea', url: 'https://example.org/sea' },
  ]);
});

test('a chapter excluded from the table of contents is not listed', () => {
  const chapters = [
    { startTime: 0, title: 'Listed', toc: true },
    { startTime: 9, title: 'A picture only', toc: false },
  ];
  assert.deepEqual(
    read({ version: '1.2.0', chapters }).map(({ title }) => title),
    ['Listed'],
  );
});

test('values of the wrong type are ignored', () => {
  const chapters = [null, 7, 'x', [], { startTime: {}, title: ['x'], url: 5 }];
  for (const chapter of read({ chapters })) assert.deepEqual(Object.values(chapter), [undefined, undefined, undefined]);
});

test('other files are rejected', () => {
  for (const file of [null, 7, 'x', [], {}, { chapters: {} }]) assert.throws(() => read(file), /not a chapters file/);
  assert.throws(() => readChaptersFile('<html>'), /not a chapters file/);
  assert.throws(() => readChaptersFile('['.repeat(100_000)), /not a chapters file/);
});
