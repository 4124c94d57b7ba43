// Tests transcripts as publishers and tools write them. Each case lists “speaker: text” of every segment.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatTranscript } from '#domain/transcripts/format.ts';
import { areUntimed } from '#domain/transcripts/word-times.ts';
import { readTranscript, type TranscriptForm } from './read-transcript.ts';

const read = async (text: string, declared: TranscriptForm = 'vtt', duration?: number) =>
  (await readTranscript(text, declared, duration)).map(({ speaker, text: words }) =>
    speaker ? `${speaker}: ${words}` : words,
  );
const cue = (number: number, ...lines: string[]) =>
  `${number}\n00:00:0${number},000 --> 00:00:0${number + 1},000\n${lines.join('\n')}\n\n`;

const cases: [title: string, text: string, expected: string[]][] = [
  ['text after an empty line', cue(1, 'The tide', '', 'is late.') + cue(2, 'Yes.'), ['The tide is late.', 'Yes.']],
  [
    'WebVTT with an empty line inside a cue, and notes and styles left out',
    'WEBVTT - Title\nKind: captions\n\nSTYLE\n::cue { color: red }\n\nNOTE hidden\nhidden\n\nintro\n00:01.000 --> 00:02.000\nOne\n \ntwo.\n\nNOTE\nhidden\n\n00:02.000 --> 00:03.000 line:0\nThree.',
    ['One two.', 'Three.'],
  ],
  [
    'lines with doubled ends',
    cue(1, 'One.').replaceAll('\n', '\r\r\n') + cue(2, 'Two.').replaceAll('\n', '\r\n\r\n'),
    ['One.', 'Two.'],
  ],
  [
    'cues without an empty line between them',
    `${cue(1, 'One.').trim()}\n${cue(2, 'Two.').trim()}\n${cue(3, 'Three.')}`,
    ['One.', 'Two.', 'Three.'],
  ],
  ['a number that is spoken', cue(1, 'The year?', '1984') + cue(2, '12', '', '7'), ['The year? 1984', '12 7']],
  ['times with a colon before the thousandths', '1\n00:00:01:000 --> 00:00:02:500\nOne.', ['One.']],
  ['times without an end, hours or fraction', '1\n0:01 -->\nOne.\n\n2\n0:03,5 -> 0:04\nTwo.', ['One.', 'Two.']],
  [
    'SubViewer',
    '0:00:01.000,0:00:02.000\nOne.\n\n0:00:02.000,0:00:04.000\n1984\n\n0:00:04.000,0:00:05.000\nTwo.',
    ['One.', '1984', 'Two.'],
  ],
  [
    'tags, references and other angle brackets',
    cue(1, '{\\an8}<font color="red">5 < 6</font> &amp;lt; &nbsp;<i>x</i>', 'Use List<String> & <b>go</b>'),
    ['5 < 6 &lt; x Use List<String> & go'],
  ],
  [
    'several voices in one cue',
    'WEBVTT\n\n00:01.000 --> 00:02.000\n<v.loud Ann>Yes.</v>\n<v Bo &amp; Co>No.',
    ['Ann: Yes.', 'Bo & Co: No.'],
  ],
  [
    'names before texts, also in one cue',
    cue(1, '[Music]') +
      cue(2, 'Ann: Hi.', 'Bo: Hello.') +
      cue(3, 'And welcome.') +
      cue(4, '- Ann: Thanks.') +
      cue(5, '[Bo]: Note: this is new.'),
    ['[Music]', 'Ann: Hi.', 'Bo: Hello.', 'Bo: And welcome.', 'Ann: Thanks.', 'Bo: Note: this is new.'],
  ],
  [
    'a name in capitals, which holds for its cue only',
    cue(1, 'ADAM: In the morning.') + cue(2, '- Yes.', '- No.') + cue(3, 'It is 10:30 now.') + cue(4, 'Note: no name.'),
    ['ADAM: In the morning.', '- Yes. - No.', 'It is 10:30 now.', 'Note: no name.'],
  ],
  [
    'names in Japanese',
    cue(1, '司会：ようこそ。') + cue(2, '田中：どうも。') + cue(3, '司会：では。') + cue(4, '田中：はい。'),
    ['司会: ようこそ。', '田中: どうも。', '司会: では。', '田中: はい。'],
  ],
  [
    'rolling captions with word times',
    'WEBVTT\n\n00:00.000 --> 00:02.000\n \ngood<00:00.5><c> evening</c>\n\n00:02.000 --> 00:02.010\ngood evening\n \n\n00:02.010 --> 00:04.000\ngood evening\nmy<00:02.5><c> neighbours</c>\n\n00:04.000 --> 00:04.010\nmy neighbours\n \n',
    ['good evening', 'my neighbours'],
  ],
  [
    'captions that roll up three lines',
    cue(1, 'one red fox') +
      cue(2, 'one red fox', 'two blue birds') +
      cue(3, 'one red fox', 'two blue birds', 'three old cats') +
      cue(4, 'two blue birds', 'three old cats', 'four new dogs'),
    ['one red fox', 'two blue birds', 'three old cats', 'four new dogs'],
  ],
  ['captions that grow by words', cue(1, 'we') + cue(2, 'we walk') + cue(3, 'we walk home'), ['we', 'walk', 'home']],
  [
    'a refrain, which is no rolling caption',
    cue(1, 'La la la.') + cue(2, 'La la la.') + cue(3, 'La la la.') + cue(4, 'Oh.'),
    ['La la la.', 'La la la.', 'La la la.', 'Oh.'],
  ],
  [
    'a line that repeats the end of another',
    cue(1, 'I know.') + cue(2, 'I know. You know.') + cue(3, 'Well.') + cue(4, 'Go.'),
    ['I know.', 'I know. You know.', 'Well.', 'Go.'],
  ],
  [
    'JSON with times as text',
    JSON.stringify({
      segments: [
        { startTime: '0.5', endTime: '00:02.5', body: 'One.' },
        { startTime: 3, body: 'Two.' },
      ],
    }),
    ['One.', 'Two.'],
  ],
  [
    'JSON with a text without times',
    JSON.stringify({
      segments: [{ startTime: 1, endTime: 2, body: 'One.' }, { body: 'Two.' }, { startTime: 'x', body: 'Three.' }],
    }),
    ['One.', 'Two.', 'Three.'],
  ],
  [
    'JSON of Whisper',
    JSON.stringify({
      text: ' One. Two.',
      segments: [
        { id: 0, start: 0, end: 1.5, text: ' One.', words: [] },
        { id: 1, start: 1.5, end: 3, text: ' Two.', speaker: 'SPEAKER_01' },
      ],
      language: 'en',
    }),
    ['One.', 'SPEAKER_01: Two.'],
  ],
  [
    'JSON of whisper.cpp',
    JSON.stringify({
      transcription: [
        { timestamps: { from: '00:00:00,000', to: '00:00:02,500' }, offsets: { from: 0, to: 2500 }, text: ' One.' },
      ],
    }),
    ['One.'],
  ],
  [
    'a JSON list with milliseconds',
    JSON.stringify([{ start_ms: 1000, end_ms: 2000, speaker: '7', voice: 'Ann', text: 'One.' }]),
    ['7: One.'],
  ],
  [
    'text with times',
    '[00:01] Ann: One.\nMore.\n\n[00:05] Bo: Two.\n[00:09] Ann: Three.\n[01:10] Bo: Four.',
    ['Ann: One. More.', 'Bo: Two.', 'Ann: Three.', 'Bo: Four.'],
  ],
  [
    'text with names and times above it',
    'Ann Lee  0:01\nOne.\n\nBo (00:05):\nTwo.\nThree.',
    ['Ann Lee: One.', 'Bo: Two. Three.'],
  ],
  [
    'HTML with text outside of paragraphs',
    '<cite>Ann:</cite><time>0:01</time><p>One <cite>Dune</cite> at <time>noon</time>.</p><div>Two.</div><ul><li>Three.</ul><cite>Bo:</cite><time>0:09</time><p>Four<br>five.',
    ['Ann: One Dune at noon.', 'Ann: Two.', 'Ann: Three.', 'Bo: Four', 'Bo: five.'],
  ],
];
for (const [title, text, expected] of cases)
  test(`${title}: no word is lost`, async () => assert.deepEqual(await read(text), expected));

