// Ambiguous sentences: without spaces between words, with names that look like dates, and with common words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Room } from '#domain/room.ts';
import { createAskRoom, type AskTestItem } from './test-ask.ts';

function asking(creator: Partial<Room['creator']>, all: AskTestItem[]) {
  const ask = createAskRoom(creator, all);
  return async (sentence: string): Promise<string> => {
    const { _meta, results = [] } = await ask(sentence);
    const [summary, first] = results;
    if (/^Nothing here|^No passage|見つかりません/.test(String(summary?.text))) return 'none';
    if (_meta.response_type === 'elicitation') return 'more';
    return _meta.response_type === 'failure' ? 'none' : String(first?.name ?? summary?.text);
  };
}

const japanese = asking({ name: '森 あおい', publication: '川べり通信', language: 'ja', topics: ['道具', '川'] }, [
  [
    '2026-11-10',
    '川を渡る舟の話',
    '渡し守の佐藤さんは、毎朝六時に舟を出す。櫂は樫の木でできている。',
    { keywords: ['川'] },
  ],
  ['2026-10-03', '鍋の底を磨く', '焦げた鍋を灰で磨いた。祖母に習った方法である。', { keywords: ['道具'] }],
  ['2026-04-18', '桜の下のコンサート', 'チェロとピアノの演奏を聴いた。', {}],
  ['2025-12-01', '竹籠を編む', '竹を割り、水につけてから編みはじめる。', { keywords: ['道具'] }],
]);

const inJapanese = {
  '最新の記事は何ですか？': '川を渡る舟の話',
  一番古い記事を教えてください: '竹籠を編む',
  '鍋を磨く方法について書いていますか？': '鍋の底を磨く',
  '竹籠の編み方は？': '竹籠を編む',
  チェロとピアノの演奏はありましたか: '桜の下のコンサート',
  渡し守について教えて: '川を渡る舟の話',
  '2026年4月に公開された記事は？': '桜の下のコンサート',
  '2025年以前の記事はありますか': '竹籠を編む',
  去年の記事: '竹籠を編む',
  '記事はいくつありますか？': '川を渡る舟の話',
  '森あおいさんは誰ですか？': '森 あおい',
  川べり通信とは何ですか: '森 あおい',
  'どんなテーマについて書いていますか？': '道具',
  取材をお願いできますか: 'more',
  インタビューの準備をしたい: 'more',
  'プレス用の写真はありますか？': '森 あおい',
  パンの焼き方を教えて: 'none',
  'サッカーについて書いた記事は？': 'none',
  '動画はありますか？': 'none',
  '2019年3月に公開された記事は？': 'none',
  ギターの弾き方: 'none',
  '猫の記事はありますか？': 'none',
  '何歳ですか？': 'none',
  '今後のイベントはありますか？': 'none',
};

test('Japanese sentences are understood, and missing subjects reported', async () => {
  for (const [sentence, expected] of Object.entries(inJapanese))
    assert.equal(await japanese(sentence), expected, sentence);
});

test('a year may be part of a name, and common words do not replace a rare one', async () => {
  const common: AskTestItem[] = Array.from({ length: 12 }, (_, n) => [
    `2025-0${(n % 9) + 1}-11`,
    `Letter ${n}`,
    'A real day.',
  ]);
  const english = asking({ name: 'Ines Roy', publication: 'Letters', language: 'en' }, [
    ...common,
    ['2025-01-03', 'A project of mine', 'A shed.'],
    ['2025-01-02', 'Hats', 'The real story of a hat, and its prices.'],
    ['2024-07-07', 'A plan for ten years', 'What Project 2025 means for harbours.'],
  ]);
  assert.equal(await english('Where can I read about Project 2025?'), 'A plan for ten years');
  assert.equal(await english('Which projects were there in 2025?'), 'A project of mine');
  assert.equal(await english('Do you cover real estate prices?'), 'none');
  assert.equal(await english('What is the real story of the hat?'), 'Hats');
});

test('a topic that is a common word is a subject if it is capitalized', async () => {
  const english = asking({ name: 'Ines Roy', publication: 'Letters', language: 'en' }, [
    ['2026-04-04', 'Let it be', 'Hats, and where they go.', { keywords: ['hats'] }],
    ['2026-03-03', 'Generics at last', 'A look at the language.', { keywords: ['go'] }],
  ]);
  assert.equal(await english('What is the newest article about Go?'), 'Generics at last');
  assert.equal(await english('Where do I go for the newest article?'), 'Let it be');
});

test('the newest of many matches is chosen by date, not by relevance', async () => {
  const many: AskTestItem[] = Array.from({ length: 80 }, (_, n) => [
    `2025-10-${31 - Math.floor(n / 3)}`,
    `Harbour ${n}`,
    'Of harbours, harbours and harbours.',
  ]);
  const body = `${'Words that say other things. '.repeat(60)} There was a harbour.`;
  const newest: AskTestItem = ['2026-01-02', 'A long letter', body];
  const oldest: AskTestItem = ['2024-01-02', 'Another long letter', body];
  const english = asking({ name: 'Ines Roy', publication: 'Letters', language: 'en' }, [newest, ...many, oldest]);
  assert.equal(await english('What is the newest article about harbours?'), 'A long letter');
  assert.equal(await english('What is the oldest article about harbours?'), 'Another long letter');
});

test('a year before the first item is a word that texts must have, and the last talk is named', async () => {
  const pastTalks = [
    { title: 'Slow rivers', event: 'Water days', date: '2026-05-09', location: 'Lund' },
    { title: 'Fast rivers', event: 'Bridge club', date: '2025-05-09' },
  ];
  const profile = { bio: '', topics: [], pastTalks, audiences: [], languages: ['en'] };
  const ask = createAskRoom({ name: 'Ana Lind', publication: 'Banks', language: 'en', topics: [], speaking: profile }, [
    ['2026-10-03', 'The race of old', 'In 1909 the race from Lund to Ystad was won by Nils Ek.'],
    ['2026-09-03', 'The race of today', 'The race from Lund to Ystad was won by Eva Berg.'],
  ]);
  const summaryOf = async (sentence: string) => (await ask(sentence)).results?.map(({ text, name }) => text ?? name);
  assert.deepEqual((await summaryOf('race Lund 1909'))?.slice(0, 2), [
    '1 of 1 item mentioning “race Lund 1909”.',
    'The race of old',
  ]);
  assert.match(
    String((await summaryOf('Where was her last talk?'))?.[0]),
    /“Slow rivers, Water days, Lund” of 2026-05-09/,
  );
});
