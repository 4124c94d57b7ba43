import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { bytesPerSecond } from './engine-messages.ts';
import { createEngineTask } from './test-sounds.ts';
import type { EngineTask, PartialTranscript } from './engines.ts';
import { createProviderEngine } from './provider.ts';
import { openOutgoing } from '../../outgoing/outgoing.ts';
import { serve, type TestServer } from '../../outgoing/test-server.ts';

const key = 'sk-very-secret';

/** A request of OpenAI's transcription API as the service receives it. */
interface ReceivedRequest {
  path: string;
  authorization: string | undefined;
  agent: string | undefined;
  form: FormData;
  wav: Buffer;
}
type Respond = (request: ReceivedRequest) => { status?: number; body: unknown; headers?: Record<string, string> };

let folder: string;
let service: TestServer;
let respond: Respond;
const requests: ReceivedRequest[] = [];

async function readAsked(request: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = { 'content-type': request.headers['content-type']! };
  const form = (await new Response(Buffer.concat(chunks), { headers }).formData()) as unknown as FormData;
  const wav = Buffer.from(await (form.get('file') as File).arrayBuffer());
  const { authorization, 'user-agent': agent } = request.headers;
  return { path: request.url!, authorization, agent, form, wav };
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'greenroom-provider-'));
  service = await serve(async (request, response) => {
    const one = await readAsked(request);
    requests.push(one);
    const { status = 200, body, headers } = respond(one);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
});
after(async () => {
  service.stop();
  await rm(folder, { recursive: true });
});

/** Creates loud samples with a quiet second at the end of each minute. */
async function samples(seconds: number): Promise<string> {
  const pcm = Buffer.alloc(seconds * bytesPerSecond);
  const minute = Buffer.alloc(60 * bytesPerSecond);
  for (let at = 0; at < 59 * bytesPerSecond; at += 2) minute.writeInt16LE((at % 400) * 20, at);
  for (let at = 0; at < pcm.length; at += minute.length) minute.copy(pcm, at);
  const path = join(folder, 'samples');
  await writeFile(path, pcm);
  return path;
}

const pauses: number[] = [];

async function createEngine(seconds: number, also: Partial<EngineTask> = {}, model = 'whisper-large-v3') {
  requests.length = pauses.length = 0;
  const problems: Error[] = [];
  const settings = { url: `${service.url}/v1`, key, model };
  const room = openOutgoing({ baseUrl: 'https://room.example', allowedHosts: [] });
  const pause = async (ms: number) => void pauses.push(ms);
  const engine = createProviderEngine(settings, room, (error) => problems.push(error), { pause });
  const task = { ...createEngineTask(await samples(seconds), seconds), language: undefined, ...also };
  return { engine, task, problems, run: () => engine.transcribe(task) };
}

const verbose = (text: string, start: number, end: number, language = 'german') => ({
  task: 'transcribe',
  language,
  duration: end,
  text,
  segments: [{ id: 0, start, end, text: ` ${text}` }],
});

test('the service gets a decoded WAV, the model and the key, and returns the language', async () => {
  respond = () => ({ body: verbose('Guten Tag.', 0.5, 2) });
  const { run } = await createEngine(10);
  assert.deepEqual(await run(), {
    segments: [{ start: 0.5, end: 2, text: 'Guten Tag.' }],
    language: 'de',
    warnings: [],
    unheard: [],
    coverage: { soundSeconds: 0, heardSeconds: 0 },
  });
  const [{ path, authorization, agent, form, wav }] = requests as [ReceivedRequest];
  assert.deepEqual([path, authorization], ['/v1/audio/transcriptions', `Bearer ${key}`]);
  assert.match(agent!, /^Greenroom\/[\d.]+ \(\+https:\/\/room\.example\)$/);
  assert.deepEqual(
    [form.get('model'), form.get('response_format'), form.get('language')],
    ['whisper-large-v3', 'verbose_json', null],
  );
  assert.equal(wav.toString('latin1', 0, 4), 'RIFF');
  assert.deepEqual([wav.readUInt32LE(24), wav.readUInt16LE(22), wav.length], [16_000, 1, 44 + 10 * bytesPerSecond]);
});

