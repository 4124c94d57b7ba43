// Valid and invalid language tags.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageTag } from './language-tag.ts';

test('a tag is normalized, and an invalid one is rejected', () => {
  assert.deepEqual([' EN_us', 'pt-br', 'zh-hant-TW', 'tlh'].map(languageTag), ['en-US', 'pt-BR', 'zh-Hant-TW', 'tlh']);
  for (const none of [undefined, '', 'klingon!', 'klingon', 'English', 'en us', 'e', 'en-'])
    assert.equal(languageTag(none), undefined, none);
});
