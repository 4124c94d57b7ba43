// Sentences and the typed queries that they stand for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSentence } from './parse.ts';
import type { TypedQuery } from './typed-query.ts';

const now = Date.parse('2026-03-10T12:00:00Z');
const texts = ['the longest night of the year', 'coiling without tears', 'project 2025'];
const topics = ['lamps', 'lampen', 'go'];

function parse(sentence: string, language = 'en'): TypedQuery {
  const contains = (phrase: string) => texts.some((text) => text.includes(phrase.toLowerCase()));
  return parseSentence(sentence, {
    now,
    creator: { name: 'Mara Ilves', publication: 'The Tidewater Letter', language },
    containsPhrase: contains,
    isInTitle: contains,
    isTopic: (word) => topics.includes(word.toLowerCase()),
    isFeed: (word) => word === 'Werkstattnotizen',
  });
}

const bookings = [
  'Book an interview',
  'book an interview.',
  'Please book a podcast interview with Mara for our show',
  'Schedule an interview',
  'Request an interview with her',
  'Could you arrange a call?',
  'I want to set up a short conversation',
  'Interview request',
  'Booking',
  'I would like to book Mara Ilves for our show.',
  'Interview vereinbaren',
  'Bitte buche ein Interview',
  'Vereinbaren Sie bitte einen Termin',
  'Interviewanfrage',
  'Ich möchte ein Gespräch ausmachen',
  'インタビューを予約してください',
  '予約をお願いします',
  '取材依頼',
  'Can we invite Ana Silva to our podcast?',
  'I would love to have her as a guest on our show',
  'Could Mara be a guest on our show?',
  'How can I book her?',
  'I have a booking request',
  'I want to book an interview, but I do not know the date',
  'Darf ich Sie interviewen?',
  'Können wir ein Interview führen?',
  'ゲストとして出演していただけますか',
];

const others = [
  'Book talk',
  'A book about an interview',
  'Which interviews are about books?',
  'The book on the schedule of a talk',
  'Show me an interview about harbours',
  'Gespräche über Bücher',
  'Das Interview mit dem Hafenmeister',
  '予約制の図書館について',
  'Who was a guest on the show?',
  'Who appeared as a guest?',
  'Which interview should I hear first?',
  'Has she been a guest on The Pilot Hour?',
  'How often was she a guest on my favourite show?',
  'Where can I hear the interview with the pilot?',
  'Did she interview Ana Silva?',
  'Can you recommend an interview?',
  'I would like to know who the guest was',
  'When does the book come out?',
  'Do not book an interview',
  'War sie zu Gast in einem Podcast?',
  'Mit wem hat sie ein Interview geführt?',
  'Könntest du mir sagen, wer zu Gast war?',
  'Ich möchte kein Interview vereinbaren',
  'ゲストは誰でしたか？',
  'インタビューはどこで聞けますか？',
];

test('booking requests are recognized in each language, unlike questions about books, guests and interviews', () => {
  for (const sentence of bookings) assert.equal(parse(sentence).act, 'booking', sentence);
  for (const sentence of others) assert.notEqual(parse(sentence).act, 'booking', sentence);
  assert.equal(parse('Is Mara available in June?').act, 'availability');
  assert.equal(parse('Cancel the booking of an interview').act, 'cancel');
  assert.equal(parse('Prepare an interview').act, 'prepare');
  for (const sentence of [
    'Which episodes are available in German?',
    'Darf man Salz sammeln?',
    'Letters about religion',
  ])
    assert.equal(parse(sentence).act, undefined, sentence);
});

test('dates and periods are read in English and German', () => {
  for (const [sentence, from, to] of [
    ['What was published in October 2025?', '2025-10-01', '2025-10-31'],
    ['Was erschien im Oktober 2025?', '2025-10-01', '2025-10-31'],
    ['in February of 2024', '2024-02-01', '2024-02-29'],
    ['on 3 May 2025', '2025-05-03', '2025-05-03'],
    ['on May 3rd, 2025', '2025-05-03', '2025-05-03'],
    ['am 3. Mai 2025', '2025-05-03', '2025-05-03'],
    ['2025-05-03', '2025-05-03', '2025-05-03'],
    ['on 14 November', '2025-11-14', '2025-11-14'],
    ['articles of 2023', '2023-01-01', '2023-12-31'],
    ['between 2020 and 2022', '2020-01-01', '2022-12-31'],
    ['zwischen 2022 und 2020', '2020-01-01', '2022-12-31'],
    ['between 1 and 5 November 2025', '2025-11-01', '2025-11-05'],
    ['zwischen Juli und August 2025', '2025-07-01', '2025-08-31'],
    ['Beiträge aus dem ersten Halbjahr 2025', '2025-01-01', '2025-06-30'],
    ['in January', '2026-01-01', '2026-01-31'],
    ['im Dezember', '2025-12-01', '2025-12-31'],
    ['last week', '2026-03-03', '2026-03-10'],
    ['letzten Monat', '2026-02-01', '2026-02-28'],
    ['this year', '2026-01-01', '2026-12-31'],
    ['gestern', '2026-03-09', '2026-03-09'],
    ['since 2024', '2024-01-01', undefined],
    ['after 2024', '2025-01-01', undefined],
    ['before 2024', undefined, '2023-12-31'],
    ['seit März 2025', '2025-03-01', undefined],
    ['vor 2024', undefined, '2023-12-31'],
    ['2025年以前の記事', undefined, '2025-12-31'],
    ['2026年2月の記事', '2026-02-01', '2026-02-28'],
    ['十二月の記事', '2025-12-01', '2025-12-31'],
    ['May I ask about salt?', undefined, undefined],
    ['She may come in 3 days', undefined, undefined],
    ['Where can I read about Project 2025?', undefined, undefined],
  ] as const) {
    const query = parse(sentence);
    assert.deepEqual([query.from, query.to], [from, to], sentence);
  }
});

