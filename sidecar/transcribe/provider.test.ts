import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { bytesPerSecond } from './engine-messages.ts';
import { heardParts } from './test-sounds.ts';
import { provider } from './provider.ts';
import { outgoing } from '../outgoing/outgoing.ts';
import { serve, type TestServer } from '../test-server.ts';

const key = 'sk-very-secret';

/** A request of OpenAI's transcription API, as the service reads it. */
interface Asked {
  path: string;
  authorization: string | undefined;
  form: FormData;
  wav: Buffer;
}
type Respond = (asked: Asked) => { status?: number; body: unknown };

let folder: string;
let service: TestServer;
let respond: Respond;
const asked: Asked[] = [];

async function readAsked(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = { 'content-type': request.headers['content-type']! };
  const form = (await new Response(Buffer.concat(chunks), { headers }).formData()) as unknown as FormData;
  const wav = Buffer.from(await (form.get('file') as File).arrayBuffer());
  return { path: request.url!, authorization: request.headers.authorization, form, wav };
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'greenroom-provider-'));
  service = await serve(async (request, response) => {
    const one = await readAsked(request);
    asked.push(one);
    const { status = 200, body } = respond(one);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
});
after(async () => {
  service.stop();
  await rm(folder, { recursive: true });
});

/** Loud, with a quiet second at the end of each minute. */
async function samples(seconds: number): Promise<string> {
  const pcm = Buffer.alloc(seconds * bytesPerSecond);
  const minute = Buffer.alloc(60 * bytesPerSecond);
  for (let at = 0; at < 59 * bytesPerSecond; at += 2) minute.writeInt16LE((at % 400) * 20, at);
  for (let at = 0; at < pcm.length; at += minute.length) minute.copy(pcm, at);
  const path = join(folder, 'samples');
  await writeFile(path, pcm);
  return path;
}

async function hear(seconds: number, language?: string) {
  asked.length = 0;
  const problems: Error[] = [];
  const settings = { url: `${service.url}/v1`, key, model: 'whisper-large-v3' };
  const engine = provider(settings, outgoing({ baseUrl: 'https://room.example', allowedHosts: [] }), (error) =>
    problems.push(error),
  );
  const parts = { ...heardParts(await samples(seconds), seconds), language };
  return { engine, parts, problems, heard: () => engine.hear(parts) };
}

const verbose = (text: string, start: number, end: number, language = 'german') => ({
  task: 'transcribe',
  language,
  duration: end,
  text,
  segments: [{ id: 0, start, end, text: ` ${text}` }],
});

test('the service gets our own WAV, the model and the key, and says the language', async () => {
  respond = () => ({ body: verbose('Guten Tag.', 0.5, 2) });
  const { heard } = await hear(10);
  assert.deepEqual(await heard(), {
    segments: [{ start: 0.5, end: 2, text: 'Guten Tag.' }],
    language: 'de',
    warnings: [],
    unheard: [],
    coverage: { soundSeconds: 0, heardSeconds: 0 },
  });
  const [{ path, authorization, form, wav }] = asked as [Asked];
  assert.deepEqual([path, authorization], ['/v1/audio/transcriptions', `Bearer ${key}`]);
  assert.deepEqual(
    [form.get('model'), form.get('response_format'), form.get('language')],
    ['whisper-large-v3', 'verbose_json', null],
  );
  assert.equal(wav.toString('latin1', 0, 4), 'RIFF');
  assert.deepEqual([wav.readUInt32LE(24), wav.readUInt16LE(22), wav.length], [16_000, 1, 44 + 10 * bytesPerSecond]);
});

test('a language that is known is handed on', async () => {
  respond = () => ({ body: verbose('Bonjour.', 0, 1, 'french') });
  const { heard } = await hear(5, 'fr');
  assert.equal((await heard()).language, undefined);
  assert.equal(asked[0]!.form.get('language'), 'fr');
});

test('what is longer is sent in pieces under 25 MB, cut where it is quiet, with times of the whole', async () => {
  respond = ({ wav }) => ({ body: verbose('A piece.', 1, wav.length / bytesPerSecond) });
  const { heard } = await hear(1800);
  const { segments } = await heard();
  assert.ok(asked.length >= 3);
  for (const { wav } of asked) assert.ok(wav.length < 25_000_000);
  const starts = segments.map(({ start }) => start - 1);
  assert.equal(starts[0], 0);
  for (const start of starts.slice(1)) assert.ok(start % 60 >= 59, `${start}`);
  assert.ok(segments.at(-1)!.end <= 1800);
});

test('a service that refuses verbose_json is asked for json, and the segments say that they have no times', async () => {
  respond = ({ form }) =>
    form.get('response_format') === 'json'
      ? { body: { text: 'Only the text.' } }
      : { status: 400, body: { error: { message: 'response_format is not supported' } } };
  const { heard } = await hear(10);
  const { segments, warnings } = await heard();
  assert.deepEqual(segments, [{ start: 0, end: 10, text: 'Only the text.' }]);
  assert.match(warnings[0]!, /no times/);
});

test('silence is not sent, since services invent words for it', async () => {
  respond = () => ({ body: { text: 'Thank you for watching!' } });
  const { parts, engine } = await hear(1);
  await writeFile(parts.pcm, Buffer.alloc(20 * bytesPerSecond));
  assert.deepEqual((await engine.hear({ ...parts, durationSeconds: 20 })).segments, []);
  assert.equal(asked.length, 0);
});

test('a failure of the service is a failure, in words that name neither key nor address', async () => {
  const failures: [Respond, RegExp][] = [
    [() => ({ status: 401, body: {} }), /refused the key/],
    [() => ({ status: 429, body: {} }), /no time, or no credit/],
    [() => ({ status: 500, body: { error: key } }), /answered 500/],
    [() => ({ body: 'text' }), /did not answer with JSON/],
  ];
  for (const [answer, message] of failures) {
    respond = answer;
    const { heard, problems } = await hear(5);
    await assert.rejects(heard(), (error: Error & { kind: string }) => {
      assert.equal(error.kind, 'internal_error');
      assert.match(error.message, message);
      assert.ok(!error.message.includes(key) && !error.message.includes(service.host));
      return true;
    });
    assert.equal(problems.length, 1);
  }
});

test('strange answers give what can be used of them, and never a time outside the recording', async () => {
  respond = () => ({
    body: {
      text: 'x',
      segments: [null, { start: 'a' }, { start: -5, end: 2, text: 'no' }, { start: 3, end: 9e9, text: 'yes' }],
    },
  });
  const { heard } = await hear(10);
  assert.deepEqual((await heard()).segments, [{ start: 3, end: 10, text: 'yes' }]);
});
