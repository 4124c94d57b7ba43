import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleRate } from './engine-messages.ts';
import { isForeignSpeech } from './language-check.ts';
import { type SpeechModels, transcribeBlock as listenTo } from './transcribe-block.ts';
import { createLevelMeter } from './quiet-cuts.ts';
import type { SampleSpan } from './spans.ts';

/** Creates samples with sound between pairs of seconds, and quiet otherwise. */
function sound(seconds: number, ...spans: [from: number, to: number][]): Float32Array {
  const samples = new Float32Array(seconds * sampleRate);
  for (const [from, to] of spans)
    for (let at = from * sampleRate; at < to * sampleRate; at += 1) samples[at] = 0.2 * Math.sin(at * 0.3);
  return samples;
}
const at = (from: number, to: number): SampleSpan => ({ from: from * sampleRate, to: to * sampleRate });
const words = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `w${from + n}`).join(' ');
/** Recognises other words each time. */
const inventive = () => {
  let calls = 0;
  return () => words(6, (calls += 1) * 100);
};
/** Creates models whose results are plain text. */
type Says = Omit<SpeechModels, 'recognise'> & { recognise: (samples: Float32Array) => string };
const earOf = (ear: Says): SpeechModels => ({ ...ear, recognise: (samples) => ({ text: ear.recognise(samples) }) });
const listen = (ear: Says, samples: Float32Array, start: number) => listenTo(earOf(ear), samples, start);
const deaf: Says = { recognise: () => '', voices: () => [], faintVoices: () => [] };

test('voices with short gaps are one segment with a margin and a confidence', () => {
  const ear = { ...deaf, voices: () => [at(1, 3), at(4, 6)], recognise: () => words(12) };
  const { segments, unheard, soundSeconds, heardSeconds } = listen(ear, sound(10, [1, 3], [4, 6]), 100);
  assert.deepEqual(
    segments.map(({ start, end }) => [start, end]),
    [[100.75, 106.25]],
  );
  assert.ok(segments[0]!.confidence! > 0.8 && segments[0]!.confidence! < 1);
  assert.deepEqual([unheard, soundSeconds, heardSeconds], [[], 4, 4]);
  // The pause between has no speech.
  const starts = segments[0]!.wordStarts!;
  assert.equal(starts.length, 12);
  assert.ok(
    starts.every((at, n) => (at < 103.01 || at >= 104) && at >= (starts[n - 1] ?? 100.9)),
    starts.join(),
  );
});

test('loud sound that the detector missed is recognised twice, and accepted if both results agree', () => {
  const samples = sound(10, [1, 3], [5, 8]);
  const ear = { ...deaf, voices: () => [at(1, 3)], recognise: () => words(6) };
  const near = (): SampleSpan[] => [at(0.25, 3.25)];
  const { segments, unheard } = listen({ ...ear, faintVoices: near }, samples, 0);
  assert.deepEqual([segments.length, unheard], [2, []]);
  const invented = listen({ ...ear, faintVoices: near, recognise: inventive() }, samples, 0);
  assert.equal(invented.segments.length, 1);
  assert.deepEqual(invented.unheard, [{ start: 5, end: 8 }]);
  const missed = listen(ear, samples, 60);
  assert.deepEqual(missed.unheard, [{ start: 65, end: 68 }]);
  assert.equal(missed.heardSeconds, 2);
});

test('a loop is recognised again in halves, and remaining loops are left out and reported', () => {
  const samples = sound(12, [1, 11]);
  const loop = 'America, '.repeat(12);
  const ear = { ...deaf, voices: () => [at(1, 11)] };
  const halves = listen({ ...ear, recognise: (some) => (some.length > 8 * sampleRate ? loop : words(14)) }, samples, 0);
  assert.deepEqual([halves.segments.length, halves.loops], [2, []]);
  const always = listen({ ...ear, recognise: () => loop }, samples, 0);
  assert.equal(always.segments.length, 0);
  assert.equal(always.loops.length, 2);
});

test('sound with too few words is recognised again in halves, and reported if that does not help', () => {
  const samples = sound(12, [1, 11]);
  const ear = { ...deaf, voices: () => [at(1, 11)] };
  const better = listen({ ...ear, recognise: (some) => words(some.length > 8 * sampleRate ? 2 : 14) }, samples, 0);
  assert.deepEqual([better.segments.length, better.unheard], [2, []]);
  const thin = listen({ ...ear, recognise: () => words(1) }, samples, 0);
  assert.equal(thin.unheard.length, 1);
});

test('speech without recognised words is reported from beginning to end', () => {
  const ear = { ...deaf, voices: () => [at(1, 11)], faintVoices: () => [at(0, 10)] };
  const { segments, unheard, soundSeconds, heardSeconds } = listen(ear, sound(12, [1, 11]), 0);
  assert.deepEqual([segments, unheard, soundSeconds, heardSeconds], [[], [{ start: 1, end: 11 }], 10, 0]);
});

const foreign = (recognise: Says['recognise'], spoken = 30): Promise<boolean> => {
  const samples = sound(30, [0, spoken]);
  const meter = createLevelMeter(sampleRate);
  meter.push(samples);
  const ear = earOf({ ...deaf, recognise, voices: (some: Float32Array) => [{ from: 0, to: some.length }] });
  const part = async (start: number, end: number) =>
    samples.slice(Math.round(start * sampleRate), Math.round(end * sampleRate));
  return isForeignSpeech(ear, meter.end(), part);
};

test('speech that gives other words each time is foreign; the same words with some errors are not', async () => {
  assert.equal(await foreign(inventive()), true);
  assert.equal(await foreign(() => words(12)), false);
  let silent = true;
  assert.equal(await foreign(() => ((silent = !silent) ? words(9) : '')), false);
  const invent = inventive();
  assert.equal(await foreign(() => ((silent = !silent) ? invent() : '')), true);
  let turn = 0;
  assert.equal(await foreign(() => `${words(10)} x${(turn += 1)}`), false);
});

test('speech without recognised words is foreign', async () => {
  assert.equal(await foreign(() => ''), true);
});

test('speech that gives other words if it is slower or cut in two is foreign', async () => {
  const stable = (samples: Float32Array) =>
    Array.from({ length: 12 }, (_, at) => `made${Math.round(samples.length / 4000)}up${at}`).join(' ');
  for (const spoken of [9, 17, 30]) assert.equal(await foreign(stable, spoken), true, `${spoken} seconds`);
});

test('a few words that differ if speech is slower or cut in two do not make it foreign', async () => {
  const steady = (samples: Float32Array) => `${words(10)} x${samples.length}`;
  for (const spoken of [9, 17, 30]) assert.equal(await foreign(steady, spoken), false, `${spoken} seconds`);
});
