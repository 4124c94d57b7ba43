import assert from 'node:assert/strict';
import { test } from 'node:test';
import { translatorFor } from '../messages/messages.ts';
import { evidenceQuestions, findChange, rankStatements } from './questions.ts';
import { findStatements, type Statement, type StatementSource } from './statements.ts';

const source = (texts: Partial<StatementSource['texts']>, more: Partial<StatementSource> = {}): StatementSource => ({
  item: { id: 'tides', title: 'On tides', date: '2026-03-01', url: 'https://room.example/articles/tides' },
  hasPage: true,
  texts: { body: '', transcript: '', ...texts },
  segments: [],
  origin: { author: 'Mara Ilves', voices: { 'Mara Ilves': true, 'Ines Roy': false } },
  ...more,
});
const kindsIn = (body: string, language = 'en') =>
  findStatements(source({ body }), language).map(({ kind, text }) => `${kind}: ${text}`);

test('changes of mind, opinions and numbers of the creator are statements', () => {
  assert.deepEqual(kindsIn('I used to believe that every tide table is right to the minute.'), [
    'changed: I used to believe that every tide table is right to the minute.',
  ]);
  assert.deepEqual(kindsIn('Nobody should walk on the flats without a watch in the pocket.'), [
    'claim: Nobody should walk on the flats without a watch in the pocket.',
  ]);
  assert.deepEqual(kindsIn('The harbour has 23,400 rings on its wall, one for each boat.'), [
    'number: The harbour has 23,400 rings on its wall, one for each boat.',
  ]);
  assert.deepEqual(kindsIn('Früher dachte ich, jede Tafel sei auf die Minute genau und richtig.', 'de'), [
    'changed: Früher dachte ich, jede Tafel sei auf die Minute genau und richtig.',
  ]);
  assert.deepEqual(kindsIn('以前は潮の表はいつも正しいと思っていたが、今はそう思わない。', 'ja'), [
    'changed: 以前は潮の表はいつも正しいと思っていたが、今はそう思わない。',
  ]);
});

test('sentences that say little or nothing alone are none', () => {
  for (const body of [
    'It was always the same with the tables in the harbour office.',
    'Should everybody learn to read a tide table before they can swim?',
    'I think so.',
    'In 2019 we walked from the harbour to the church and back again.',
    'You should read https://tides.example/why because it is the best text.',
    'The wind came from the south and the boats stayed in the harbour.',
    'The workshop is open on all Saturdays from 11 until 17 for everybody.',
    'We should say what we do not know. room:7205/subscribe has more of this.',
    'Nobody in their right mind walks on the flats at night.',
    `I believe ${'that the tide is late '.repeat(20)}today.`,
  ])
    assert.deepEqual(kindsIn(body), [], body);
});

test('quotations are statements of their speakers, and of nobody if they are unknown', () => {
  const own = 'I think that tables lie, as you will hear in every harbour.';
  const body = `${own}\nNobody needs a table who has a window and some patience.\nNobody knows who said this one here.`;
  const at = body.indexOf('\n') + 1;
  const last = body.lastIndexOf('\n') + 1;
  const others = { body: [[at, last - 1, 'Ines Roy'] as const, [last, body.length] as const] };
  const origin = { author: 'Mara Ilves', voices: { 'Mara Ilves': true, 'Ines Roy': false }, others };
  const found = findStatements(source({ body }, { origin: origin as unknown as StatementSource['origin'] }), 'en');
  assert.deepEqual(
    found.map(({ kind, speaker, speakerIsCreator }) => [kind, speaker, speakerIsCreator]),
    [
      ['claim', 'Mara Ilves', true],
      ['guest', 'Ines Roy', false],
    ],
  );
});

test('a call to join something is nobody’s statement', () => {
  const body = 'YOUR support keeps us going and keeps us independent of everybody.';
  const others = { body: [[0, body.length, 'Join It’s Plus'] as const] };
  const origin = { author: 'Mara Ilves', voices: {}, others } as unknown as StatementSource['origin'];
  assert.deepEqual(findStatements(source({ body }, { origin }), 'en'), []);
});

test('a sentence of a recording may span captions, and has its time', () => {
  const transcript = 'I refuse to call a pool\nof warm water a sea, and I always will.\nThank you.';
  const at = transcript.indexOf('\n') + 1;
  const segments: StatementSource['segments'] = [
    [0, 751, 754, 'Mara Ilves'],
    [at, 754, 758, 'Mara Ilves'],
    [transcript.lastIndexOf('\n') + 1, 760, 761, 'Ines Roy'],
  ];
  const mediaUrl = 'https://pod.example/a.mp3';
  const [said] = findStatements(
    source({ transcript }, { segments, origin: { mediaUrl, voices: { 'Mara Ilves': true } } }),
    'en',
  );
  assert.equal(said?.text, 'I refuse to call a pool of warm water a sea, and I always will.');
  assert.equal(said?.url, 'https://pod.example/a.mp3#t=751,758');
  const [question] = evidenceQuestions([said!], 'en', translatorFor('en'));
  assert.match(question!.question, /\(“On tides”, 12:31\)\. What would you answer/);
});

const stated = (text: string, date: string, itemId = date): Statement => ({
  kind: 'number',
  text,
  speaker: 'Mara Ilves',
  speakerIsCreator: true,
  itemId,
  title: itemId,
  date,
  url: undefined,
  startSeconds: undefined,
});

test('two sentences that say the same with different numbers make a question of their own', () => {
  const before = stated('The letter has 9,100 readers in eleven countries today.', '2024-05-01');
  const after = stated('By now the letter has 23,400 readers in thirty countries.', '2026-05-01');
  const other = stated('The pier is 312 metres long and was built by hand.', '2025-05-01');
  assert.deepEqual(findChange([after, other, before], 'en'), [before, after]);
  assert.equal(findChange([after, other], 'en'), undefined);
  const [question] = evidenceQuestions([after, other, before], 'en', translatorFor('en'));
  assert.match(question!.question, /9,100 readers.*and later.*23,400 readers.*in between\?$/);
});

test('shows get different statements, and one show always the same', () => {
  const statements = Array.from({ length: 30 }, (_, n) =>
    stated(`The ${n}th mooring holds ${n + 100} boats in any weather of the year.`, `2026-01-${10 + n}`),
  );
  const first = (words: string) => rankStatements(statements, { words, language: 'en' }).slice(0, 5);
  assert.deepEqual(first('https://one.example'), first('https://one.example'));
  assert.notDeepEqual(first('https://one.example'), first('https://two.example'));
  const harbour = [...statements, stated('Seals come to the slip at night, 40 of them.', '2026-01-01')];
  assert.match(rankStatements(harbour, { words: 'The Seal Hour', language: 'en' })[0]!.text, /^Seals/);
});

test('a sentence that returns in three items is a standing phrase and no statement', () => {
  const repeated = (count: number) =>
    Array.from({ length: count }, (_, n) => stated('We have told 40 stories of the sea.', `2026-01-1${n}`));
  const rank = (count: number) => rankStatements(repeated(count), { words: 'x', language: 'en' }).length;
  assert.deepEqual([rank(1), rank(2), rank(3)], [1, 1, 0]);
});