test('a known language is passed on', async () => {
  respond = () => ({ body: verbose('Bonjour.', 0, 1, 'french') });
  const { run } = await createEngine(5, { language: 'fr' });
  assert.equal((await run()).language, undefined);
  assert.equal(requests[0]!.form.get('language'), 'fr');
});

test('a long recording is sent in chunks under 25 MB, cut at quiet moments, and times are those of the whole', async () => {
  respond = ({ wav }) => ({ body: verbose('A piece.', 1, wav.length / bytesPerSecond) });
  const { run } = await createEngine(900);
  const { segments } = await run();
  assert.ok(requests.length >= 3);
  for (const { wav } of requests) assert.ok(wav.length < 25_000_000);
  const starts = segments.map(({ start }) => start - 1);
  assert.equal(starts[0], 0);
  // The first chunk is short, because it is unknown if the service returns times.
  assert.ok(requests[0]!.wav.length <= 44 + 30 * bytesPerSecond);
  for (const start of starts.slice(2)) assert.ok(start % 60 >= 59, `${start}`);
  assert.ok(segments.at(-1)!.end <= 900);
});

test('a service that refuses verbose_json gets short chunks as json, and a warning says that times are missing', async () => {
  respond = ({ form }) =>
    form.get('response_format') === 'json'
      ? { body: { text: 'Only the text.' } }
      : { status: 400, body: { error: { message: 'response_format is not supported' } } };
  const { run } = await createEngine(100);
  const { segments, warnings } = await run();
  assert.equal(segments[0]!.start, 0);
  assert.equal(segments.at(-1)!.end, 100);
  assert.ok(segments.length >= 4 && segments.every(({ start, end }) => end - start <= 30));
  assert.match(warnings[0]!, /no times/);
  assert.equal(requests.filter(({ form }) => form.get('response_format') === 'verbose_json').length, 1);
});

test('a refusal after responses with times affects that chunk only', async () => {
  let refusals = 1;
  respond = ({ form, wav }) => {
    if (form.get('response_format') === 'json') return { body: { text: 'No times.' } };
    if (requests.length > 1 && refusals-- > 0) return { status: 400, body: {} };
    return { body: verbose('Times.', 1, wav.length / bytesPerSecond) };
  };
  const { run } = await createEngine(900);
  const { segments } = await run();
  const said = segments.map(({ text }) => text);
  assert.deepEqual([said[0], said[1], said.at(-1)], ['Times.', 'No times.', 'Times.']);
});

test('each model gets requests for a format that it supports', async () => {
  for (const [model, form] of [
    ['gpt-4o-mini-transcribe', 'json'],
    ['openai/gpt-4o-transcribe-diarize', 'diarized_json'],
    ['Systran/faster-whisper-small', 'verbose_json'],
  ]) {
    respond = () => ({ body: { text: 'Yes.' } });
    const { run } = await createEngine(5, { names: ['Ann Baker', 'The Harbour'] }, model);
    await run();
    const prompt = form === 'diarized_json' ? null : 'Ann Baker, The Harbour.';
    assert.deepEqual([requests[0]!.form.get('response_format'), requests[0]!.form.get('prompt')], [form, prompt]);
  }
});

test('speakers of different chunks are the same only if the service knows their voices', async () => {
  const speaks = (...labels: string[]) => ({
    body: {
      text: 'x',
      segments: labels.map((speaker, n) => ({ start: n * 5, end: n * 5 + 4, text: `Said by ${speaker}.`, speaker })),
    },
  });
  respond = ({ form }) => {
    const known = form.getAll('known_speaker_names[]') as string[];
    return known.length > 0 ? speaks(known[1]!, 'A') : speaks('A', 'B');
  };
  const names = async (model: string, seconds: number) => {
    const { run } = await createEngine(seconds, {}, model);
    return (await run()).segments.map(({ speaker }) => speaker);
  };
  assert.deepEqual(await names('gpt-4o-transcribe-diarize', 800), ['Speaker 1', 'Speaker 2', 'Speaker 2', 'Speaker 3']);
  const voices = requests[1]!.form.getAll('known_speaker_references[]') as string[];
  assert.equal(voices.length, 2);
  const voice = Buffer.from(voices[0]!.replace('data:audio/wav;base64,', ''), 'base64');
  assert.deepEqual([voice.toString('latin1', 0, 4), voice.length], ['RIFF', 44 + 4 * bytesPerSecond]);
  const others = await names('whisperx', 100);
  assert.deepEqual(others.slice(0, 4), ['Speaker 1', 'Speaker 2', 'Speaker 3', 'Speaker 4']);
});

