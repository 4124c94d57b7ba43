// The creator's own episodes: heard by a command, reviewed as files, then in page, search, feed and API.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Transcript } from '#contract/schemas/transcripts.ts';
import { command, postJson, type RunningRoom, startRoom } from './room.ts';
import { type MediaHost, mediaHost, spoken } from './speech.ts';

const id = 'a-causeway-sunday-32beaa3d';
const transcribe = (...args: string[]) => command(room.env, 'transcribe', ...args);
let room: RunningRoom;
let media: MediaHost;
before(async () => {
  media = await mediaHost();
  media.files.set('/causeway.mp3', await spoken('Nobody knew why he kept the old books in the lighthouse.'));
  room = await startRoom(undefined, { ALLOWED_HOSTS: media.host });
  const file = join(room.content, 'published', `${id}.md`);
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/^audioUrl: .*$/m, `audioUrl: ${media.url}/causeway.mp3`));
});
after(async () => {
  await room.stop();
  media.stop();
});

test('what the command hears waits as a file, and is nowhere in the room until it is approved', async () => {
  const said = await transcribe(id);
  assert.match(said, new RegExp(`1/1 .*waiting/${id}\\.vtt`));
  assert.match(await transcribe('--list'), new RegExp(`waiting +${id}`));
  const waiting = await readFile(join(room.content, 'transcripts', 'waiting', `${id}.vtt`), 'utf8');
  assert.match(waiting, /^WEBVTT\n\nNOTE\n.*\nHeard by embedded:moonshine-base/);
  assert.match(waiting, /old books\s+in the light ?house/);
  await room.rebuild();
  assert.equal((await fetch(`${room.baseUrl}/transcripts/${id}.vtt`)).status, 404);
});

test('an approved one, with the creator’s corrections, is in page, search, feed and transcription', async () => {
  const path = join(room.content, 'transcripts', 'waiting', `${id}.vtt`);
  await writeFile(path, (await readFile(path, 'utf8')).replace(/light ?house/, 'gauge <i>house</i>'));
  const corrected = await readFile(path, 'utf8');
  await writeFile(path, corrected.replace('-->', '->'));
  await assert.rejects(transcribe('--approve', id), /line \d+: a cue begins with its times/);
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
  const response = await postJson(room, '/api/agent/transcribe', { sourceUrl: `${media.url}/causeway.mp3` });
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
