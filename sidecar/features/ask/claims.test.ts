// Counts and ranks are stated only if every word of the question was understood and found.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAskRoom } from './test-ask.ts';

const ask = createAskRoom({ name: 'Ines Roy', publication: 'Lamp Letters', language: 'en', topics: ['Lamps'] }, [
  ['2026-10-01', 'Lamps of brass', 'Brass lamps burn for ten years. This one is sold.', { keywords: ['lamps'] }],
  [
    '2026-08-01',
    'A lamp for the quay',
    'Greta Moss, our guest, carries a lamp. It was made on the quay.',
    { keywords: ['lamps'] },
  ],
  ['2026-06-01', 'Glass and oil', 'The longest wick stands in oil. Greta Moss speaks of the long winter.'],
  ['2026-04-01', 'A film of comets', 'Comets over the quay.', { type: 'video' }],
  ['2026-02-01', 'The wick is never dry', 'On wicks, and on oil.'],
]);
const german = createAskRoom({ name: 'Jonas Öhler', publication: 'Lampenbriefe', language: 'de', topics: ['Lampen'] }, [
  ['2026-10-01', 'Lampe aus Messing', 'Eine Lampe, verkauft.', { keywords: ['lampen'] }],
  ['2026-08-01', 'Lampe aus Glas', 'Eine Lampe, auf Anfrage.', { keywords: ['lampen'] }],
  ['2026-06-01', 'Öl', 'Vom Öl und vom Docht.'],
]);
const japanese = createAskRoom({ name: '森 あおい', publication: '灯火通信', language: 'ja', topics: ['灯'] }, [
  ['2026-10-01', '真鍮のランプ', '真鍮のランプを磨いた。'],
  ['2026-08-01', '硝子の器', '硝子の器に油を入れた。'],
]);
type Ask = typeof ask;

/** Returns the first sentence of the answer. */
async function firstSentence(answer: Ask, question: string): Promise<string> {
  const { results = [], error, elicitation } = await answer(question);
  return String(results[0]?.text ?? error?.message ?? elicitation?.text);
}
const resultNames = async (answer: Ask, question: string) =>
  ((await answer(question)).results ?? []).flatMap(({ name }) => name ?? []);

const claim = /^There (?:is|are) |^The (?:newest|oldest) |^\d+ of |This room has nothing on that/;

async function assertNoClaim(answer: Ask, questions: string[], expected: RegExp): Promise<void> {
  for (const question of questions) {
    const sentence = await firstSentence(answer, question);
    assert.match(sentence, expected, question);
    for (const part of sentence.split(/(?<=\.) /)) assert.doesNotMatch(part, claim, question);
  }
}

