// Tests of exact, altered, shortened and hostile quotes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quoteMaxCharacters } from '#contract/limits.ts';
import type { ContentItem } from '#contract/schemas/content.ts';
import type { QuoteVerdict } from '#contract/schemas/quotes.ts';
import { createProbes } from './handler.ts';
import { readQuote } from './quote.ts';
import { tokenize } from '#domain/tokens/tokens.ts';
import { verifyQuoteText, verifyExactQuote } from './verify.ts';
import type { AttributedPassage } from '#domain/search/passages.ts';
import type { SearchCandidate } from '../../release/text-index.ts';

const body = `The causeway is nine hundred metres long. At the mid-point the road is forty centimetres lower than at either end. The water you can see is not the water that closes the road.
People think I guard a road. I don’t. I guard a time, and the road happens to be inside it.
“Lunch,” says Merryn. “It’s nearly always lunch — or tea…”
The commonest entry is one word, sorry. Does anyone read it? Nobody knows!`;

const item = (id: string, date: string): ContentItem => ({
  type: 'article',
  id,
  title: 'Six ways to be late',
  url: `https://room.example/articles/${id}`,
  date,
  publishedAt: `${date}T00:00:00Z`,
  lastModified: '',
  keywords: [],
  themeIds: [],
});

const candidate = (texts: Partial<SearchCandidate['texts']>, id = 'a', date = '2026-01-01'): SearchCandidate => ({
  item: item(id, date),
  hasPage: true,
  texts: { title: 'Six ways to be late', summary: '', transcript: '', body: '', ...texts },
  segments: [],
  origin: { author: 'Ann', voices: { Ann: true, 'A guest': false }, mediaUrl: 'https://m.example/a.mp3' },
});

const check = (text: string, candidates = [candidate({ body })]): QuoteVerdict =>
  verifyQuoteText(readQuote(text)!, candidates);

const describe = (text: string): string => {
  const { verdict, matches } = check(text);
  const parts = matches[0]?.difference?.map(
    ({ kind, text: part }) => ({ same: part, missing: `[-${part}-]`, added: `[+${part}+]` })[kind],
  );
  return `${verdict}: ${parts?.join('') ?? ''}`;
};

const exact = [
  'People think I guard a road. I don’t.',
  "PEOPLE think I guard a road.  I\ndon't",
  '"People think I guard a road."',
  '“Lunch,” says Merryn',
  "'Lunch,' says Merryn. 'It's nearly always lunch - or tea...'",
  '…the road happens to be inside it.',
  'the **water** you can see is _not_ the water',
  'the water you can see\u00a0is not\u00ad the water',
  'At the mid‑point the road is forty',
  'six ways to be LATE',
];
for (const text of exact) {
  test(`exact: ${JSON.stringify(text)}`, () => assert.equal(check(text).verdict, 'exact'));
}

const near: [text: string, difference: string][] = [
  [
    'The water you can see is the water that closes the road.',
    'The water you can see is [-not -]the water that closes the road',
  ],
  ['People think I guard a river. I don’t.', 'People think I guard a [-road-][+river+]. I don’t'],
  ['I guard a time.', 'I guard a time[-, and the road happens to be inside it.-]'],
  [
    'The road is forty centimetres lower than at either end',
    '[-At the mid-point -]the road is forty centimetres lower than at either end',
  ],
  ['The commonest entry is one word, sorry!', 'The commonest entry is one word, sorry[+!+][-.-]'],
  [
    'People think I guard a road … the road happens to be inside it',
    'People think I guard a road[+…+][-. I don’t. I guard a time, and -]the road happens to be inside it',
  ],
  ['People think that I guard a road', 'People think [+that +]I guard a road'],
  ['The causeway is nine hundred metres wide', 'The causeway is nine hundred metres [-long-][+wide+]'],
  ['guard a time and the road happens', 'guard a time[-, -]and the road happens'],
];
for (const [text, difference] of near) {
  test(`near: ${JSON.stringify(text)}`, () => assert.equal(describe(text), `near: ${difference}`));
}

const absent = [
  'Nobody knows anything about it',
  'closes water that not is see can you water The',
  'The lorry has wings and flies over the road at night',
  'one word, sorry, and then a drawing of the harbour and the moon',
];
for (const text of absent) {
  test(`not found: ${JSON.stringify(text)}`, () =>
    assert.deepEqual(check(text), { verdict: 'not_found', matches: [], total: 0, speakers: [] }));
}

