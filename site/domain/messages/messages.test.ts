// Every language says everything, with the same slots.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import en from './en.json' with { type: 'json' };
import { directionOf, languages, sayIn, wordsLanguage } from './messages.ts';

const slots = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([slot]) => slot).sort();

test('each message is there in each language, and says something', () => {
  for (const words of Object.values(languages)) {
    assert.deepEqual(Object.keys(words), Object.keys(en));
    for (const text of Object.values(words)) assert.match(text, /\S/);
  }
});

test('a message has the same slots in each language', () => {
  for (const words of Object.values(languages))
    for (const [key, text] of Object.entries(en))
      assert.deepEqual(slots(words[key as keyof typeof en]), slots(text), key);
});

test('a room speaks the language of its creator, of any region, and English where there is no other', () => {
  assert.equal(sayIn('de-AT')('nav.articles'), 'Artikel');
  assert.equal(sayIn('en-GB')('nav.articles'), 'Articles');
  assert.deepEqual(['fr', 'not a language', ''].map(wordsLanguage), ['en', 'en', 'en']);
});

test('slots are filled in with what is given, and with nothing else', () => {
  assert.equal(sayIn('en')('kit.words.other', { count: 52 }), '52 words');
  assert.equal(sayIn('en')('item.by', { author: '{title} $&' }), 'By {title} $&');
});

test('Arabic, Hebrew and Persian run from right to left', () => {
  assert.deepEqual(['ar', 'he-IL', 'fa', 'en', 'de', '??'].map(directionOf), [
    'rtl',
    'rtl',
    'rtl',
    'ltr',
    'ltr',
    'ltr',
  ]);
});
