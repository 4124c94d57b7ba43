import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectOtherLanguage } from './script.ts';

test('a script that differs from the expected language determines the language of a text', () => {
  const texts: [string, string, string | undefined][] = [
    ['Waiting for the bore', 'en', undefined],
    ['Waiting for the bore', 'de', undefined],
    ['Waiting for the bore', 'ar', 'und-Latn'],
    ['من يصغي إلى المد', 'en', 'ar'],
    ['من يصغي إلى المد', 'fa', undefined],
    ['潮の満ち引きを聞く人', 'en', 'ja'],
    ['潮の満ち引き', 'zh', 'ja'],
    ['听潮的人', 'en', 'zh'],
    ['밀물과 썰물', 'en', 'ko'],
    ['Прилив и отлив: notes', 'en', 'ru'],
    ['2026 – 12', 'ja', undefined],
  ];
  for (const [text, expected, language] of texts) assert.equal(detectOtherLanguage(text, expected), language, text);
});