test('the declared type does not matter if the content has times', async () => {
  for (const form of ['vtt', 'json', 'srt', 'html', 'text'] as const)
    for (const text of [
      cue(1, 'One.'),
      `WEBVTT\n\n${cue(1, 'One.')}`,
      '{"segments":[{"start":1,"end":2,"text":"One."}]}',
    ])
      assert.deepEqual(await readTranscript(text, form), [{ start: 1, end: 2, text: 'One.' }]);
});

test('a text without times is split by names, and a page without times is refused as captions', async () => {
  assert.deepEqual(await read('Ann: One.\n\nTwo.\n\nBo: Three.\n\nAnn: Four.\nBo: Five.', 'text'), [
    'Ann: One.',
    'Ann: Two.',
    'Bo: Three.',
    'Ann: Four.',
    'Bo: Five.',
  ]);
  const page = '<!doctype html><title>x</title><p>The page does not exist.';
  assert.deepEqual(await read(page, 'html'), ['The page does not exist.']);
  await assert.rejects(read(page, 'vtt'), /no times/);
});

test('a hostile text does not take long', async () => {
  const hostile = ['<b ', '<v ', 'a ', ' ', '\n', '[', '&', '0:01 ', '-->', '{"', 'Ann: ', '<p>', '<br>'].map((text) =>
    text.repeat(Math.ceil(300_000 / text.length)),
  );
  for (const text of hostile.flatMap((one) => [one, cue(1, one) + cue(2, one)])) {
    const before = process.cpuUsage().user;
    await read(text, 'text').catch(() => []);
    assert.ok(process.cpuUsage().user - before < 5_000_000, text.slice(0, 60));
  }
});

