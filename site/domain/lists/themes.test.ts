import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sandboxRoom } from '../sandbox.ts';
import { matchThemes } from './themes.ts';

const room = sandboxRoom({ baseUrl: 'https://room.example' });
const article = room.items.find(({ type }) => type === 'article')!;

/** Returns true if an item belongs to a theme. */
function isMatch(label: string, heading: { title?: string; summary?: string; keywords?: string[] }, language = 'en') {
  const theme = { id: 'one', label, keywords: ['Sea'] };
  const item = { ...article, title: 'A title', summary: 'A summary.', keywords: [], themeIds: [], ...heading };
  return matchThemes(item, { ...room.creator, language, themes: [theme] }).length > 0;
}

test('an item belongs to the themes that were set by hand, and to those that its keywords name in any spelling', () => {
  const creator = { ...room.creator, themes: [{ id: 'water', label: 'High Water', keywords: ['Sea'] }] };
  for (const keyword of ['sea', 'SEA', 'high-water', 'water'])
    assert.deepEqual(
      matchThemes({ ...article, title: '', summary: '', keywords: [keyword], themeIds: ['own'] }, creator),
      ['own', 'water'],
      keyword,
    );
});

test('an item belongs to a theme whose label is in its title and summary, in any form', () => {
  for (const title of ['Two tides and a moon', 'THE MOON', 'Moons'])
    assert.ok(isMatch('Tides and the moon', { title, summary: 'About a tide.' }), title);
  assert.ok(isMatch('Self-Hosting', { summary: 'On self hosting.' }));
  assert.ok(isMatch('Straßen', { title: 'Eine Straße' }, 'de'));
  assert.ok(isMatch('潮の時間', { title: '今日は潮の時間です' }, 'ja'));
});

test('an item does not belong to a theme because of some words, letters or signs of its label', () => {
  assert.ok(!isMatch('Tides and the moon', { title: 'The moon', summary: 'And the stars.' }));
  assert.ok(!isMatch('Art', { title: 'A party' }));
  assert.ok(!isMatch('🎙️', { title: '🎙️' }));
  assert.ok(!isMatch('The', { title: 'The' }));
});
