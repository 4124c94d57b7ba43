// The creator's own episodes: transcribed by a command, reviewed as files, then in page, search, feed, API and
// receipts.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Transcript } from '#contract/schemas/transcripts.ts';
import { creator, idOf, itemFile, testContent } from './content.ts';
import { command, postJson, type RunningRoom, startRoom } from './room.ts';
import { type MediaHost, mediaHost, sound, type SpeechService, speechService } from './speech.ts';

const transcribe = (...args: string[]) => command(room.env, 'transcribe', ...args);
const id = idOf('a-causeway-sunday', 33);
const causeway = {
  id,
  type: 'episode',
  title: 'A causeway Sunday',
  date: '2026-05-19T05:00:00Z',
  language: 'en-GB',
  audioType: 'audio/wav',
  audioBytes: 1000,
  durationSeconds: 6,
};

interface Verdict {
  matches: { speaker: string | null; speakerIsCreator: boolean }[];
}

const talk = {
  id: idOf('talk', 34),
  type: 'episode',
  title: 'Three at a table',
  date: '2026-04-06T10:00:00Z',
  audioUrl: 'https://example.org/talk.mp3',
  persons: [{ name: creator.name }, { name: 'Tove Lund', role: 'co-host' }, { name: 'Halvard Lie', role: 'guest' }],
};
const said: [speaker: string, words: string][] = [
  [creator.name, 'I counted the gulls before breakfast.'],
  ['Tove Lund', 'Eleven of them were mine, I think.'],
  ['Halvard Lie', 'Gulls do not belong to anybody here.'],
  ['Speaker 4', 'Nobody has closed the door again.'],
];
const captions = said.map(([name, words], at) => `00:0${at}.000 --> 00:0${at + 1}.000\n<v ${name}>${words}</v>\n`);

let room: RunningRoom;
let media: MediaHost;
let service: SpeechService;
before(async () => {
  media = await mediaHost();
  media.files.set('/causeway.wav', sound(6));
  service = await speechService(['Nobody knew why he kept the old books in the lighthouse.']);
  const content = await testContent({
    [`published/${id}.md`]: itemFile({ ...causeway, audioUrl: `${media.url}/causeway.wav` }),
    [`published/${talk.id}.md`]: itemFile(talk, 'Notes on gulls, and on what they are counted for.'),
    [`transcripts/${talk.id}.vtt`]: `WEBVTT\n\n${captions.join('\n')}`,
  });
  room = await startRoom(content, { ALLOWED_HOSTS: media.host, RATES: 'quote=1000', ...service.settings });
});
after(async () => {
  await room.stop();
  media.stop();
  service.stop();
});

test('a transcript of the command waits as a file, and the room does not show it until it is approved', async () => {
  const said = await transcribe(id);
  assert.match(said, new RegExp(`1/1 .*waiting/${id}\\.vtt`));
  assert.match(await transcribe('--list'), new RegExp(`waiting +${id}`));
  const waiting = await readFile(join(room.content, 'transcripts', 'waiting', `${id}.vtt`), 'utf8');
  assert.match(waiting, /^WEBVTT\n\nNOTE\n.*\nHeard by provider:whisper-1/);
  assert.match(waiting, /old books\s+in the light ?house/);
  await room.rebuild();
  assert.equal((await fetch(`${room.baseUrl}/transcripts/${id}.vtt`)).status, 404);
});

test('an approved one, with the creator’s corrections, is in page, search, feed and transcription', async () => {
  const path = join(room.content, 'transcripts', 'waiting', `${id}.vtt`);
  await writeFile(path, (await readFile(path, 'utf8')).replace(/light ?house/, 'gauge <i>house</i>'));
  const corrected = await readFile(path, 'utf8');
  await writeFile(path, corrected.replace('-->', '->'));
  await assert.rejects(transcribe('--approve', id), /line \d+: start the cue with its times/);
  await writeFile(path, corrected);
  assert.match(await transcribe('--approve', id), /approved/);
  await room.rebuild();
  const get = async (at: string) => (await fetch(room.baseUrl + at)).text();
  assert.match(await get(`/transcripts/${id}.vtt`), /^WEBVTT\n\n00:00:0.*\n.*old books\s+in the gauge house/);
  assert.match(await get(`/transcripts/${id}.srt`), /^1\n00:00:0.*\n.*old books\s+in the gauge house/);
  const { segments } = JSON.parse(await get(`/transcripts/${id}.json`)) as { segments: { body: string }[] };
  assert.match(segments[0]!.body, /gauge house/);
  assert.match(await get(`/episodes/${id}`), /old books in the gauge house/);
  const feed = await get('/podcast.xml');
  for (const [form, type] of [
    ['vtt', 'text/vtt'],
    ['srt', 'application/x-subrip'],
    ['json', 'application/json'],
  ])
    assert.ok(
      feed.includes(`<podcast:transcript url="${room.baseUrl}/transcripts/${id}.${form}" type="${type}"`),
      form,
    );
  const { items } = JSON.parse(await get('/api/agent/search?q=%22books+in+the+gauge+house%22'));
  assert.deepEqual([items[0].id, items[0].snippets[0].field], [id, 'transcript']);
  assert.equal(typeof items[0].snippets[0].startSeconds, 'number');
  const asked = media.asked.length;
  const response = await postJson(room, '/api/agent/transcribe', { sourceUrl: `${media.url}/causeway.wav` });
  const { source, transcript, languageSource } = (await response.json()) as Transcript;
  assert.deepEqual([source, languageSource], ['feed', 'feed']);
  assert.match(transcript, /gauge house/);
  assert.equal(media.asked.length, asked);
});

test('a name that is no waiting transcript approves nothing, however it is written', async () => {
  const names = ['nothing-00000000', '../published/x', `../../transcripts/${id}`];
  await assert.rejects(transcribe('--approve', ...names), (error: { stderr: string }) =>
    names.every((name) => error.stderr.includes(`${name}: no transcript waits`)),
  );
  await assert.rejects(transcribe('nothing-00000000'), /No published episode/);
});

/** The speaker in the answer; the receipt must name the same one. */
async function speakerOf(text: string): Promise<[speaker: string | null, isCreator: boolean]> {
  const response = await postJson(room, '/api/agent/verify-quote', { text, receipt: true });
  const { matches, receipt } = (await response.json()) as Verdict & { receipt: string };
  const claims = JSON.parse(Buffer.from(receipt.split('.')[1]!, 'base64url').toString()) as Verdict;
  const [answered, signed] = [matches, claims.matches].map(([match]) => match!);
  assert.deepEqual([signed!.speaker, signed!.speakerIsCreator], [answered!.speaker, answered!.speakerIsCreator]);
  return [answered!.speaker, answered!.speakerIsCreator];
}

test('creator, co-host and guest have their own words; a voice without a name has none', async () => {
  for (const [name, words] of said) {
    const speaker = name === 'Speaker 4' ? null : name;
    assert.deepEqual(await speakerOf(words), [speaker, name === creator.name], words);
  }
});

test('the notes of a show with two hosts are nobody’s in particular', async () => {
  assert.deepEqual(await speakerOf('Notes on gulls, and on what they are counted for.'), [null, false]);
});