const words = ['Low', 'water', 'comes', 'late.', 'No', 'never.'].map((text, at) => ({
  text,
  word: text.toLowerCase().replace('.', ''),
  start: at / 2,
  end: at / 2 + 0.5,
  isFirst: at < 4,
}));
const milliseconds = words.map(({ text, start, end, isFirst }) => ({
  text,
  start: start * 1000,
  end: end * 1000,
  speaker: isFirst ? 'A' : 'B',
}));
const awsItems = words.flatMap(({ text, start, end }) => [
  {
    type: 'pronunciation',
    start_time: String(start),
    end_time: String(end),
    alternatives: [{ confidence: '0.9', content: text.replace('.', '') }],
  },
  ...(text.endsWith('.') ? [{ type: 'punctuation', alternatives: [{ confidence: '0.0', content: '.' }] }] : []),
]);
const awsLabels = [true, false].map((first) => ({
  items: words
    .filter(({ isFirst }) => isFirst === first)
    .map(({ start }) => ({ start_time: String(start), speaker_label: first ? 'spk_0' : 'spk_1' })),
}));
const segments = [
  { start: 0, end: 2, text: 'Low water comes late.' },
  { start: 2, end: 3, text: 'No never.' },
] as const;
const [first, second] = segments;
const ofServices: Record<string, unknown> = {
  'Deepgram with words': {
    metadata: {},
    results: {
      channels: [
        {
          alternatives: [
            {
              transcript: 'Low water comes late. No never.',
              words: words.map(({ word, text, start, end, isFirst }) => ({
                word,
                punctuated_word: text,
                start,
                end,
                speaker: isFirst ? 0 : 1,
              })),
            },
          ],
        },
      ],
    },
  },
  'Deepgram with utterances': {
    results: {
      utterances: [
        { start: 0, end: 2, transcript: first.text, speaker: 0, words },
        { start: 2, end: 3, transcript: second.text, speaker: 1 },
      ],
      channels: [{ alternatives: [{ transcript: 'Low water comes late. No never.' }] }],
    },
  },
  'AWS Transcribe with words': {
    results: {
      transcripts: [{ transcript: 'Low water comes late. No never.' }],
      speaker_labels: { segments: awsLabels },
      items: awsItems,
    },
  },
  'AWS Transcribe with segments': {
    results: {
      transcripts: [{ transcript: 'Low water comes late. No never.' }],
      items: awsItems,
      audio_segments: [
        { transcript: first.text, start_time: '0.0', end_time: '2.0', speaker_label: 'spk_0' },
        { transcript: second.text, start_time: '2.0', end_time: '3.0', speaker_label: 'spk_1' },
      ],
    },
  },
  'AssemblyAI with words': { audio_duration: 3, text: 'Low water comes late. No never.', words: milliseconds },
  'AssemblyAI with utterances': {
    audio_duration: 3,
    words: milliseconds,
    utterances: [
      { start: 0, end: 2000, text: first.text, speaker: 'A', words: milliseconds.slice(0, 4) },
      { start: 2000, end: 3000, text: second.text, speaker: 'B' },
    ],
  },
  Google: {
    results: [
      {
        alternatives: [
          {
            transcript: 'Low water comes late. No never.',
            words: words.map(({ text, start, end, isFirst }) => ({
              word: text,
              startTime: `${start}s`,
              endTime: `${end}s`,
              speakerTag: isFirst ? 1 : 2,
            })),
          },
        ],
      },
    ],
  },
  Speechmatics: {
    results: awsItems.map(({ type, start_time = '0', end_time = '0', alternatives }, at) => ({
      type: type === 'punctuation' ? 'punctuation' : 'word',
      start_time: Number(start_time),
      end_time: Number(end_time),
      alternatives: [{ content: alternatives[0]!.content, speaker: at < 5 ? 'S1' : 'S2' }],
    })),
  },
  'Rev AI': {
    monologues: [true, false].map((isFirst) => ({
      speaker: isFirst ? 0 : 1,
      elements: words
        .filter((one) => one.isFirst === isFirst)
        .flatMap(({ text, start, end }) => [
          { type: 'text', value: text.replace('.', ''), ts: start, end_ts: end },
          { type: 'punct', value: text.endsWith('.') ? '. ' : ' ' },
        ]),
    })),
  },
  Azure: {
    recognizedPhrases: [
      { speaker: 1, offsetInTicks: 0, durationInTicks: 20_000_000, nBest: [{ display: first.text }] },
      { speaker: 2, offsetInTicks: 20_000_000, durationInTicks: 10_000_000, nBest: [{ display: second.text }] },
    ],
  },
  TTML: `<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ttp:frameRate="25">
<head><metadata><ttm:agent xml:id="a" type="person"><ttm:name>Speaker 1</ttm:name></ttm:agent><ttm:agent xml:id="b"><ttm:name>Speaker 2</ttm:name></ttm:agent></metadata></head>
<body><div begin="0s"><p begin="0s" dur="2000ms" ttm:agent="a"><span>Low water</span><br/>comes late.</p></div><div><p begin="00:00:02.000" end="00:00:02:25" ttm:agent="b">No never.</p></div></body></tt>`,
};
for (const [name, document] of Object.entries(ofServices))
  test(`${name} is read with its times and voices`, async () => {
    const text = typeof document === 'string' ? document : JSON.stringify(document);
    const read = await readTranscript(text, 'json', 3);
    assert.deepEqual(
      read.map(({ start, end, text: said, speaker }) => [start, end, said, speaker]),
      [
        [0, 2, first.text, 'Speaker 1'],
        [2, 3, second.text, 'Speaker 2'],
      ],
    );
  });