test('the difference without added text is the source, and without missing text the quote', () => {
  for (const [text] of near) {
    const [match] = check(text).matches;
    const joined = (without: string) =>
      match!.difference!.flatMap(({ kind, text: part }) => (kind === without ? [] : [part])).join('');
    assert.equal(joined('added'), match!.actual);
    const letters = (words: string) => tokenize(words).flatMap(({ form, isWord }) => (isWord ? [form] : []));
    assert.equal(letters(joined('missing')).join(''), letters(text).join(''));
  }
});

test('a part of a sentence is exact, with the rest of the sentence around it', () => {
  const [match] = check('the road happens to be').matches;
  assert.equal(match!.before! + match!.actual + match!.after!, 'I guard a time, and the road happens to be inside it.');
  assert.equal(check('None of it.').verdict, 'not_found');
});

test('a match has its position in characters and a link to it', () => {
  const text = '😀 The tide waits for nobody at all.';
  const [match] = check('the tide waits for nobody', [candidate({ body: text })]).matches;
  assert.deepEqual(match, {
    itemId: 'a',
    type: 'article',
    title: 'Six ways to be late',
    url: 'https://room.example/articles/a',
    textFragmentUrl: 'https://room.example/articles/a#:~:text=The%20tide%20waits%20for%20nobody',
    speaker: 'Ann',
    speakerIsCreator: true,
    field: 'body',
    position: { start: 2, end: 27 },
    quoted: 'the tide waits for nobody',
    actual: 'The tide waits for nobody',
    after: ' at all.',
  });
});

test('a match in a transcript has times', () => {
  const spoken = candidate({ transcript: 'First words.\nThe tide waits for nobody.' });
  const segments: SearchCandidate['segments'] = [
    [0, 0, 7],
    [13, 7.5, 9],
  ];
  const [match] = check('the tide waits for nobody', [{ ...spoken, segments }]).matches;
  assert.deepEqual([match!.startSeconds, match!.endSeconds], [7.5, 9]);
  assert.equal(match!.mediaUrl, 'https://m.example/a.mp3#t=7.5,9');
  assert.deepEqual([match!.speaker, match!.speakerIsCreator], [null, false]);
  assert.equal(match!.textFragmentUrl, undefined);
});

test('words of a guest are not the creator’s, and words of two speakers are no quote', () => {
  const transcript = 'I never said that.\nThe tide waits for nobody.\nBut the table does.\nIt always did.';
  const segments: SearchCandidate['segments'] = [
    [0, 0, 2, 'Ann'],
    [19, 2, 4, 'A guest'],
    [46, 4, 6, 'Ann'],
    [66, 6, 8, 'Ann'],
  ];
  const spoken = [{ ...candidate({ transcript }), segments }];
  const { verdict, matches } = check('The tide waits for nobody', spoken);
  assert.deepEqual(
    [verdict, matches[0]!.speaker, matches[0]!.speakerIsCreator, matches[0]!.startSeconds, matches[0]!.endSeconds],
    ['exact', 'A guest', false, 2, 4],
  );
  assert.equal(check('waits for nobody. But the table', spoken).verdict, 'not_found');
  const own = check('But the table does. It always did.', spoken);
  assert.deepEqual([own.verdict, own.matches[0]!.speakerIsCreator, own.matches[0]!.endSeconds], ['exact', true, 8]);
  assert.equal(own.matches[0]!.actual, 'But the table does.\nIt always did');
  // The transcript is preferred to notes, which have neither speaker nor time.
  const noted = [{ ...candidate({ transcript, body: 'The tide waits for nobody.' }), segments }];
  const [first] = check('The tide waits for nobody', noted).matches;
  assert.deepEqual([first!.field, first!.speaker, first!.startSeconds], ['transcript', 'A guest', 2]);
});

