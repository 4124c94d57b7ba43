import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Segment } from '#contract/schemas/transcripts.ts';
import { chooseTranscripts } from './choose-transcripts.ts';
import { cueTime, readClock } from '#domain/transcripts/clock.ts';
import { formatTranscript } from '#domain/transcripts/format.ts';
import { parseProviderLanguage } from './provider.ts';
import { type TranscriptForm, readTranscript } from '../../content/transcripts/read-transcript.ts';

const segments: Segment[] = [
  { start: 0.4, end: 2.1, text: 'The tide is turning.', speaker: 'Ada' },
  { start: 2.4, end: 4, text: 'So it is.', speaker: 'Ada' },
  { start: 4.2, end: 6, text: 'Is <that> *so* & --> why?', speaker: 'Ben' },
  { start: 3661.25, end: 3662, text: 'An hour later.' },
];

test('Markdown has a paragraph for each speaker and after each pause, and spoken text never becomes markup', () => {
  assert.equal(
    formatTranscript(segments, 'markdown'),
    '`00:00:00` **Ada:** The tide is turning. So it is.\n\n' +
      '`00:00:04` **Ben:** Is \\<that\\> \\*so\\* & --\\> why?\n\n`01:01:01` An hour later.',
  );
  assert.match(formatTranscript(segments, 'text'), /^Ada: The tide is turning\. So it is\.\n\nBen: Is <that>/);
});

test('WebVTT and SubRip are read as they were written', async () => {
  for (const form of ['vtt', 'srt'] as const) {
    const written = formatTranscript(segments, form);
    assert.doesNotMatch(written, /-->.*-->/, form);
    const read = await readTranscript(written, form);
    assert.deepEqual(
      read.map(({ start, end }) => [start, end]),
      segments.map(({ start, end }) => [start, end]),
    );
  }
  const { text, speaker } = (await readTranscript(formatTranscript(segments, 'vtt'), 'vtt'))[2]!;
  assert.deepEqual([text, speaker], [segments[2]!.text, 'Ben']);
});

test('an empty transcript is an empty text and WebVTT without cues', () => {
  assert.equal(formatTranscript([], 'markdown'), '');
  assert.equal(formatTranscript([], 'vtt'), 'WEBVTT\n');
});

const html = `<html><head><title>x</title></head><body><cite>Ada:</cite><time>0:00</time><p>The tide is turning.</p>
<cite>Ben:</cite><time>1:02</time><p>Is it?</p><script>alert(1)</script></body></html>`;
const json = JSON.stringify({
  version: '1.0.0',
  segments: [
    { speaker: 'Ada', startTime: 0.5, endTime: 1, body: 'The' },
    { speaker: 'Ada', startTime: 1, endTime: 1.5, body: 'tide' },
    { speaker: 'Ada', startTime: 1.5, endTime: 2, body: 'turns.' },
    { speaker: 'Ada', startTime: 2, endTime: 2.5, body: 'Yes.' },
    { speaker: 'Ben', startTime: 2.5, endTime: 3, body: 'No.' },
  ],
});
const forms: [TranscriptForm, string, Segment[]][] = [
  [
    'html',
    html,
    [
      { start: 0, end: 62, text: 'The tide is turning.', speaker: 'Ada' },
      { start: 62, end: 90, text: 'Is it?', speaker: 'Ben' },
    ],
  ],
  [
    'json',
    json,
    [
      { start: 0.5, end: 2, text: 'The tide turns.', speaker: 'Ada' },
      { start: 2, end: 2.5, text: 'Yes.', speaker: 'Ada' },
      { start: 2.5, end: 3, text: 'No.', speaker: 'Ben' },
    ],
  ],
  ['text', '\uFEFFThe tide\nis turning.\n', [{ start: 0, end: 90, text: 'The tide\nis turning.' }]],
  ['srt', '1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>Two</i>\r\nlines\r\n', [{ start: 1, end: 2.5, text: 'Two lines' }]],
  [
    'vtt',
    'WEBVTT\n\nNOTE a\n\nintro\n00:01.000 --> 00:02.000 align:start\n<v Ada Byron>Hello &amp; <b>welcome</b>',
    [{ start: 1, end: 2, text: 'Hello & welcome', speaker: 'Ada Byron' }],
  ],
];
for (const [form, text, expected] of forms) {
  test(`a publisher's transcript as ${form} is read with times and speakers, and words are joined to sentences`, async () => {
    assert.deepEqual(await readTranscript(text, form, 90), expected);
  });
}

test('a file that is no transcript is refused with any media type', async () => {
  const cases: [TranscriptForm, string][] = [
    ['json', '{'],
    ['json', '{"segments": 5}'],
    ['json', '{"segments": [null, {"startTime": "x", "body": 3}]}'],
    ['json', 'null'],
    ['vtt', 'x'.repeat(1_000_000)],
    ['vtt', 'WEBVTT\n\n99:99:99.999 --> x\n'],
    ['srt', ''],
    ['html', '<script>alert(1)</script>'],
    ['text', '  \n '],
  ];
  for (const [form, text] of cases)
    await assert.rejects(readTranscript(text, form), Error, `${form} ${text.slice(0, 40)}`);
});

test('WebVTT is preferred to JSON, SubRip, HTML and text, in the requested language', () => {
  const types = ['text/plain', 'text/html', 'application/x-subrip', 'application/json', 'text/vtt; charset=utf-8'];
  const offered = types.map((type) => ({ url: `https://x.example/${type}`, type }));
  const order = (requested?: string, spoken?: string) =>
    chooseTranscripts(offered, requested, spoken).map(({ form }) => form);
  assert.deepEqual(order(), ['vtt', 'json', 'srt', 'html', 'text']);
  assert.deepEqual(order('en-GB', 'en'), order());
  assert.deepEqual(order('de', 'en'), []);
  const both = [
    { url: 'a', type: 'text/vtt', language: 'de' },
    { url: 'b', type: 'application/srt', language: 'en' },
    { url: 'c', type: 'application/octet-stream' },
  ];
  assert.deepEqual(
    chooseTranscripts(both, 'en', undefined).map(({ url }) => url),
    ['b'],
  );
});

test('times are written and read to the thousandth', () => {
  assert.equal(cueTime(3661.9996, '.'), '01:01:02.000');
  assert.equal(readClock('1:02:03.5'), 3723.5);
  assert.equal(readClock('2:03'), 123);
  for (const wrong of ['', 'x', '1:2:3:4', '-1', '1e5']) assert.equal(readClock(wrong), undefined, wrong);
});

test('the language name of a service becomes a tag', () => {
  assert.deepEqual(['english', 'German', 'fr', 'klingon', 5].map(parseProviderLanguage), [
    'en',
    'de',
    'fr',
    undefined,
    undefined,
  ]);
});
