// Tests of the engine and its process with fake models; engine.soak.test.ts uses real ones.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { after, before, test } from 'node:test';
import { createEmbeddedEngine } from './engine.ts';
import { verifyEngineFiles, type EngineModels, findModels } from './engine-files.ts';
import { bytesPerSecond } from './engine-messages.ts';
import type { PartialTranscript } from './engines.ts';
import { createEngineTask } from './test-sounds.ts';
import { createWordSamples } from './test-runner.ts';

const runner = fileURLToPath(new URL('./test-runner.ts', import.meta.url));
const modelsWith = (modelConfig: object): EngineModels => ({
  recogniser: { kind: 'moonshine', folder: '/models/own-en', languages: ['en'], modelConfig: { ...modelConfig } },
  voice: 'voice.onnx',
  runner,
});

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'greenroom-engine-'));
});
after(() => rm(folder, { recursive: true }));

const open = (options: { idleMs?: number; models?: EngineModels } = {}) =>
  createEmbeddedEngine({ models: modelsWith({}), onProblem: () => {}, ...options });

const silence = (seconds: number) => Buffer.alloc(seconds * bytesPerSecond);
const words = (count: number) => Buffer.from(createWordSamples(count).buffer);

async function record(...sounds: Buffer[]) {
  const pcm = join(folder, 'samples');
  const bytes = Buffer.concat(sounds);
  await writeFile(pcm, bytes);
  return createEngineTask(pcm, bytes.length / bytesPerSecond);
}

const wordsOf = (segments: { text: string }[]) => segments.flatMap(({ text }) => text.split(' '));
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `w${10 + n}`);

test('the engine returns words with their times', async () => {
  const engine = open();
  assert.deepEqual([engine.id, engine.defaultLanguage], ['embedded:own-en', 'en']);
  assert.deepEqual([engine.speaks('en'), engine.speaks('de')], [true, false]);
  const { segments, unheard, language } = await engine.transcribe(
    await record(words(6), silence(5), words(8), silence(1)),
  );
  engine.stop();
  assert.deepEqual(
    segments.map(({ text }) => text),
    [numbered(6).join(' '), numbered(8).join(' ')],
  );
  const [first, second] = segments;
  assert.ok(first!.start < 0.1 && Math.abs(first!.end - 3) < 0.4, JSON.stringify(first));
  assert.ok(Math.abs(second!.start - 8) < 0.4 && Math.abs(second!.end - 12) < 0.4, JSON.stringify(second));
  assert.deepEqual([unheard, language], [[], undefined]);
});

test('speech without a pause is split into segments of at most twenty seconds, and no word is lost', async () => {
  const engine = open();
  const progress: [until: number, share: number][] = [];
  const recording = {
    ...(await record(words(80))),
    onPartial: ({ until }: PartialTranscript, share: number) => progress.push([until, share]),
  };
  const { segments } = await engine.transcribe(recording);
  engine.stop();
  assert.ok(segments.length >= 3);
  assert.ok(
    segments.every(({ start, end }) => end - start <= 20.5),
    JSON.stringify(segments),
  );
  const found = new Set(wordsOf(segments));
  assert.deepEqual(
    numbered(80).filter((word) => !found.has(word)),
    [],
  );
  assert.ok(progress.length >= 2 && progress[0]![0] <= 30, JSON.stringify(progress));
  assert.deepEqual(progress.at(-1), [40, 1]);
});

test('transcription resumes where an interrupted process ended', async () => {
  const engine = open();
  const progress: PartialTranscript[] = [];
  const recording = await record(words(70), silence(2), words(6));
  const whole = await engine.transcribe({ ...recording, onPartial: (part) => progress.push(part) });
  assert.deepEqual(await engine.transcribe({ ...recording, before: progress[0] }), whole);
  engine.stop();
});

test('speech that gives other words each time is refused as a foreign language', async () => {
  const engine = open({ models: modelsWith({ inventsWords: true }) });
  await assert.rejects(engine.transcribe(await record(words(20))), { kind: 'bad_request', message: /not English/ });
  engine.stop();
});

test('an error names a model file that is not the tested one', async () => {
  const models = findModels(undefined)!;
  const files = models.embedded!;
  const encoder = join(folder, 'encoder.onnx');
  await writeFile(encoder, 'not a model');
  await verifyEngineFiles(files);
  await assert.rejects(verifyEngineFiles({ ...files, encoder }), /encoder\.onnx is not the file/);
  const problems: Error[] = [];
  const broken = createEmbeddedEngine({
    models: { ...models, embedded: { ...files, encoder } },
    onProblem: (error) => problems.push(error),
  });
  await assert.rejects(broken.transcribe(await record(words(2))), {
    kind: 'internal_error',
    message: /embedded engine failed/,
  });
  assert.match(problems[0]!.message, /Delete its node_modules/);
});

/** Returns true while this test has an engine process. */
async function isRunning(): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'args=', '--ppid', String(process.pid)]);
  return stdout.includes('engine-process.ts');
}

async function waitUntilEnded(): Promise<void> {
  while (await isRunning()) await sleep(20);
}

test('the engine restarts after an abort and after idle time', async () => {
  await waitUntilEnded();
  const engine = open({ idleMs: 1 });
  const stop = new AbortController();
  const long = { ...(await record(words(80))), stop: stop.signal, onPartial: () => stop.abort() };
  await assert.rejects(engine.transcribe(long), (error) => error === stop.signal.reason);
  const recording = await record(words(6));
  for (let round = 0; round < 2; round += 1) {
    assert.deepEqual(wordsOf((await engine.transcribe(recording)).segments), numbered(6));
    await waitUntilEnded();
  }
});