test('words of others in the creator’s item are not the creator’s, and no quote spans them', () => {
  const text = 'I lit the lamp at nine.\nFog is only slow rain.\nThen I went home.\nFog is only slow rain.';
  const origin = {
    author: 'Ann',
    voices: { Ann: true, Tove: false },
    others: { body: [[24, 46, 'Tove']] as AttributedPassage[] },
  };
  const twice = [{ ...candidate({ body: text }), origin }];
  const once = [{ ...twice[0]!, texts: { ...twice[0]!.texts, body: text.slice(0, 64) } }];
  const whoseIs = (quote: string, candidates: SearchCandidate[]) => {
    const { verdict, matches } = check(quote, candidates);
    return [verdict, matches[0]?.speaker, matches[0]?.speakerIsCreator];
  };
  assert.deepEqual(whoseIs('Fog is only slow rain', once), ['exact', 'Tove', false]);
  assert.deepEqual(whoseIs('I lit the lamp at nine', once), ['exact', 'Ann', true]);
  assert.deepEqual(whoseIs('at nine. Fog is only', once), ['not_found', undefined, undefined]);
  // The creator says the same later.
  assert.deepEqual(whoseIs('Fog is only slow rain', twice), ['exact', 'Ann', true]);
  const nobody = [{ ...candidate({ body: text }), origin: { voices: {} } }];
  assert.deepEqual(whoseIs('I lit the lamp at nine', nobody), ['exact', null, false]);
});

test('all places of a quote count, also those of a guest beside those of the creator', () => {
  const said = (n: number, speakers: (string | undefined)[]): SearchCandidate => {
    const words = 'The tide waits for nobody.';
    const spoken = candidate({ transcript: speakers.map(() => words).join('\n') }, `talk-${n}`, `2026-01-0${n}`);
    const segments = speakers.map((speaker, at): SearchCandidate['segments'][0] => {
      const start = at * (words.length + 1);
      return speaker ? [start, at, at + 1, speaker] : [start, at, at + 1];
    });
    return { ...spoken, segments };
  };
  const talks = [
    said(1, ['A guest', 'Ann', 'A guest']),
    ...[2, 3, 4, 5, 6].map((n) => said(n, ['Ann'])),
    said(7, ['Ann', 'Ann', undefined]),
  ];
  const { verdict, total, speakers, matches } = check('the tide waits for nobody', talks);
  assert.deepEqual([verdict, total, matches.length], ['exact', 11, 5]);
  assert.deepEqual(speakers, [
    { speaker: 'Ann', speakerIsCreator: true, count: 8 },
    { speaker: 'A guest', speakerIsCreator: false, count: 2 },
    { speaker: null, speakerIsCreator: false, count: 1 },
  ]);
  const one = check('the tide waits for nobody', talks.slice(0, 1)).matches;
  assert.deepEqual(
    one.map(({ speaker, startSeconds }) => [speaker, startSeconds]),
    [
      ['Ann', 1],
      ['A guest', 0],
    ],
  );
  assert.deepEqual(check('None of it was ever said by anybody.', talks).total, 0);
});

test('words in quotation marks are not the creator’s, but the sentence around them is', () => {
  const said = candidate({ body: 'In the end “it never stops at night” was all that Halvard describe me.' });
  assert.equal(check('it never stops at night', [said]).matches[0]!.speakerIsCreator, false);
  assert.equal(check('“it never stops at night” was all that Halvard', [said]).matches[0]!.speakerIsCreator, true);
});

test('a sentence ends at its punctuation, even if the next one has no capital', () => {
  const text =
    'no capitals here. the road is 3.5 m wide. 4 of us walked (slowly!) over it: “why not?” she said... and on';
  const exactly = ['The road is 3.5 m wide.', 'The road is 3.5 m wide', '4 of us walked (slowly!) over it'];
  for (const quote of exactly) assert.equal(check(quote, [candidate({ body: text })]).verdict, 'exact', quote);
  for (const quote of ['The road is 3.', 'Of us walked (slowly!)', 'Why not? She said.'])
    assert.notEqual(check(quote, [candidate({ body: text })]).verdict, 'exact', quote);
});

test('the best exact match in an item wins, and the newest item comes first', () => {
  const twice = 'I never said that the tide waits. The tide waits.';
  assert.equal(check('The tide waits.', [candidate({ body: twice })]).verdict, 'exact');
  const old = candidate({ body }, 'old', '2025-01-01');
  const fresh = candidate({ body }, 'new', '2026-01-01');
  const altered = candidate({ body: body.replaceAll('road', 'path') }, 'altered', '2026-02-02');
  const ids = check('People think I guard a road.', [old, altered, fresh]).matches.map(({ itemId }) => itemId);
  assert.deepEqual(ids, ['new', 'old']);
  const nearest = check('People think I guard a path or road.', [old, altered, fresh]).matches.map(
    ({ itemId }) => itemId,
  );
  assert.deepEqual(nearest, ['altered', 'new', 'old']);
  assert.equal(verifyExactQuote(readQuote('People think I guard a river')!, [old]), undefined);
});

