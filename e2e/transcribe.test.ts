// Transcription as a client meets it: answers, jobs, what is refused, and what outlives a restart.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import type { TranscribeJob, Transcript } from '#contract/schemas/transcripts.ts';
import { testContent } from './content.ts';
import { manyRequests, postJson, type RoomProcess, startRoomProcess } from './room.ts';
import { type MediaHost, mediaHost, sound, type SpeechService, speechService, spoken } from './speech.ts';
import { until } from './until.ts';

const path = '/api/agent/transcribe';
let room: RoomProcess;
let media: MediaHost;
before(async () => {
  media = await mediaHost();
  media.files.set('/short.mp3', await spoken());
  room = await startRoomProcess(await testContent(), { ALLOWED_HOSTS: media.host, RATES: manyRequests });
});
after(async () => {
  await room.stop();
  media.stop();
});

const ask = (body: object, headers: Record<string, string> = {}) => postJson(room, path, body, headers);
const at = (file: string) => `${media.url}${file}`;

async function heard(body: object): Promise<Transcript> {
  const response = await ask(body);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text) as Transcript;
}

async function refused(body: object, status: number, message: RegExp): Promise<Record<string, unknown>> {
  const response = await ask(body);
  const { error } = (await response.json()) as { error: { message: string; details: Record<string, unknown> } };
  assert.equal(response.status, status, error.message);
  assert.match(error.message, message);
  return error.details;
}

const jobAt = async (statusUrl: string) => (await (await fetch(statusUrl)).json()) as TranscribeJob;

async function settled(statusUrl: string): Promise<TranscribeJob> {
  for (;;) {
    const job = await jobAt(statusUrl);
    if (job.status === 'done' || job.status === 'failed') return job;
    await sleep(100);
  }
}

