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

test('a negation that excludes words is applied', async () => {
  const expected = {
    'How many lamps aren’t sold?': 'There is 1 item on the topic “lamps” not mentioning “sold”.',
    'How many articles do not mention oil?': 'There are 2 articles not mentioning “oil”.',
    'Everything except lamps': '3 of 3 items not mentioning “lamps”.',
    'Newest article other than lamps': 'The newest article not mentioning “lamps” is “Glass and oil” of 2026-06-01.',
    'Which articles are about oil but not lamps?': '2 of 2 articles mentioning “oil” not mentioning “lamps”.',
  };
  for (const [question, sentence] of Object.entries(expected))
    assert.equal(await firstSentence(ask, question), sentence);
  assert.deepEqual(await resultNames(ask, 'Articles about lamps without Greta Moss'), ['Lamps of brass']);
  assert.match(await firstSentence(german, 'Wie viele Lampen sind nicht verkauft?'), /^Es gibt 1 /);
  assert.deepEqual(await resultNames(german, 'Artikel ohne Lampen'), ['Öl']);
  assert.deepEqual(await resultNames(japanese, 'ランプ以外の記事はありますか？'), ['硝子の器']);
});

test('the answer to any other negation names it and makes no claims', async () => {
  const negation = /^This question contains a negation \(“/;
  const questions = [
    'Has she never made a lamp?',
    'Is there no article about oil?',
    'Who has no lamp?',
    'Nobody likes lamps?',
    'Did nobody carry a lamp?',
    'Isnt there a lamp?',
    'Which articles lack a guest?',
  ];
  await assertNoClaim(ask, questions, negation);
  const inGerman = ['Gibt es keine Lampe aus Silber?', 'Hat er nie über Öl geschrieben?', 'Zeig mir niemals Lampen'];
  await assertNoClaim(german, inGerman, /^Diese Frage enthält eine Verneinung \(„/);
  const inJapanese = ['油を使わないランプは？', 'ランプの記事は一つもないですか？'];
  await assertNoClaim(japanese, inJapanese, /^質問の否定（/);
  assert.equal((await resultNames(ask, 'Why is the wick never dry?'))[0], 'The wick is never dry');
  assert.doesNotMatch(await firstSentence(japanese, 'ランプの記事はありませんか？'), /否定/);
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
    'Newest long article',
    'How many articles are available?',
  ];
  await assertNoClaim(ask, questions, notInFull);
  await assertNoClaim(
    german,
    ['Welcher Artikel ist der längste?', 'Was ist die größte Lampe?', 'Gibt es nur Lampen?'],
    /^Diese Frage wurde nicht verstanden/,
  );
  await assertNoClaim(japanese, ['一番長い記事は？', '最も人気の記事は？'], /^質問のうち/);
});

test('questions that are understood get counts and ranks', async () => {
  const expected = {
    'How many articles are there?': 'There are 4 articles.',
    'How many articles has she made?': 'There are 4 articles.',
    'How many articles are about oil?': 'There are 2 articles mentioning “oil”.',
    'How many articles mention Greta Moss?': 'There are 2 articles mentioning “Greta Moss”.',
    'How many lamps are sold?': 'There is 1 item on the topic “lamps” mentioning “sold”.',
    'What is the newest article about oil?': 'The newest article mentioning “oil” is “Glass and oil” of 2026-06-01.',
    'What was the first article?': 'The oldest article is “The wick is never dry” of 2026-02-01.',
    'What do you have about the longest wick?': '1 of 1 item mentioning “longest wick”.',
    'Articles that mention brass': '1 of 1 article mentioning “brass”.',
  };
  for (const [question, sentence] of Object.entries(expected))
    assert.equal(await firstSentence(ask, question), sentence);
  assert.equal(
    await firstSentence(german, 'Wie viele Lampen sind verkauft?'),
    'Es gibt 1 (Beitrag zum Thema „Lampen“ mit „verkauft“ im Text).',
  );
  assert.equal(
    await firstSentence(japanese, '最新の記事は何ですか？'),
    '最も新しいもの（記事）は「真鍮のランプ」、2026-10-01です。',
  );
});

test('the answer names words that occur nowhere and words that it matches', async () => {
  const expected: [question: string, sentence: string][] = [
    ['What did Greta Moss say about Neptune?', 'Nothing here mentions “Neptune”; these mention “Greta Moss”.'],
    [
      'What did Greta Moss say about comets?',
      'No passage here mentions “comets” together with the rest; these mention “Greta Moss” or “comets”.',
    ],
  ];
  for (const [question, sentence] of expected) {
    assert.equal(await firstSentence(ask, question), sentence);
    assert.deepEqual((await resultNames(ask, question)).slice(0, 2).toSorted(), [
      'A lamp for the quay',
      'Glass and oil',
    ]);
  }
  for (const [question, pattern] of [
    ['What is said of lamp 95?', /Nothing here mentions “95”/],
    ['Newest article about lamps and Saturn', /^Nothing here mentions “Saturn”; these mention “lamps”/],
    ['How many articles are about Saturn?', /^Nothing published here mentions “Saturn”/],
    ['Articles about brass and oil', /^No passage here mentions “oil” together with the rest; these mention “brass”/],
  ] as const)
    assert.match(await firstSentence(ask, question), pattern);
});

test('a passage without the kind of answer that the question word asks for is no answer', async () => {
  const unknown = /Whether they answer the question was not understood|^No passage here|^Nothing here/;
  const questions = ['How old are the brass lamps?', 'How much are the brass lamps?', 'Who carries the lamp?'];
  for (const question of questions) assert.match(await firstSentence(ask, question), unknown, question);
  assert.equal(
    await firstSentence(ask, 'How long do brass lamps burn?'),
    '“Lamps of brass”: “Brass lamps burn for ten years.”',
  );
});

const pier = createAskRoom(
  { name: 'Ines Roy', publication: 'Pier Notes', language: 'en', topics: [] },
  [
    ['2026-10-01', 'A correction', 'The pier has 467 planks, not 412. Nora Bell counted them.'],
    [
      '2026-09-01',
      'Planks',
      'The pier has 412 planks, it says in the book. The wall was repaired by Tom Hale in 1953.',
    ],
    ['2026-08-01', 'Fear', 'I served thirty-six years at sea, and I never trembled in any of them as on the pier.'],
    ['2026-07-01', 'Stairs', 'The foghorn on the stairs sounded for the last time on 4 March 1994.'],
    [
      '2026-06-01',
      'Pier Talk 1',
      'Greta Moss on rope.',
      { type: 'episode', persons: [{ name: 'Greta Moss', role: 'guest' }] },
    ],
    ['2026-05-01', 'Pier Talk 2', 'On rope, which Greta Moss makes.', { type: 'episode' }],
    ['2026-04-01', 'Dogs', 'A dog.', { type: 'article', sourceFeed: 'kennel' }],
  ],
  { kennel: { title: 'Letters from the kennel' } },
);

test('a value that belongs to something else, that another item corrects, or of another language is not claimed', async () => {
  for (const question of ['How long is the pier?', 'How many planks has the pier?'])
    assert.match(await firstSentence(pier, question), /Whether they answer the question was not understood/, question);
  assert.match(await firstSentence(pier, 'Combien de marches y a-t-il ?'), /n’a pas été comprise|^Rien ici/);
  const [first, second] = await resultNames(pier, 'How many planks has the pier?');
  assert.deepEqual([first, second].toSorted(), ['A correction', 'Planks']);
});

test('a year in a question about something is looked for in the texts', async () => {
  assert.deepEqual(await resultNames(pier, 'Who repaired the wall in 1953?'), ['Planks']);
  assert.match(await firstSentence(pier, 'Articles about planks in 1953'), /^Nothing published here mentions “planks”/);
});

test('guests, and items with a person, come from the people of the room', async () => {
  for (const question of ['Who was on the show?', 'Which guests were there?'])
    assert.equal(await firstSentence(pier, question), 'Guests: Greta Moss.', question);
  assert.deepEqual(await resultNames(pier, 'Episodes with Greta Moss'), ['Pier Talk 1']);
  assert.deepEqual(await resultNames(pier, 'Episodes about Greta Moss'), ['Pier Talk 1', 'Pier Talk 2']);
  assert.match(await firstSentence(german, 'Wer war zu Gast?'), /^Hier gibt es dazu nichts|nichts/i);
});

test('a word for items that names a feed counts its items and says so', async () => {
  assert.equal(
    await firstSentence(pier, 'How many letters are there?'),
    'There is 1 item from “Letters from the kennel”.',
  );
});

test('answers about press, bookings, rights and talks are in the language of the question', async () => {
  for (const [question, expected] of [
    ['Gibt es Pressefotos?', /^Die Pressemappe enthält/],
    ['Können wir ein Interview führen?', /^Eine Buchungsanfrage braucht/],
    ['Darf ich den Text nachdrucken?', /^Sie dürfen Stellen mit Titel/],
    ['hallo', /^Dies ist der Medienraum von Jonas Öhler, Lampenbriefe\./],
    ['Do you have press photos?', /^The media kit has/],
  ] as const)
    assert.match(await firstSentence(german, question), expected, question);
});

test('podcasts are known by their names, items by their language, and contacts by theirs', async () => {
  const room = createAskRoom(
    {
      name: 'Ines Roy',
      publication: 'Letters',
      language: 'en',
      oneLiner: 'Ines Roy makes the podcast Open Water and writes letters.',
      contacts: [{ role: 'general', name: 'Gus Hale', email: 'press@roy.example' }],
    },
    [
      ['2026-03-03', 'Ropes', 'Rope and tar.', { type: 'episode' }],
      ['2026-02-02', 'Seile', 'Seile und Teer.', { type: 'episode', language: 'de' }],
      ['2026-01-01', 'Nets', 'What Tove Lund says of nets.', { type: 'article' }],
    ],
  );
  assert.match(await firstSentence(room, 'How many episodes of Open Water are there?'), /^There are 2 episodes/);
  assert.match(await firstSentence(room, 'How many episodes are in German?'), /^There is 1 episode \(German\)/);
  assert.equal((await resultNames(room, 'Who was the first guest?'))[0], 'Seile');
  assert.match(await firstSentence(room, 'What is the email of Gus Hale?'), /press@roy\.example/);
  assert.doesNotMatch(await firstSentence(room, 'What is the email of Tove?'), /press@roy\.example/);
});

test('a question is widened to texts of other kinds, without a claim', async () => {
  assert.deepEqual(await resultNames(pier, 'How many planks has the pier in the video?'), [
    ...(await resultNames(pier, 'How many planks has the pier?')),
  ]);
});
