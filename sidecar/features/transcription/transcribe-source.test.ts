import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { sha256 } from '#domain/ids.ts';
import { OutgoingError } from '../../outgoing/outgoing-error.ts';
import type { Release } from '../../release/release.ts';
import type { TranscribeRecording, RecordingTask } from './transcribe-recording.ts';
import { createSourceTranscriber } from './transcribe-source.ts';
import type { TranscriptionJob } from './jobs.ts';

const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ada>The tide is turning.';
const never = new AbortController().signal;
const guid = 'https://pod.example/guid/7';
const files = new Map<string, string>();
let folder: string;
let tasks: RecordingTask[] = [];
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'greenroom-source-'));
});
after(() => rm(folder, { recursive: true }));
beforeEach(() => {
  tasks = [];
  files.clear();
});

const transcribe: TranscribeRecording = async (recording) => {
  tasks.push(recording);
  const { tag } = recording.language;
  return {
    segments: [],
    language: tag ?? 'en',
    languageSource: 'request',
    durationSeconds: 1,
    engine: 'e',
    source: 'embedded',
    warnings: [],
  };
};

const creator = {
  name: 'Ada Marsh',
  publication: 'Low Water',
  themes: [{ id: 'tides', label: 'Tides' }],
  topics: ['Mud'],
  language: 'de',
};

const offered = (type: string, language?: string) => ({
  url: `https://pod.example/t.${type.split('/')[1]}`,
  type,
  ...(language && { language }),
});

function ask(transcripts: object[], job: Partial<TranscriptionJob>, episode: object = {}) {
  const entry = {
    id: `an-episode-${sha256(guid).slice(0, 8)}`,
    audioUrl: 'https://pod.example/a.mp3',
    durationSeconds: 60,
    transcripts,
    language: 'en',
    ...episode,
  };
  const release = {
    lists: { episodes: [JSON.stringify(entry)] },
    facts: { baseUrl: 'https://room.example', creator },
    pages: new Map(),
  };
  const download = async (url: string, to: string) => {
    const text = files.get(url);
    if (text === undefined) throw new OutgoingError('status', { status: 404 });
    await writeFile(to, text);
    return { bytes: text.length, sha256: '' };
  };
  const takeSlot = async () => undefined;
  const deps = { live: () => release as unknown as Release, transcribe, download, folder, takeSlot };
  const source = { sourceUrl: 'https://pod.example/a.mp3', language: null, episode: null, ...job } as TranscriptionJob;
  return createSourceTranscriber(deps)(source, never, {
    share: () => {},
    duration: () => {},
    turn: () => {},
    part: () => {},
  });
}

test('the publisher’s transcript of a known episode, by enclosure or guid, is preferred to transcription', async () => {
  files.set('https://pod.example/t.vtt', vtt);
  for (const sourceUrl of ['https://pod.example/a.mp3', guid]) {
    const result = await ask([offered('text/vtt')], { sourceUrl });
    assert.deepEqual(result, {
      segments: [{ start: 1, end: 2, text: 'The tide is turning.', speaker: 'Ada' }],
      language: 'en',
      languageSource: 'feed',
      durationSeconds: 60,
      engine: 'publisher',
      source: 'feed',
      warnings: [],
    });
  }
  assert.equal(tasks.length, 0);
});

test('unreadable transcripts are skipped, and if none is left, the recording is transcribed with a warning', async () => {
  files.set('https://pod.example/t.json', '{');
  files.set('https://pod.example/t.plain', 'Only the text.');
  const forms = [offered('text/plain'), offered('text/vtt'), offered('application/json')];
  const text = await ask(forms, {});
  assert.deepEqual([text.source, text.segments], ['feed', [{ start: 0, end: 60, text: 'Only the text.' }]]);
  assert.match(text.warnings[0]!, /no times/);
  files.delete('https://pod.example/t.plain');
  const { source, warnings } = await ask(forms, {});
  assert.equal(source, 'embedded');
  assert.deepEqual(
    warnings.map((warning) => /\((\w+)\)/.exec(warning)![1]),
    ['vtt', 'json', 'text'],
  );
});

test('a transcript in another language is ignored, and the feed states the language if the request does not', async () => {
  files.set('https://pod.example/t.vtt', vtt);
  await ask([offered('text/vtt', 'de')], { language: 'en' });
  assert.equal(tasks[0]!.language.tag, 'en');
  await ask([], {}, { language: 'pt' });
  assert.deepEqual(tasks[1]!.language, { tag: 'pt', source: 'feed' });
  await ask([], { sourceUrl: 'https://elsewhere.example/x.mp3' }, { language: 'pt' });
  assert.deepEqual([tasks[2]!.language.tag, tasks[2]!.url], [undefined, 'https://elsewhere.example/x.mp3']);
  await ask([], {}, { language: undefined });
  assert.equal(tasks[3]!.language.tag, 'de', 'an episode that states none is in the language of the room');
});

test('an episode without a transcript is transcribed from its enclosure, also if its guid is requested', async () => {
  await ask([], { sourceUrl: guid });
  assert.equal(tasks[0]!.url, 'https://pod.example/a.mp3');
});

test('names are passed on for the creator’s own episodes only', async () => {
  await ask([], {}, { persons: [{ name: 'Jon Holt' }] });
  const spelled = ['Ada Marsh', 'Jon Holt', 'Low Water'];
  assert.deepEqual(tasks[0]!.names, {
    hints: [...spelled, 'Tides', 'Mud'],
    spelled,
    people: ['Ada Marsh', 'Jon Holt'],
  });
  await ask([], { sourceUrl: 'https://elsewhere.example/x.mp3' });
  assert.deepEqual(tasks[1]!.names, { hints: [], spelled: [], people: [] });
});
