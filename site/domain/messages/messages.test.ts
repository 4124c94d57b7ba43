// Ten languages have all messages, with the same slots.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import en from './en.json' with { type: 'json' };
import {
  lengthLabel,
  textDirection,
  messagesByLanguage,
  translateCount,
  translatorFor,
  messageLanguage,
} from './messages.ts';

const slots = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([slot]) => slot).sort();

test('each message of a language exists in English and is not empty', () => {
  assert.deepEqual(Object.keys(messagesByLanguage.de!), Object.keys(en));
  for (const words of Object.values(messagesByLanguage)) {
    for (const key of Object.keys(words)) assert.ok(key.replace(/\.(zero|two|few|many)$/, '.other') in en, key);
    for (const text of Object.values(words)) assert.match(text, /\S/);
  }
});

test('a message has the same slots in each language', () => {
  for (const words of Object.values(messagesByLanguage))
    for (const [key, text] of Object.entries(words))
      assert.deepEqual(slots(text), slots(en[key.replace(/\.(zero|two|few|many)$/, '.other') as keyof typeof en]), key);
});

test('a room uses the language of its creator, of any region, and English if it is not available', () => {
  assert.equal(translatorFor('de-AT')('nav.articles'), 'Artikel');
  assert.equal(translatorFor('en-GB')('nav.articles'), 'Articles');
  assert.deepEqual(['fi', 'not a language', ''].map(messageLanguage), ['en', 'en', 'en']);
});

test('ten languages and any further one have all messages', () => {
  for (const language of ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt'])
    assert.ok(Object.hasOwn(messagesByLanguage, language), language);
  for (const [language, messages] of Object.entries(messagesByLanguage))
    assert.deepEqual(
      Object.keys(en).filter((key) => !Object.hasOwn(messages, key)),
      [],
      language,
    );
});

test('no message is left in English', () => {
  // Names, formats and words that a language shares with English.
  const isShared = (text: string) => !/[a-z]{4,} [a-z]{3,}/.test(text);
  for (const [language, messages] of Object.entries<Record<string, string>>(messagesByLanguage))
    if (language !== 'en')
      assert.deepEqual(
        Object.entries(en).filter(([key, text]) => messages[key] === text && !isShared(text)),
        [],
        language,
      );
});

test('the length of a text is counted in characters in Japanese, in words otherwise', () => {
  assert.equal(lengthLabel('ja', '潮の 本', String), '3字');
  assert.equal(lengthLabel('de', 'Das Buch der Gezeiten', String), '4 Wörter');
});

test('a count has the plural form of its language', () => {
  const words = (language: string) => [1, 2, 5].map((count) => translateCount(language, 'kit.words', count, { count }));
  assert.deepEqual(words('en'), ['1 word', '2 words', '5 words']);
  assert.deepEqual(words('pl'), ['1 słowo', '2 słowa', '5 słów']);
  assert.deepEqual(words('ar').slice(1), ['كلمتان (2)', '5 كلمات']);
});

test('slots are filled with their values and nothing else', () => {
  assert.equal(translatorFor('en')('kit.words.other', { count: 52 }), '52 words');
  assert.equal(translatorFor('en')('item.by', { author: '{title} $&' }), 'By {title} $&');
});

test('a name that ends with a full stop also ends the sentence', () => {
  const values = { author: 'Rufus T.', name: 'Rufus T.', title: '\0', where: 'A', day: '1 May' };
  for (const language of Object.keys(messagesByLanguage)) {
    const t = translatorFor(language);
    for (const key of ['speaking.lede', 'item.allRights', 'item.citation', 'prepare.lede'] as const)
      assert.doesNotMatch(t(key, values), /\.[.。]/, `${language} ${key}`);
  }
  assert.equal(translatorFor('en')('speaking.lede', { name: 'Rufus T.' }), 'Talks by Rufus T.');
  assert.equal(translatorFor('en')('speaking.lede', { name: 'Rufus' }), 'Talks by Rufus.');
  assert.match(
    translatorFor('de')('item.citation', { ...values, where: 'Acme Inc.' }),
    /^Rufus T\. „\0“\. Acme Inc\., /,
  );
  assert.equal(translatorFor('ja')('prep.with', { people: 'モーニング娘。' }), '出演：モーニング娘。');
});

test('Arabic, Hebrew and Persian are written from right to left', () => {
  assert.deepEqual(['ar', 'he-IL', 'fa', 'en', 'de', '??'].map(textDirection), [
    'rtl',
    'rtl',
    'rtl',
    'ltr',
    'ltr',
    'ltr',
  ]);
});
