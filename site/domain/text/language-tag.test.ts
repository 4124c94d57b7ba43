// What counts as a language, wherever it comes from.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageTag } from './language-tag.ts';

test('a tag comes in its usual form, and what names no language is none', () => {
  assert.deepEqual([' EN_us', 'pt-br', 'zh-hant-TW', 'tlh'].map(languageTag), ['en-US', 'pt-BR', 'zh-Hant-TW', 'tlh']);
  for (const none of [undefined, '', 'klingon!', 'klingon', 'English', 'en us', 'e', 'en-'])
    assert.equal(languageTag(none), undefined, none);
});