test('texts in scripts without spaces are compared letter by letter', () => {
  const texts = [candidate({ body: '潮汐表は毎日変わる。橋は七時間閉じる。' })];
  assert.equal(check('潮汐表は毎日変わる。橋は', texts).verdict, 'exact');
  const { verdict, matches } = check('潮汐表は毎年変わる。橋は', texts);
  assert.equal(verdict, 'near');
  assert.deepEqual(matches[0]!.difference![1], { kind: 'missing', text: '日' });
});

test('a quote of punctuation or with too few letters is invalid', () => {
  for (const text of ['!!!!!!!!!!!!', '“…”          ', '?!?!?!?!?! tide ?!?!?!', '\u200b'.repeat(20)])
    assert.equal(readQuote(text), undefined, text);
});

test('a number is the same in words and in digits', () => {
  for (const [said, quoted] of [
    ['We counted forty-two boats that day', 'we counted 42 boats'],
    ['In nineteen eighty-four the bridge was closed', 'In 1984 the bridge was closed'],
    ['A hundred and five thousand people came over', '105,000 people came over'],
    ['It rose by three point five metres, or 50%', 'rose by 3.5 metres, or fifty percent'],
    ['The 21st of May is a second chance', 'the twenty-first of May is a second chance'],
    ['They paid 2 million for one of the two boats', 'paid two million for 1 of the 2 boats'],
    ['In two thousand and six nobody came here', 'In 2006 nobody came here'],
    ['It takes between one hundred and two hundred days', 'between 100 and 200 days'],
    ['It cost one thousand and two thousand pounds', 'cost 1000 and 2,000 pounds'],
  ] as const)
    for (const [text, quote] of [
      [said, quoted],
      [quoted, said],
    ] as const)
      if (tokenize(quote).length <= tokenize(text).length)
        assert.equal(check(quote, [candidate({ body: text })]).verdict, 'exact', quote);
  for (const [said, quoted] of [
    ['We counted forty-two boats that day', 'we counted 40 boats that day'],
    ['The causeway is nine hundred metres long', 'hundred metres long'],
    ['It rose by 3.5 metres in the end', 'It rose by 35 metres in the end'],
    ['The twenty second break was long', 'The 22nd break was long'],
  ] as const)
    assert.notEqual(check(quoted, [candidate({ body: said })]).verdict, 'exact', quoted);
  const forms = tokenize('nine nine hundred hundred thousand million').map(({ form }) => form);
  assert.deepEqual(forms, ['9', '900', '100000', '1000000']);
});

const long = (part: string) => part.repeat(quoteMaxCharacters).slice(0, quoteMaxCharacters);
const hostile = {
  'regular expressions': '(.*)+$ [a-z]{1,99} (?<=a)(b|c)*? \\u0000 \\1 ^^^',
  'a word again and again': long('the '),
  'a letter and a sign again and again': long('a!'),
  'dots and brackets': `${long('(. . .')}`,
  'quotation marks and dashes': `begin ${long('"—').slice(20)} end of it`,
  'marks upon one letter': `letters ${long('a\u0301\u0302').slice(20)}`,
  'half characters': long('\ud800a '),
};
for (const [name, text] of Object.entries(hostile)) {
  test(`exhaustion by ${name}: the work is bounded by the lengths`, () => {
    const texts = { body: 'the a! b. . . '.repeat(5000), title: text };
    const quote = readQuote(text);
    if (quote) assert.ok(verifyQuoteText(quote, [candidate(texts)]));
    createProbes(text, () => 1, 10);
  });
}

test('probes are the rarest rows of words in each part of a quote, and its rarest words', () => {
  const counts: Record<string, number> = { rare: 1, odd: 2 };
  const itemsWith = (word: string) => counts[word] ?? 900;
  assert.deepEqual(createProbes('It is a rare and odd tide … that it is', itemsWith, 1000), {
    all: '"it is" AND "a rare" AND "and odd" AND "that it"',
    any: '"it is" OR "a rare" OR "and odd" OR "that it" OR "rare" OR "odd"',
  });
});

test('there is no exact probe for a quote with an unknown word', () => {
  const itemsWith = (word: string) => (word === 'zzz' ? 0 : 1);
  assert.deepEqual(createProbes('tide zzz table', itemsWith, 10), { all: undefined, any: '"table" OR "tide"' });
  assert.deepEqual(createProbes('zzz', itemsWith, 10), { all: undefined, any: undefined });
});
