import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitIntoCaptions } from '#domain/transcripts/captions.ts';
import { createProposals } from './propose.ts';
import { sampleTalk } from './test-talk.ts';

const second = sampleTalk.find(({ speaker }) => speaker === 'Ben Cole')!.start;

test('a chapter begins where the vocabulary changes and somebody pauses, and its title has its own words', () => {
  const { chapters } = createProposals(sampleTalk, 'en');
  assert.equal(chapters.length, 2);
  assert.equal(chapters[0]!.startSeconds, 0);
  assert.ok(Math.abs(chapters[1]!.startSeconds - second) <= 1, `${chapters[1]!.startSeconds} for ${second}`);
  assert.match(chapters[0]!.title, /gauge|tide|harbour|lighthouse/i);
  assert.match(chapters[1]!.title, /starter|bread|crust|dough/i);
});

test('quotes and summary are whole spoken sentences, also across captions; quotes have speakers and times', () => {
  const segments = splitIntoCaptions(sampleTalk).map(({ lines, ...caption }) => ({
    ...caption,
    text: lines.join(' '),
  }));
  const { quotes, summary } = createProposals(segments, 'en');
  const said = sampleTalk.map(({ text }) => text);
  assert.ok(quotes.length >= 2);
  for (const { text, speaker, startSeconds } of quotes) {
    const original = sampleTalk.filter((one) => one.text === text);
    assert.ok(
      original.some((one) => one.speaker === speaker && Math.abs(one.start - startSeconds) < 1),
      text,
    );
  }
  assert.ok(summary.length > 0 && summary.length <= 300);
  assert.equal(said.reduce((rest, sentence) => rest.replace(sentence, ''), summary).trim(), '');
});

test('keywords are frequent words that are not used throughout', () => {
  const { keywords } = createProposals(sampleTalk, 'en');
  assert.ok(keywords.includes('gauge') && keywords.includes('starter'), keywords.join());
  assert.ok(!keywords.includes('the') && !keywords.includes('until'));
});

test('the same transcript gives the same proposals, and a few words give none', () => {
  assert.deepEqual(createProposals(sampleTalk, 'en'), createProposals(structuredClone(sampleTalk), 'en'));
  assert.deepEqual(createProposals([{ start: 0, end: 2, text: 'Hello' }], 'en'), {
    chapters: [],
    quotes: [],
    summary: '',
    keywords: [],
  });
});

test('proposals work for Japanese, which has no spaces', () => {
  const lines = [
    '港の検潮儀は毎分の水位を記録しています。嵐の跡は検潮儀に長く残ります。',
    '灯台守は検潮儀を一日に二回読みました。船乗りは潮汐表よりも検潮儀を信じていました。',
    '嵐の夜には灯台守が水位を手で書きました。港が凍ると検潮儀は止まりました。',
  ];
  const segments = lines.map((text, at) => ({ start: at * 10, end: at * 10 + 9, text }));
  const { keywords, quotes, summary } = createProposals(segments, 'ja');
  assert.ok(keywords.includes('灯台守'), keywords.join());
  assert.ok(quotes.length > 0 && quotes.every(({ text }) => /^[^。]+。$/.test(text)), JSON.stringify(quotes));
  assert.ok(summary !== '');
});
