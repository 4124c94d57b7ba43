import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestName } from './nearest-name.ts';

test('a mistyped name is recognised, and a different one is not', () => {
  const names = ['language', 'oneLiner', 'themes', 'BASE_URL'];
  const near = {
    langauge: 'language',
    lang_uage: 'language',
    one_liner: 'oneLiner',
    theme: 'themes',
    BASEURL: 'BASE_URL',
  };
  for (const [given, meant] of Object.entries(near)) assert.equal(nearestName(given, names), meant, given);
  for (const given of ['colour', 'x', 'l'.repeat(100_000)]) assert.equal(nearestName(given, names), undefined);
});
