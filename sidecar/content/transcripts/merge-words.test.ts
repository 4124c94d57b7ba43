import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeWords } from './read-transcript.ts';

const spread = (texts: string[]) => texts.map((text, at) => ({ start: at * 2, end: at * 2 + 1.9, text }));

test('words are merged, sentences of a script without spaces stay as they are', () => {
  assert.deepEqual(
    mergeWords(spread(['The', 'tide', 'turns', 'twice.'])).map(({ text }) => text),
    ['The tide turns twice.'],
  );
  const said = ['潮は毎日変わります', '橋は七時間閉じます', '港は静かな所です', '嵐の跡は長く残ります'];
  assert.deepEqual(
    mergeWords(spread(said)).map(({ text }) => text),
    said,
  );
  assert.deepEqual(
    mergeWords(spread(['潮は', '毎日', '変わり', 'ます。'])).map(({ text }) => text),
    ['潮は毎日変わります。'],
  );
});