describe('a recording, with the embedded engine', () => {
  test('is heard, and the same one is recalled in any form and by any address', async () => {
    const first = await heard({ sourceUrl: at('/short.mp3'), language: 'en' });
    assert.match(
      first.transcript,
      /^`00:00:00` The harbou?r[- ]master wrote down the heights? of the tide every morning\.$/,
    );
    const { language, languageSource, engine, source, warnings } = first;
    assert.deepEqual(
      [language, languageSource, engine, source],
      ['en', 'request', 'embedded:moonshine-base', 'embedded'],
    );
    assert.deepEqual(warnings, []);
    assert.ok(first.durationSeconds > 2 && first.durationSeconds < 6);
    media.files.set('/other-name', media.files.get('/short.mp3')!);
    const again = await heard({ sourceUrl: at('/other-name'), language: 'en-US', format: 'vtt' });
    assert.deepEqual([again.source, again.segments], ['cache', first.segments]);
    assert.match(again.transcript, /^WEBVTT\n\n00:00:0/);
    assert.match((await heard({ sourceUrl: at('/short.mp3'), format: 'srt' })).transcript, /^1\n00:00:00,/);
  });

  test('is transcribed as the request of the guide says', async () => {
    const guide = await readFile(new URL('../sidecar/console/guides/transcription.md', import.meta.url), 'utf8');
    const body = JSON.parse(/-d '(\{.*\})'/.exec(guide)![1]!) as object;
    assert.match((await heard({ ...body, sourceUrl: at('/short.mp3') })).transcript, /^WEBVTT/);
  });

  test('whose language nobody said is taken for English, with a warning', async () => {
    const { languageSource, warnings } = await heard({ sourceUrl: at('/short.mp3') });
    assert.equal(languageSource, 'assumed');
    assert.match(warnings[0]!, /The language is unknown/);
  });

  test('in a language without an engine is refused with what to set up', async () => {
    const details = await refused(
      { sourceUrl: at('/short.mp3'), language: 'de' },
      400,
      /language de\. .*TRANSCRIBE_API_URL/,
    );
    assert.deepEqual(details, { field: 'language', language: 'de' });
  });

  test('is heard through redirects to allowed hosts, and not through one into the private network', async () => {
    const to = (location: string) => (_: unknown, response: ServerResponse) =>
      response.writeHead(302, { location }).end();
    media.files.set('/moved', to('/short.mp3'));
    assert.equal((await heard({ sourceUrl: at('/moved') })).source, 'cache');
    for (const target of [
      'http://10.0.0.1/a.mp3',
      'http://169.254.169.254/latest',
      'http://[::1]:1/',
      'file:///etc/passwd',
    ]) {
      media.files.set('/trap', to(target));
      await refused(
        { sourceUrl: at('/trap') },
        400,
        /redirects to an address (outside the public internet|that is not allowed)/,
      );
    }
    media.files.set('/loop', to('/loop'));
    await refused({ sourceUrl: at('/loop') }, 500, /redirects more than/);
  });

  test('that cannot be had is a failure, and one that is none is refused', async () => {
    await refused({ sourceUrl: at('/missing.mp3') }, 500, /answers with status 404/);
    await refused({ sourceUrl: 'http://127.0.0.1:9/x.mp3' }, 400, /public internet/);
    await refused({ sourceUrl: 'http://user:secret@example.org/x.mp3' }, 400, /password/);
    assert.deepEqual(await refused({}, 400, /sourceUrl/), { field: 'sourceUrl' });
    assert.equal((await refused({ sourceUrl: 'ftp://x.example/a' }, 400, /sourceUrl/)).field, 'sourceUrl');
    assert.equal((await refused({ sourceUrl: at('/short.mp3'), format: 'pdf' }, 400, /format/)).field, 'format');
    assert.equal((await refused({ sourceUrl: at('/short.mp3'), language: '../x' }, 400, /language/)).field, 'language');
    media.files.set('/list.mp3', '#EXTM3U\nfile:///etc/passwd\n');
    await refused({ sourceUrl: at('/list.mp3') }, 400, /playlist/);
    media.files.set('/cut.mp3', (_, response) => {
      response.writeHead(200, { 'content-length': '100000' }).write('ID3');
      response.destroy();
    });
    await refused({ sourceUrl: at('/cut.mp3') }, 500, /closed the connection|incomplete/);
  });

  test('that says it is larger than the limit is refused before it is read', async () => {
    media.files.set('/large.mp3', (_, response) =>
      response.writeHead(200, { 'content-length': String(300 * 1024 ** 2) }).write('x'),
    );
    await refused({ sourceUrl: at('/large.mp3') }, 400, /larger than 200 MiB/);
  });

  test('asked for again with its Idempotency-Key gives the same answer, and no other recording', async () => {
    const key = { 'idempotency-key': 'k' };
    media.files.set('/keyed.mp3', media.files.get('/short.mp3')!);
    const first = await ask({ sourceUrl: at('/keyed.mp3') }, { ...key, prefer: 'wait=0, respond-async' });
    assert.equal(first.status, 202);
    const accepted = (await first.json()) as TranscribeJob;
    await settled(accepted.statusUrl);
    const again = await ask({ sourceUrl: at('/keyed.mp3') }, key);
    assert.deepEqual([again.status, again.headers.get('location')], [202, accepted.statusUrl]);
    assert.deepEqual(await again.json(), accepted);
    assert.equal((await ask({ sourceUrl: at('/long.mp3') }, key)).status, 422);
  });

  test('gives the rate headers on every answer', async () => {
    const response = await ask({ sourceUrl: at('/short.mp3') });
    for (const name of ['limit', 'remaining', 'reset']) assert.ok(response.headers.get(`x-ratelimit-${name}`), name);
  });
});

