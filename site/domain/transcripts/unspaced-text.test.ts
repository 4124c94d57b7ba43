import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupParagraphs } from './paragraphs.ts';
import { joinTexts, spokenWords } from './unspaced-text.ts';

test('texts of scripts without spaces are joined without a space', () => {
  assert.equal(joinTexts('潮は毎日変わる。', '橋は閉じる'), '潮は毎日変わる。橋は閉じる');
  assert.equal(joinTexts('The tide', 'turns'), 'The tide turns');
  assert.equal(joinTexts('これは', 'Greenroom'), 'これは Greenroom');
  assert.equal(joinTexts('조수는', '바뀐다'), '조수는 바뀐다');
});

test('words are split in scripts without spaces', () => {
  assert.ok(spokenWords('潮汐表は毎日変わる。橋は七時間閉じる。').length >= 8);
  assert.deepEqual(spokenWords("It's the Tide."), ["it's", 'the', 'tide']);
});

test('Japanese segments are joined without spaces and split into paragraphs after sentences', () => {
  const segments = [
    { start: 0, end: 4, text: '潮は毎日変わる。橋は' },
    { start: 4, end: 8, text: '閉じる。' },
    { start: 10.5, end: 12, text: '次の話です。' },
  ];
  assert.deepEqual(
    groupParagraphs(segments).map(({ text }) => text),
    ['潮は毎日変わる。橋は閉じる。', '次の話です。'],
  );
});
