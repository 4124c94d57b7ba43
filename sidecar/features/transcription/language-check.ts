// Tells speech that the model does not know. Speech in its own language gives nearly the same words when it is a little
// slower or cut in two; of another language the model makes up different words each time.
import type { Levels } from './quiet-cuts.ts';
import type { Ear } from './listen.ts';
import { isLoop, withoutRepeats, wordsOf } from './loops.ts';
import { sampleRate } from './engine-messages.ts';
import { resampler } from './resample.ts';
import { lengthOf, secondsOf } from './spans.ts';
import { distanceToStart, wordDistance } from './word-distance.ts';

/** In shorter samples the model makes up the same words more often. */
const sampleSeconds = 12;
const shiftSeconds = 0.15;
const thirds = 3;
const triedInEach = 3;
/**
 * Share of words that differ. Of 22 English recordings, 20 had at most 0.27; one synthetic Caribbean voice had 0.38 and 0.51.
 * Of 40 recordings in 17 other languages, each gave 0.36 or more. The texts alone do not tell: tinyld rated English from
 * 0.12 to 1 and made-up English from 0 to 1.
 */
const mostDifference = 0.35;
/** Playing time of the slower reading, as a multiple of the original. */
const slower = 1.09;
const leastVoiceSeconds = 1;
const mostTries = 4;
/** Seconds of speech in which English gives at least one word. */
const mostWordlessSeconds = 5;
/** Over all comparisons. */
const leastWords = 6;

interface Sample {
  start: number;
  end: number;
}

type SamplesOf = (start: number, end: number) => Promise<Float32Array>;

/** The quietest moment of these seconds. */
function quietestIn({ energies, stretchSeconds }: Levels, from: number, to: number): number {
  const [first, last] = [Math.max(0, Math.floor(from / stretchSeconds)), Math.ceil(to / stretchSeconds)];
  let quietest = first;
  for (let at = first; at < Math.min(last, energies.length); at += 1)
    if (energies[at]! < energies[quietest]!) quietest = at;
  return (quietest + 0.5) * stretchSeconds;
}

/** From one quiet moment to another: a word that is cut off is read in two ways, or again and again. */
function sampleNear(levels: Levels, start: number): Sample {
  const begin = start < 1 ? 0 : quietestIn(levels, start - sampleSeconds / 2, start + 1);
  return { start: begin, end: quietestIn(levels, begin + sampleSeconds * 0.7, begin + sampleSeconds) };
}

/** Beginnings of the loudest stretches of each third, the loudest first. In a short recording the stretches overlap. */
function loudestOf({ energies, stretchSeconds }: Levels): number[][] {
  const length = Math.round(sampleSeconds / stretchSeconds);
  const spare = Math.max(0, energies.length - length);
  const count = spare === 0 ? 1 : Math.max(thirds, Math.floor(energies.length / length));
  const windows = Array.from({ length: count }, (_, index) => {
    const from = Math.round((index * spare) / Math.max(1, count - 1));
    const some = energies.subarray(from, from + length);
    return { start: from * stretchSeconds, energy: some.reduce((sum, energy) => sum + energy, 0) };
  });
  const groups = Math.min(thirds, count);
  const size = Math.ceil(count / groups);
  return Array.from({ length: groups }, (_, group) =>
    windows
      .slice(group * size, (group + 1) * size)
      .sort((one, other) => other.energy - one.energy)
      .slice(0, triedInEach)
      .map(({ start }) => start),
  );
}

/** Around what is said: of silence the model may make nothing at all. */
const margin = 0.3;

/** The one with most voice in it, without the silence around that. */
async function mostSpoken(ear: Ear, levels: Levels, starts: number[], samplesOf: SamplesOf) {
  let best: { sample?: Sample; voiced: number } = { voiced: leastVoiceSeconds };
  for (const near of starts) {
    const { start, end } = sampleNear(levels, near);
    const voices = ear.voices(await samplesOf(start, end));
    const voiced = secondsOf(lengthOf(voices));
    if (voiced <= best.voiced) continue;
    const [first, last] = [start + secondsOf(voices[0]!.from), start + secondsOf(voices.at(-1)!.to)];
    best = { sample: { start: Math.max(start, first - margin), end: Math.min(end, last + margin) }, voiced };
  }
  return best.sample;
}

function slowDown(samples: Float32Array): Float32Array {
  const { push, end } = resampler(sampleRate, Math.round(sampleRate * slower));
  return Float32Array.from([...push(samples), ...end()]);
}

/** The first reading with words, and readings to compare with it; undefined if the model finds no words. */
async function readSample(ear: Ear, levels: Levels, { start, end }: Sample, samplesOf: SamplesOf) {
  // The model may make nothing of a sample that it understands a moment later.
  for (let tried = 0; tried < mostTries; tried += 1) {
    const from = start + tried * shiftSeconds;
    const samples = await samplesOf(from, end);
    const { text } = ear.recognise(samples);
    if (wordsOf(text).length === 0) continue;
    const middle = quietestIn(levels, from + (end - from) * 0.35, from + (end - from) * 0.65);
    const slow = ear.recognise(slowDown(samples)).text;
    const firstHalf = ear.recognise(await samplesOf(from, middle)).text;
    const secondHalf = ear.recognise(await samplesOf(middle, end)).text;
    return { text, slow, firstHalf, secondHalf };
  }
  return undefined;
}

type Readings = NonNullable<Awaited<ReturnType<typeof readSample>>>;

/** Words of the compared readings, and how many of them differ from the first reading. */
function compareReadings({ text, slow, firstHalf, secondHalf }: Readings): { words: number; different: number } {
  const whole = withoutRepeats(wordsOf(text));
  const [slowWords, ...halves] = [slow, firstHalf, secondHalf].map(wordsOf) as [string[], string[], string[]];
  // A cut within a sentence makes the model repeat itself in any language.
  const [first, second] = halves.map(withoutRepeats) as [string[], string[]];
  const words = slowWords.length + first.length + second.length;
  // Words that the model never finds again are made up.
  if (words === 0) return { words: whole.length, different: whole.length };
  const unrepeated = withoutRepeats(slowWords);
  const inSlow = slowWords.length > 0 ? wordDistance(unrepeated, whole) + slowWords.length - unrepeated.length : 0;
  const inHalves = distanceToStart(first, whole) + distanceToStart(second.toReversed(), whole.toReversed());
  return { words, different: inSlow + inHalves };
}

export async function soundsForeign(ear: Ear, levels: Levels, samplesOf: SamplesOf): Promise<boolean> {
  const compared = new Map<string, { words: number; different: number; isLoop: boolean }>();
  let isWordless = false;
  for (const starts of loudestOf(levels)) {
    const sample = await mostSpoken(ear, levels, starts, samplesOf);
    if (!sample || compared.has(JSON.stringify(sample))) continue;
    const readings = await readSample(ear, levels, sample, samplesOf);
    if (!readings) {
      isWordless ||= sample.end - sample.start >= mostWordlessSeconds;
      continue;
    }
    const isLooped = [readings.text, readings.slow].every((text) => isLoop(text, sampleSeconds));
    compared.set(JSON.stringify(sample), { ...compareReadings(readings), isLoop: isLooped });
  }
  const samples = [...compared.values()];
  if (samples.length === 0) return isWordless;
  const words = samples.reduce((sum, one) => sum + one.words, 0);
  const different = samples.reduce((sum, one) => sum + one.different, 0);
  const loops = samples.filter((one) => one.isLoop).length;
  return words >= leastWords && (different > words * mostDifference || loops * 2 > samples.length);
}
