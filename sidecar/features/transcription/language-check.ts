// Detects speech in a language that the model does not know. Speech in a known language gives nearly the same words if
// it is a little slower or cut in two; for another language the model invents different words each time.
import type { SoundLevels } from './quiet-cuts.ts';
import type { SpeechModels } from './transcribe-block.ts';
import { spokenWords } from '#domain/transcripts/unspaced-text.ts';
import { isRepetitionLoop, removeRepeats } from './loops.ts';
import { sampleRate } from './engine-messages.ts';
import { createResampler } from './resample.ts';
import { totalLength, toSeconds } from './spans.ts';
import { distanceToStart, wordDistance } from './word-distance.ts';

/** Length of a sample; for shorter ones the model invents the same words more often. */
const sampleSeconds = 12;
const shiftSeconds = 0.15;
const thirds = 3;
const triedInEach = 3;
/**
 * Share of words that may differ. 20 of 22 English recordings had at most 0.27; two of one synthetic Caribbean voice
 * had 0.38 and 0.51. All of 40 recordings in 17 other languages had 0.36 or more. The text alone is no evidence: tinyld
 * rated English from 0.12 to 1 and invented English from 0 to 1.
 */
const maxDifference = 0.35;
/** Playing time of the slower reading, as a multiple of the original. */
const slowFactor = 1.09;
const minVoiceSeconds = 1;
const maxTries = 4;
/** Seconds of English speech that always give a word. */
const maxWordlessSeconds = 5;
/** Minimum number of words in all comparisons for a decision. */
const minWords = 6;

interface Sample {
  start: number;
  end: number;
}

type ReadRange = (start: number, end: number) => Promise<Float32Array>;

/** Returns the quietest time between two others, in seconds. */
function findQuietestMoment({ energies, stretchSeconds }: SoundLevels, from: number, to: number): number {
  const first = Math.max(0, Math.floor(from / stretchSeconds));
  const last = Math.ceil(to / stretchSeconds);
  let quietest = first;
  for (let at = first; at < Math.min(last, energies.length); at += 1)
    if (energies[at]! < energies[quietest]!) quietest = at;
  return (quietest + 0.5) * stretchSeconds;
}

/** Returns a sample between two pauses; a word that is cut off would be recognised differently or repeated. */
function sampleNear(levels: SoundLevels, start: number): Sample {
  const begin = start < 1 ? 0 : findQuietestMoment(levels, start - sampleSeconds / 2, start + 1);
  return { start: begin, end: findQuietestMoment(levels, begin + sampleSeconds * 0.7, begin + sampleSeconds) };
}

/** Returns the starts of the loudest stretches of each third, the loudest first. They overlap in short recordings. */
function findLoudestStarts({ energies, stretchSeconds }: SoundLevels): number[][] {
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

/** Seconds of silence that are left around speech; with more the model may return nothing. */
const margin = 0.3;

/** Returns the sample with the most speech, without the silence around it. */
async function findSampleWithMostSpeech(
  models: SpeechModels,
  levels: SoundLevels,
  starts: number[],
  readRange: ReadRange,
) {
  let best: { sample?: Sample; voiceSeconds: number } = { voiceSeconds: minVoiceSeconds };
  for (const near of starts) {
    const { start, end } = sampleNear(levels, near);
    const voices = models.voices(await readRange(start, end));
    const voiceSeconds = toSeconds(totalLength(voices));
    if (voiceSeconds <= best.voiceSeconds) continue;
    const first = start + toSeconds(voices[0]!.from);
    const last = start + toSeconds(voices.at(-1)!.to);
    best = { sample: { start: Math.max(start, first - margin), end: Math.min(end, last + margin) }, voiceSeconds };
  }
  return best.sample;
}

function slowDown(samples: Float32Array): Float32Array {
  const { push, end } = createResampler(sampleRate, Math.round(sampleRate * slowFactor));
  return Float32Array.from([...push(samples), ...end()]);
}

/** Recognises a sample, then the same sample slower and in halves; undefined if the model finds no words. */
async function readSample(models: SpeechModels, levels: SoundLevels, { start, end }: Sample, readRange: ReadRange) {
  // The model may return nothing for a sample and recognise it if it begins a moment later.
  for (let tried = 0; tried < maxTries; tried += 1) {
    const from = start + tried * shiftSeconds;
    const samples = await readRange(from, end);
    const { text } = models.recognise(samples);
    if (spokenWords(text).length === 0) continue;
    const middle = findQuietestMoment(levels, from + (end - from) * 0.35, from + (end - from) * 0.65);
    const slow = models.recognise(slowDown(samples)).text;
    const firstHalf = models.recognise(await readRange(from, middle)).text;
    const secondHalf = models.recognise(await readRange(middle, end)).text;
    return { text, slow, firstHalf, secondHalf };
  }
  return undefined;
}

type Readings = NonNullable<Awaited<ReturnType<typeof readSample>>>;

/** Counts the compared words, and how many of them differ from the first result. */
function compareReadings({ text, slow, firstHalf, secondHalf }: Readings): { words: number; different: number } {
  const whole = removeRepeats(spokenWords(text));
  const [slowWords, ...halves] = [slow, firstHalf, secondHalf].map(spokenWords) as [string[], string[], string[]];
  // A cut within a sentence makes the model repeat words in any language.
  const [first, second] = halves.map(removeRepeats) as [string[], string[]];
  const words = slowWords.length + first.length + second.length;
  // Words that the model never finds again are invented.
  if (words === 0) return { words: whole.length, different: whole.length };
  const unrepeated = removeRepeats(slowWords);
  const inSlow = slowWords.length > 0 ? wordDistance(unrepeated, whole) + slowWords.length - unrepeated.length : 0;
  const inHalves = distanceToStart(first, whole) + distanceToStart(second.toReversed(), whole.toReversed());
  return { words, different: inSlow + inHalves };
}

export async function isForeignSpeech(
  models: SpeechModels,
  levels: SoundLevels,
  readRange: ReadRange,
): Promise<boolean> {
  const compared = new Map<string, { words: number; different: number; isLoop: boolean }>();
  let isWordless = false;
  for (const starts of findLoudestStarts(levels)) {
    const sample = await findSampleWithMostSpeech(models, levels, starts, readRange);
    if (!sample || compared.has(JSON.stringify(sample))) continue;
    const readings = await readSample(models, levels, sample, readRange);
    if (!readings) {
      isWordless ||= sample.end - sample.start >= maxWordlessSeconds;
      continue;
    }
    const isLooped = [readings.text, readings.slow].every((text) => isRepetitionLoop(text, sampleSeconds));
    compared.set(JSON.stringify(sample), { ...compareReadings(readings), isLoop: isLooped });
  }
  const samples = [...compared.values()];
  if (samples.length === 0) return isWordless;
  const words = samples.reduce((sum, one) => sum + one.words, 0);
  const different = samples.reduce((sum, one) => sum + one.different, 0);
  const loops = samples.filter((one) => one.isLoop).length;
  return words >= minWords && (different > words * maxDifference || loops * 2 > samples.length);
}
