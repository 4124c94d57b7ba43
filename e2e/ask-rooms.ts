// Two small rooms for plain sentences: one in English about the sea, one in German about a coast.
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { idOf, itemFile } from './content.ts';

type Item = [type: string, day: string, title: string, body: string, more?: Record<string, unknown>];

const english: Item[] = [
  [
    'article',
    '2026-10-20',
    'A harbour wall, mended',
    'Masons mend the wall at low water, with lime mortar, between two tides.',
    { keywords: ['harbours'] },
  ],
  [
    'article',
    '2026-10-12',
    'Why the moon is late',
    'High water follows the full moon by a day or two. Sailors call it the age of the tide.',
    { keywords: ['tides'] },
  ],
  [
    'article',
    '2026-03-02',
    'A tide server at home',
    'The gauge sends its readings to a small Linux computer in the kitchen.',
    { keywords: ['self-hosting'] },
  ],
  [
    'article',
    '2025-06-03',
    'Salt from the marsh',
    'She rakes salt from shallow pans when the summer is dry. A loaf of bread and a pinch of it are lunch.',
    { keywords: ['salt'] },
  ],
  [
    'article',
    '2024-02-11',
    'One millimetre at a time',
    'Sea level rise is measured against a brass mark on the quay.',
    { keywords: ['sea level'] },
  ],
  [
    'episode',
    '2026-11-02',
    'The pilot who counts waves',
    'Notes to the walk.',
    { persons: [{ name: 'Tomas Berg', role: 'guest' }], audioUrl: 'https://media.example/pilot.mp3' },
  ],
  [
    'episode',
    '2026-05-05',
    'Eels at night',
    'They leave the river on the darkest night of autumn.',
    { persons: [{ name: 'Ana Silva', role: 'guest' }], audioUrl: 'https://media.example/eels.mp3', keywords: ['fish'] },
  ],
  [
    'video',
    '2026-08-15',
    'How a tide gauge works',
    'A float, a wire and a drum.',
    { platform: 'peertube', keywords: ['instruments'] },
  ],
  [
    'stream',
    '2026-09-09',
    'Questions on a rising tide',
    'Live from the quay.',
    { platform: 'twitch', status: 'ended' },
  ],
  ['timeline', '2026-07-01', 'Evening lecture in Porto', '', { kind: 'talk', location: 'Porto' }],
];

const german: Item[] = [
  [
    'article',
    '2026-09-30',
    'Gezeiten im Alltag',
    'Die Flut kommt jeden Tag fünfzig Minuten später. Wer am Watt wohnt, kennt die Tafel auswendig.',
    { keywords: ['gezeiten'] },
  ],
  [
    'article',
    '2026-04-18',
    'Der Leuchtturm von Hörnum',
    'Bis 1933 war im Turm eine Schule mit drei Kindern.',
    { keywords: ['leuchttürme'] },
  ],
  [
    'article',
    '2025-12-01',
    'Häuser hinter dem Deich',
    'Jeder Balken ist nummeriert, damit man das Haus wieder aufbauen kann.',
    { keywords: ['deiche'] },
  ],
  [
    'episode',
    '2026-10-25',
    'Fischbrötchen und Geschichte',
    'Ein Gespräch am Hafen.',
    { persons: [{ name: 'Meike Petersen', role: 'guest' }], audioUrl: 'https://media.example/fisch.mp3' },
  ],
  [
    'episode',
    '2025-05-05',
    'Wolken lesen',
    'Warum der Wind dreht, bevor es regnet.',
    { audioUrl: 'https://media.example/wolken.mp3', keywords: ['wetter'] },
  ],
  ['video', '2026-01-20', 'Krabben pulen in zwei Minuten', 'Drehen, ziehen, fertig.', { platform: 'peertube' }],
];

const people = {
  english: {
    name: 'Ines Calder',
    publication: 'Slack Water',
    oneLiner: 'Letters and talks about the edge of the sea.',
    description: 'Ines Calder writes about tides, harbours and the people who live by them.',
    language: 'en',
    topics: ['Tides', 'Harbours', 'Self-Hosting', 'Sea Level'],
    themes: [],
    bios: {
      short: 'Ines Calder writes about the edge of the sea.',
      medium: 'Ines Calder writes.',
      long: 'Ines Calder writes.',
    },
    pressContact: { name: 'Rui Costa', email: 'press@slack-water.example' },
    booking: { sampleQuestions: ['What does the sea sound like at slack water?'], topics: ['Tides'] },
    speaking: {
      bio: 'She speaks of tides.',
      audiences: [],
      languages: ['en'],
      topics: [{ title: 'The age of the tide', description: 'A lecture.', formats: ['keynote'], durationMinutes: 40 }],
      pastTalks: [{ title: 'The age of the tide', event: 'Society of Pilots', date: '2025-03-01' }],
    },
    updatedAt: '2026-01-01',
  },
  german: {
    name: 'Jonas Öhler',
    publication: 'Hafenbriefe',
    oneLiner: 'Briefe von der Küste.',
    description: 'Jonas Öhler schreibt über Häfen, Deiche und das Wetter.',
    language: 'de',
    topics: ['Gezeiten', 'Deich', 'Leuchttürme', 'Wetter'],
    themes: [],
    bios: {
      short: 'Jonas Öhler schreibt von der Küste.',
      medium: 'Jonas Öhler schreibt.',
      long: 'Jonas Öhler schreibt.',
    },
    booking: { sampleQuestions: ['Wie riecht Ebbe?'], topics: [] },
    updatedAt: '2026-01-01',
  },
};

const spoken = `WEBVTT

00:00:00.000 --> 00:00:04.000
<v Ines Calder>Welcome to Slack Water.

00:01:10.000 --> 00:01:16.000
<v Tomas Berg>I count every seventh wave before I turn the ship.
`;

/** A content folder with these files, without feeds and prices. */
export async function contentOf(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-content-'));
  const settings = { 'feeds.json': JSON.stringify({ feeds: [] }), 'access.json': JSON.stringify({ enabled: false }) };
  for (const [name, text] of Object.entries({ ...settings, ...files })) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

export function sentencesContent(name: keyof typeof people): Promise<string> {
  const items = (name === 'english' ? english : german).map(([type, day, title, body, more], n): [string, string] => {
    const id = idOf(`${name}-${n}`, n + 1);
    return [`published/${id}.md`, itemFile({ id, type, title, date: `${day}T09:00:00Z`, ...more }, body)];
  });
  const pilot = english.findIndex(([, , title]) => title.startsWith('The pilot'));
  return contentOf({
    'creator.json': JSON.stringify(people[name]),
    ...Object.fromEntries(items),
    ...(name === 'english' && { [`transcripts/${idOf(`english-${pilot}`, pilot + 1)}.vtt`]: spoken }),
  });
}