test('types, order, numbers and free words are read', () => {
  const query = (sentence: string) => {
    const { types, order, count, isCount, words, without, unused, topics } = parse(sentence);
    return { types, order, count, isCount, words, without, unused, topics };
  };
  const empty = {
    types: [],
    order: 'best',
    count: undefined,
    isCount: false,
    words: [],
    without: [],
    unused: [],
    topics: [],
  };
  for (const [sentence, expected] of Object.entries({
    'What is the newest episode?': { types: ['episode'], order: 'newest', count: 1 },
    'the three oldest articles about salt': { types: ['article'], order: 'oldest', count: 3, words: ['salt'] },
    'How many videos are there?': { types: ['video'], isCount: true },
    'How many lamps are sold?': { isCount: true, topics: ['lamps'], words: ['sold'] },
    'articles about salt, but not about harbours': { types: ['article'], words: ['salt'], without: ['harbours'] },
    'Videos ohne Wind': { types: ['video'], without: ['Wind'] },
    'When was Coiling without tears published?': { words: ['"Coiling without tears"'] },
    'What about the longest night?': { words: ['longest', 'night'] },
    'Articles about Go': { types: ['article'], topics: ['Go'] },
    'Which article is the best?': { types: ['article'], unused: ['best'] },
    'Welche Folge ist die längste?': { types: ['episode'], order: 'longest', count: 1 },
    'Combien de vidéos ?': { types: ['video'], isCount: true },
    'ما هي الحلقة الأولى؟': { types: ['episode'], order: 'oldest', count: 1 },
    '最新の動画は？': { types: ['video'], order: 'newest', count: 1 },
    塩以外の記事: { types: ['article'], without: ['塩'] },
  }))
    assert.deepEqual(query(sentence), { ...empty, ...expected }, sentence);
});

test('seasons with a year, and those that are over, are periods', () => {
  const spring = { from: '2025-03-01', to: '2025-05-31' };
  for (const [sentence, from, to] of [
    ['What came out last spring?', spring.from, spring.to],
    ['Was kam letztes Frühjahr heraus?', spring.from, spring.to],
    ['Qu’est-ce qui est paru au printemps dernier ?', spring.from, spring.to],
    ['昨年の春の記事', spring.from, spring.to],
    ['Beiträge im Sommer 2024', '2024-06-01', '2024-08-31'],
    ['posts of the winter of 2024', '2024-12-01', '2025-02-28'],
    ['posts this winter', '2025-12-01', '2026-02-28'],
  ] as const) {
    const { words, ...period } = parse(sentence);
    assert.deepEqual([period.from, period.to, words], [from, to, []], sentence);
  }
  assert.deepEqual(parse('Which spring broke?').words, ['spring', 'broke']);
});

test('words without content are no part of a question, but a doubt about a figure is', () => {
  for (const sentence of ['How many films has she even put out?', 'Wie viele Filme sind jetzt schon online?']) {
    const { isCount, words, unused } = parse(sentence);
    assert.deepEqual([isCount, words, unused], [true, [], []], sentence);
  }
  assert.deepEqual(parse('So who actually writes this?').unused, []);
  assert.deepEqual(parse('How long is the bridge really?').unused, ['really']);
  assert.equal(parse('Which episode runs longest?').count, 1);
});

test('a club that wants to engage the creator has a booking request', () => {
  const sentence = 'Wir möchten sie für unser Jubiläum engagieren. An wen wende ich mich?';
  assert.equal(parse(sentence).act, 'booking');
});

test('question words are kept, and negations that exclude nothing are named', () => {
  assert.equal(parse('Where did she teach?').asks, 'place');
  assert.equal(parse('How much track was laid?').asks, 'number');
  assert.equal(parse('How much is the glue?').asks, 'price');
  assert.equal(parse('Wie oft gibt es den Kurs?').asks, 'frequency');
  assert.equal(parse('Has she never written about salt?').negation, 'never');
  assert.equal(parse('Warum benutzt sie keine Raster mehr?').negation, 'keine');
  assert.equal(parse('Isn’t salt sold?').negation, 'not');
  assert.deepEqual(parse('ältester Eintrag in den Werkstattnotizen').nouns, ['Werkstattnotizen']);
});

test('a long sentence of phrases is parsed in bounded time', () => {
  for (const part of ['how ', 'like to ', 'book ', 'from 2020 ', '"', 'not ', 'i we like to ', '一番', '以外'])
    assert.ok(parse(part.repeat(2000).slice(0, 2000)), part);
});