test('requests to a busy service are repeated three times, no earlier than it asks', async () => {
  const answers: ReturnType<Respond>[] = [
    { status: 429, body: {}, headers: { 'retry-after': '17' } },
    { status: 503, body: {} },
    { status: 500, body: {}, headers: { 'retry-after': '1' } },
    { body: verbose('At last.', 0, 2) },
  ];
  respond = () => answers.shift()!;
  const { run } = await createEngine(5);
  assert.equal((await run()).segments[0]!.text, 'At last.');
  assert.deepEqual(pauses, [17_000, 10_000, 30_000]);
  for (const hopeless of [
    { status: 429, body: { error: { code: 'insufficient_quota' } } },
    { status: 429, body: {}, headers: { 'retry-after': '7200' } },
    { status: 401, body: {} },
  ]) {
    respond = () => hopeless;
    const { run: again } = await createEngine(5);
    await assert.rejects(again());
    assert.deepEqual([requests.length, pauses], [1, []]);
  }
});

test('chunks that were transcribed before a failure are not sent again', async () => {
  respond = ({ wav }) => ({ body: verbose('A piece.', 1, wav.length / bytesPerSecond, 'german') });
  let firstPart: PartialTranscript | undefined;
  const { run } = await createEngine(100, { onPartial: (part) => (firstPart ??= part) });
  const all = await run();
  const { run: rest } = await createEngine(100, { before: firstPart });
  const { segments, language } = await rest();
  assert.deepEqual([segments, language], [all.segments, 'de']);
  assert.equal(requests[0]!.wav.length, 44 + Math.round((segments[1]!.end - firstPart!.until) * bytesPerSecond));
});

test('silence is not sent, because services invent words for it', async () => {
  respond = () => ({ body: { text: 'Thank you for watching!' } });
  const { task, engine } = await createEngine(1);
  await writeFile(task.pcm, Buffer.alloc(20 * bytesPerSecond));
  assert.deepEqual((await engine.transcribe({ ...task, durationSeconds: 20 })).segments, []);
  assert.equal(requests.length, 0);
});

test('the error about a failure of the service contains neither key nor address', async () => {
  const failures: [Respond, RegExp][] = [
    [() => ({ status: 401, body: {} }), /rejected the API key/],
    [() => ({ status: 429, body: {} }), /busy or the account has no credit/],
    [() => ({ status: 413, body: {} }), /status 413/],
    [() => ({ status: 500, body: { error: key } }), /status 500/],
    [() => ({ body: 'text' }), /is not JSON/],
  ];
  for (const [answer, message] of failures) {
    respond = answer;
    const { run, problems } = await createEngine(5);
    await assert.rejects(run(), (error: Error & { kind: string }) => {
      assert.equal(error.kind, 'internal_error');
      assert.match(error.message, message);
      assert.ok(!error.message.includes(key) && !error.message.includes(service.host));
      return true;
    });
    assert.equal(problems.length, 1);
  }
});

test('malformed responses give the valid segments, and never times outside of the recording', async () => {
  respond = () => ({
    body: {
      text: 'x',
      segments: [null, { start: 'a' }, { start: -5, end: 2, text: 'no' }, { start: 3, end: 9e9, text: 'yes' }],
    },
  });
  const { run } = await createEngine(10);
  assert.deepEqual((await run()).segments, [{ start: 3, end: 10, text: 'yes' }]);
});
