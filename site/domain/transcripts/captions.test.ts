import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { splitIntoCaptions } from './captions.ts';
import { formatTranscript } from './format.ts';
import { groupParagraphs } from './paragraphs.ts';
import type { SpokenSegment } from './word-times.ts';

const long =
  'And so, my fellow Americans, ask not what your country can do for you, ask what you can do for your country. ' +
  'We walked along the beach until the rain came in from the west, and nobody knew how long the bridge had been closed.';

test('a long segment becomes captions of two short lines, broken at ends of phrases', () => {
  const cues = splitIntoCaptions([{ start: 1, end: 18.5, text: long, speaker: 'Ann' }]);
  assert.deepEqual(cues[0]!.lines, ['And so, my fellow Americans,', 'ask not what your country can do for you,']);
  assert.deepEqual(cues[1]!.lines, ['ask what you can do for your country.']);
  assert.ok(cues.every(({ speaker }) => speaker === 'Ann'));
  assert.deepEqual([cues[0]!.start, cues.at(-1)!.end], [1, 18.5]);
});

test('captions lose no text, and no line is longer than 42 characters and no caption than seven seconds', () => {
  const word = fc.oneof(
    fc.stringMatching(/^[a-z]{1,60}[.,]?$/),
    fc.constantFrom(
      'the',
      'of',
      'and',
      'Yes.',
      '今天我们走在海边一直走到下雨没有人知道桥关了多久。',
      'https://example.org/a',
    ),
  );
  const segment = fc.record({
    words: fc.array(word, { minLength: 1, maxLength: 60 }),
    seconds: fc.double({ min: 0.1, max: 30, noNaN: true }),
  });
  fc.assert(
    fc.property(segment, ({ words, seconds }) => {
      const cues = splitIntoCaptions([{ start: 10, end: 10 + seconds, text: words.join(' ') }]);
      assert.equal(
        cues
          .flatMap(({ lines }) => lines)
          .join('')
          .replace(/\s/g, ''),
        words.join(''),
      );
      for (const [at, { start, end, lines }] of cues.entries()) {
        assert.ok(lines.length <= 2 && lines.every((line) => line.length <= 42), lines.join('|'));
        assert.ok(end - start <= 7.01 && end >= start && start >= (cues[at - 1]?.end ?? 10) - 0.011);
      }
    }),
  );
});

test('a line has half as many Chinese, Japanese or Korean letters, which are twice as wide', () => {
  const texts = [
    '今天我们走在海边一直走到下雨没有人知道桥关了多久。后来大家都回家了，第二天早上又有人来到海边散步。',
    '今日は海辺を歩いて、雨が降るまで歩き続けました。橋がいつから閉まっているのか、誰も知りませんでした。',
    '우리는 비가 올 때까지 바닷가를 걸었습니다. 다리가 언제부터 닫혀 있었는지 아무도 알지 못했습니다.',
  ];
  for (const text of texts) {
    const cues = splitIntoCaptions([{ start: 0, end: 12, text }]);
    const lines = cues.flatMap((cue) => cue.lines);
    assert.equal(lines.join('').replaceAll(' ', ''), text.replaceAll(' ', ''));
    for (const line of lines) assert.ok(line.replace(/[ .]/g, '').length <= 21, line);
  }
  const [halfWidth] = splitIntoCaptions([{ start: 0, end: 2, text: 'ｱﾒﾘｶ'.repeat(6) }]);
  assert.equal(halfWidth!.lines.length, 1);
});

test('captions use the times of words if the engine provides them, and are never invented for a text without times', () => {
  const words = long.split(' ');
  const wordStarts = words.map((_, at) => (at < 14 ? at * 0.3 : 30 + at * 0.3));
  const cues = splitIntoCaptions([{ start: 0, end: 50, text: long, wordStarts }]);
  assert.equal(cues.find(({ lines }) => lines[0]!.startsWith('ask what'))!.start, 30 + 14 * 0.3);
  assert.deepEqual(splitIntoCaptions([{ start: 0, end: 3600, text: long }]), [{ start: 0, end: 3600, lines: [long] }]);
});

test('SubRip names the speaker once per segment; JSON follows the podcast namespace', () => {
  const segments: SpokenSegment[] = [{ start: 0, end: 9, text: long.slice(0, 108), speaker: 'Ann Baker' }];
  const srt = formatTranscript(segments, 'srt');
  assert.equal(srt.match(/Ann Baker:/g)!.length, 1);
  assert.ok(srt.split('\n').every((line) => line.length <= 42));
  const { version, segments: cues } = JSON.parse(formatTranscript(segments, 'json')) as {
    version: string;
    segments: { speaker: string; startTime: number; endTime: number; body: string }[];
  };
  assert.equal(version, '1.0.0');
  assert.deepEqual([cues[0]!.speaker, cues[0]!.startTime, cues.at(-1)!.endTime], ['Ann Baker', 0, 9]);
  assert.equal(cues.map(({ body }) => body).join(' '), segments[0]!.text);
});

test('a paragraph ends with a sentence, also within a segment; a short pause does not end it', () => {
  const made = groupParagraphs(
    [
      { start: 0, end: 10, text: 'One two three four. Five six' },
      { start: 12.5, end: 20, text: 'seven eight. Nine ten.' },
    ],
    5,
  );
  assert.deepEqual(
    made.map(({ text }) => text),
    ['One two three four.', 'Five six seven eight.', 'Nine ten.'],
  );
  assert.ok(made[1]!.start > 5 && made[1]!.start < 9);
});