test('YouTube’s JSON captions are read', async () => {
  const events = [
    { tStartMs: 0, dDurationMs: 3000, id: 1 },
    { tStartMs: 500, dDurationMs: 900, segs: [{ utf8: 'Low' }, { utf8: ' water.', tOffsetMs: 400 }] },
    { tStartMs: 2000, dDurationMs: 400, segs: [{ utf8: 'No.' }] },
  ];
  const read = await readTranscript(JSON.stringify({ wireMagic: 'pb3', events }), 'json');
  assert.deepEqual(
    read.map(({ start, end, text: said }) => [start, end, said]),
    [
      [0.5, 1.4, 'Low water.'],
      [2, 2.4, 'No.'],
    ],
  );
});

test('a text without times keeps its paragraphs as WebVTT and is read again as it was', async () => {
  const text = 'Ann: The tide is late.\nIt always was.\n\nBo: Not here.\n\nAnn: Here, too.\n\nBo: No.';
  const read = await readTranscript(text, 'text', 3600);
  const again = await readTranscript(formatTranscript(read, 'vtt'), 'vtt', 3600);
  assert.deepEqual(
    again.map(({ speaker, text: said }) => [speaker, said]),
    [
      ['Ann', 'The tide is late. It always was.'],
      ['Bo', 'Not here.'],
      ['Ann', 'Here, too.'],
      ['Bo', 'No.'],
    ],
  );
  assert.ok(areUntimed(again));
  assert.doesNotMatch(formatTranscript(again, 'markdown'), /00:00/);
});