describe('a long recording, with a service that transcribes', () => {
  const longSeconds = 130;
  const boats = 'The second recording is about boats.';
  let service: SpeechService;
  /** Holds pieces that are longer than the first one of a recording. */
  let held = Promise.withResolvers<void>();

  before(async () => {
    service = await speechService();
    service.transcribe = async (seconds) => {
      if (seconds > longSeconds / 2) await held.promise;
      return Array.from({ length: Math.ceil(seconds / 15) }, () => boats);
    };
    Object.assign(room.env, service.settings);
    await room.restart('SIGTERM');
    media.files.set('/sound.wav', sound(3));
    media.files.set('/long.wav', sound(longSeconds));
    media.files.set('/second.wav', sound(longSeconds + 1));
  });
  after(() => service.stop());

  /** A job of which the service has transcribed the first piece and holds the second. */
  async function heldJob(file: string): Promise<TranscribeJob> {
    held = Promise.withResolvers();
    const pieces = service.pieces.length;
    const response = await ask(
      { sourceUrl: at(file), language: 'en', format: 'text' },
      { prefer: 'respond-async, wait=5' },
    );
    const accepted = (await response.json()) as TranscribeJob;
    assert.equal(response.status, 202, JSON.stringify(accepted));
    assert.equal(response.headers.get('preference-applied'), 'respond-async');
    assert.equal(response.headers.get('location'), accepted.statusUrl);
    assert.deepEqual(Object.keys(accepted), ['jobId', 'status', 'statusUrl']);
    await until(() => service.pieces.length === pieces + 2, 'the second piece is sent');
    return accepted;
  }

  test('is a job for who prefers so, tells its progress, survives a killed sidecar, and is answered', async () => {
    const { statusUrl } = await heldJob('/long.wav');
    await until(async () => (await jobAt(statusUrl)).partial !== undefined, 'the progress is saved');
    const { progress, partial } = await jobAt(statusUrl);
    assert.ok(progress! > 0 && progress! < 1, `${progress}`);
    assert.deepEqual([partial!.segments[0]!.text, partial!.untilSeconds < 31], [boats, true]);
    await room.restart('SIGKILL');
    assert.notEqual((await jobAt(statusUrl)).status, 'failed');
    held.resolve();
    const { result } = await settled(statusUrl);
    assert.ok(result!.durationSeconds > 120);
    assert.ok(result!.transcript.match(/about boats/g)!.length >= 7, result!.transcript);
    const again = await ask({ sourceUrl: at('/long.wav'), language: 'en' }, { prefer: 'respond-async' });
    assert.equal(again.status, 200);
    assert.equal(((await again.json()) as Transcript).source, 'cache');
  });

  test('that is stopped in the middle goes on at the next start', async () => {
    const { statusUrl } = await heldJob('/second.wav');
    await room.restart('SIGTERM');
    const pieces = service.pieces.length;
    held.resolve();
    const { status, result, error } = await settled(statusUrl);
    assert.equal(status, 'done', JSON.stringify(error));
    assert.match(result!.transcript, /boats/);
    assert.ok(
      service.pieces.slice(pieces).every((seconds) => seconds > longSeconds / 2),
      'the first piece is kept',
    );
  });

  test('is a job at once for who does not want to wait, however short', async () => {
    const { source, engine } = await heard({ sourceUrl: at('/sound.wav') });
    assert.deepEqual([source, engine], ['provider', 'provider:whisper-1']);
    media.files.set('/unheard.wav', media.files.get('/sound.wav')!);
    const response = await ask({ sourceUrl: at('/unheard.wav') }, { prefer: 'wait=0, respond-async' });
    assert.equal(response.status, 202);
    const { statusUrl } = (await response.json()) as TranscribeJob;
    assert.equal((await settled(statusUrl)).result!.source, 'cache');
  });

  test('that is cancelled frees its place at once, and says so', async () => {
    media.files.set('/never', () => undefined);
    const response = await ask({ sourceUrl: at('/never') }, { prefer: 'wait=0, respond-async' });
    const { statusUrl } = (await response.json()) as TranscribeJob;
    for (let again = 0; again < 2; again += 1) {
      const { status, error } = (await (await fetch(statusUrl, { method: 'DELETE' })).json()) as TranscribeJob;
      assert.deepEqual([status, error!.status, error!.details], ['failed', 400, { reason: 'cancelled' }]);
    }
    assert.equal((await jobAt(statusUrl)).status, 'failed');
  });

  test('at a host that closes as soon as it has sent everything costs nobody else anything', async () => {
    const bytes = Buffer.alloc(150_000, 'not a sound');
    for (let n = 0; n < 5; n += 1) {
      media.files.set(`/closing-${n}`, (_, response) =>
        response.writeHead(200, { connection: 'close', 'content-length': bytes.length }).end(bytes),
      );
      await refused({ sourceUrl: at(`/closing-${n}`) }, 400, /not audio or video/);
    }
  });

  test('that fails says so in its job as it would have in an answer', async () => {
    media.files.set('/slow', async (_, response) => {
      await sleep(100);
      response.writeHead(200).end('<html>');
    });
    const response = await ask({ sourceUrl: at('/slow') }, { prefer: 'respond-async, wait=600' });
    assert.equal(response.status, 400);
    assert.equal((await fetch(`${room.baseUrl}${path}/nothing`)).status, 404);
  });
});

test('a price is asked before anything is fetched, and a job is read without paying again', async () => {
  const access = JSON.stringify({ enabled: true, prices: { transcribe: 21 } });
  await writeFile(join(room.content, 'access.json'), access);
  await room.rebuild();
  const asked = media.asked.length;
  const response = await ask({ sourceUrl: at('/short.mp3') });
  assert.equal(response.status, 402);
  assert.equal(media.asked.length, asked);
  assert.equal((await fetch(`${room.baseUrl}${path}/nothing`)).status, 404);
});