test('the answer to a negation names it and makes no claims', async () => {
  const negation = /^This question contains a negation \(“/;
  const questions = [
    'Which lamps are not sold?',
    'How many lamps aren’t sold?',
    'How many articles do not mention oil?',
    'Articles about lamps without Greta Moss',
    'Everything except lamps',
    'Has she never made a lamp?',
    'Is there no article about oil?',
    'Which articles are about oil but not lamps?',
    'Newest article other than lamps',
    'Which texts have neither oil nor brass?',
    'lamps -brass',
    'Who has no lamp?',
    'Nobody likes lamps?',
    'Did nobody carry a lamp?',
    'Isnt there a lamp?',
    'Which articles lack a guest?',
    'Is it true that the wick is never dry?',
  ];
  await assertNoClaim(ask, questions, negation);
  const inGerman = [
    'Welche Lampen sind nicht verkauft?',
    'Wie viele Lampen sind nicht verkauft?',
    'Gibt es keine Lampe aus Silber?',
    'Artikel ohne Lampen',
    'Alles außer Lampen',
    'Hat er nie über Öl geschrieben?',
    'Welche Artikel handeln weder von Öl noch von Glas?',
    'Zeig mir niemals Lampen',
  ];
  await assertNoClaim(german, inGerman, negation);
  const inJapanese = [
    'ランプ以外の記事はありますか？',
    'ランプが出てこない記事はいくつありますか？',
    '油を使わないランプは？',
    'ランプを除く記事',
    '硝子なしの記事は？',
    'ランプの記事は一つもないですか？',
    '最新の記事はランプではないですか？',
  ];
  await assertNoClaim(japanese, inJapanese, negation);
  assert.deepEqual(await resultNames(ask, 'Why is the wick never dry?'), ['The wick is never dry']);
  assert.doesNotMatch(await firstSentence(japanese, 'ランプの記事はありませんか？'), negation);
});

test('the answer names words that were not understood, and states no count or rank', async () => {
  const notInFull = /^This question was not understood in full: “/;
  const questions = [
    'Which article is the longest?',
    'What is the longest article about oil?',
    'What is the shortest video?',
    'Which article is the most popular?',
    'How long is the newest article?',
    'How often does she publish?',
    'What is the second newest article?',
    'Which article should I read first?',
    'How many articles are longer than 5 pages?',
    'Is every article about lamps?',
    'Best article about lamps',
    'How many guests were there?',
    'How many winters did she see?',
    'Newest long article',
    'How many articles are available?',
  ];
  await assertNoClaim(ask, questions, notInFull);
  await assertNoClaim(
    german,
    ['Welcher Artikel ist der längste?', 'Was ist die größte Lampe?', 'Wie oft schreibt er?', 'Gibt es nur Lampen?'],
    notInFull,
  );
  await assertNoClaim(japanese, ['一番長い記事は？', '最も人気の記事は？'], notInFull);
});

test('questions that are understood get counts and ranks', async () => {
  const expected = {
    'How many articles are there?': 'There are 4 articles.',
    'How many articles has she made?': 'There are 4 articles.',
    'How many articles are about oil?': 'There are 2 articles that mention “oil”.',
    'How many articles mention Greta Moss?': 'There are 2 articles that mention “Greta Moss” in one passage.',
    'How many lamps are sold?': 'There is 1 item that mentions “lamps sold” in one passage.',
    'What is the newest article about oil?': 'The newest article that mentions “oil” is “Glass and oil” of 2026-06-01.',
    'What was the first article?': 'The oldest article is “The wick is never dry” of 2026-02-01.',
    'What do you have about the longest wick?': '1 of 1 item that mentions “longest wick” in one passage, best first.',
    'Articles that mention brass': '1 of 1 article that mentions “brass”, best first.',
  };
  for (const [question, sentence] of Object.entries(expected))
    assert.equal(await firstSentence(ask, question), sentence);
  assert.equal(
    await firstSentence(german, 'Wie viele Lampen sind verkauft?'),
    'There is 1 item that mentions “Lampen verkauft” in one passage.',
  );
  assert.equal(
    await firstSentence(japanese, '最新の記事は何ですか？'),
    'The newest article is “真鍮のランプ” of 2026-10-01.',
  );
});

test('the answer names words that occur nowhere and words that it matches', async () => {
  const expected: [question: string, sentence: string][] = [
    [
      'What did Greta Moss say about Neptune?',
      'Nothing published here mentions “Neptune”; these mention “Greta Moss”.',
    ],
    [
      'What did Greta Moss say about comets?',
      'No passage here mentions “comets” together with the rest; these mention “Greta Moss”.',
    ],
  ];
  for (const [question, sentence] of expected) {
    assert.equal(await firstSentence(ask, question), sentence);
    assert.deepEqual((await resultNames(ask, question)).toSorted(), ['A lamp for the quay', 'Glass and oil']);
  }
  for (const [question, pattern] of [
    ['What is said of lamp 95?', /Nothing published here mentions “95”/],
    ['Newest article about lamps and Saturn', /Nothing published here mentions “Saturn”\. Ask about “lamps” alone/],
    ['How many articles are about Saturn?', /Nothing published here mentions “Saturn”/],
    ['Articles about brass and oil', /No passage here mentions “brass oil” together/],
  ] as const) {
    assert.match(await firstSentence(ask, question), pattern);
    assert.deepEqual(await resultNames(ask, question), []);
  }
});
