import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mixToMono } from './mono.ts';
import { findLevelDrops, createLevelMeter, findQuietCuts } from './quiet-cuts.ts';
import { createResampler } from './resample.ts';
import { wavHeader, wavSeconds } from './wav.ts';

const tone = (hertz: number, rate: number, seconds: number) =>
  Float32Array.from({ length: rate * seconds }, (_, i) => Math.sin((2 * Math.PI * hertz * i) / rate));

function resampled(samples: Float32Array, from: number, to: number, portion: number): Float32Array {
  const { push, end } = createResampler(from, to);
  const parts: number[] = [];
  for (let at = 0; at < samples.length; at += portion) parts.push(...push(samples.subarray(at, at + portion)));
  parts.push(...end());
  return Float32Array.from(parts);
}

const loudness = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);

for (const rate of [8000, 11_025, 22_050, 44_100, 48_000, 96_000]) {
  test(`a tone at ${rate} Hz is the same tone at 16 kHz, in portions of any size`, () => {
    const made = resampled(tone(1000, rate, 1), rate, 16_000, 1152);
    assert.ok(Math.abs(made.length - 16_000) <= 1);
    const wanted = tone(1000, 16_000, 1);
    for (let i = 200; i < 15_800; i += 1) assert.ok(Math.abs(made[i]! - wanted[i]!) < 0.01, `${i}`);
    assert.deepEqual(resampled(tone(1000, rate, 1), rate, 16_000, 77), made);
  });
}

test('frequencies above the new Nyquist limit are removed without aliasing', () => {
  for (const hertz of [9000, 12_000, 15_000])
    assert.ok(loudness(resampled(tone(hertz, 44_100, 1), 44_100, 16_000, 4096)) < 0.01, `${hertz}`);
});

test('long sound is cut at quiet moments, and no chunk is too long', () => {
  const rate = 1000;
  const meter = createLevelMeter(rate);
  // The sound of 100 seconds is loud, with a pause at the end of each tenth.
  for (let second = 0; second < 100; second += 1) meter.push(new Int16Array(rate).fill(second % 10 === 9 ? 0 : 1000));
  const cuts = findQuietCuts(meter.end(), 30);
  assert.ok(cuts.length >= 3);
  for (const cut of cuts) assert.equal(Math.floor(cut) % 10, 9, `${cut}`);
  [...cuts, 100].forEach((cut, index) => assert.ok(cut - (cuts[index - 1] ?? 0) <= 30));
  assert.deepEqual(findQuietCuts(meter.end(), 200), []);
});

test('sound without a quiet moment is cut, too', () => {
  const meter = createLevelMeter(1000);
  meter.push(new Int16Array(100_000).fill(1000));
  const cuts = findQuietCuts(meter.end(), 20);
  assert.ok(cuts.length >= 5);
  cuts.forEach((cut, index) => assert.ok(cut - (cuts[index - 1] ?? 0) <= 20));
});

test('a block ends if sound becomes much quieter, but not at a pause', () => {
  const meter = createLevelMeter(1000);
  for (const level of [10_000, 10_000, 100, 100]) meter.push(new Int16Array(5000).fill(level));
  const [drop, ...others] = findLevelDrops(meter.end());
  assert.ok(Math.abs(drop! - 10) < 0.4, `${drop}`);
  assert.deepEqual(others, []);
  const even = createLevelMeter(1000);
  for (const level of [5000, 2000, 5000, 3000]) even.push(new Int16Array(5000).fill(level));
  assert.deepEqual(findLevelDrops(even.end()), []);
});

test('a WAV header states the length of its data', () => {
  const header = wavHeader(32_000, 16_000);
  assert.deepEqual(
    [header.length, header.readUInt32LE(4), header.readUInt32LE(24), header.readUInt32LE(40)],
    [44, 32_036, 16_000, 32_000],
  );
  assert.equal(wavSeconds(header), 1);
  const note = Buffer.from('LIST\u0009\0\0\0data fmt \0', 'latin1');
  assert.equal(wavSeconds(Buffer.concat([header.subarray(0, 12), note, header.subarray(12)])), 1);
  assert.equal(wavSeconds(Buffer.alloc(44)), undefined);
});

test('one of two inverted channels is used throughout, even if their levels alternate a little', () => {
  const left = tone(440, 16_000, 4);
  const right = left.map((value, at) => -value * (1 + 0.1 * Math.sin(at / 5000)));
  assert.deepEqual(mixToMono([left, right]), left);
  assert.deepEqual(
    mixToMono([new Float32Array(left.length), left]),
    left.map((value) => value / 2),
  );
});
