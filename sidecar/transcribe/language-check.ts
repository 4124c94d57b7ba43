// Whether speech is foreign to the model: of its own language it reads nearly the same words again a moment later, of
// another one it makes up something else each time.
import type { Levels } from './quiet-cuts.ts';
import type { Ear } from './listen.ts';
import { isLoop, withoutRepeats, wordsOf } from './loops.ts';
import { lengthOf, secondsOf } from './spans.ts';
import { wordDistance } from './word-distance.ts';

const sampleSeconds = 8;
const shiftSeconds = 0.15;
const thirds = 3;
const triedInEach = 3;
/** Windows; of a shorter recording one sample says enough. */
const longEnough = 4;
/** Of speech that is understood, a tenth of the words differ; of foreign speech, most. */
const mostDifference = 0.4;
const leastVoiceSeconds = 1;

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

/** Beginnings of the loudest stretches of each third, the loudest first. */
function loudestOf({ energies, stretchSeconds }: Levels): number[][] {
  const length = Math.round(sampleSeconds / stretchSeconds);
  const steps = Math.max(1, Math.floor(energies.length / length));
  const windows = Array.from({ length: steps }, (_, step) => {
    const from = step * length;
    const some = energies.subarray(from, from + length);
    return { start: from * stretchSeconds, energy: some.reduce((sum, energy) => sum + energy, 0) };
  });
  const count = windows.length < longEnough ? 1 : thirds;
  const size = Math.ceil(windows.length / count);
  return Array.from({ length: count }, (_, third) =>
    windows
      .slice(third * size, (third + 1) * size)
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

export interface TwiceRead {
  /** As read, with repetitions. */
  said: number;
  words: number;
  distance: number;
  loops: number;
  samples: number;
}

/** At most two that give words: the model may make nothing of a sample that it understands a moment later. */
async function readings(ear: Ear, { start, end }: Sample, samplesOf: SamplesOf): Promise<string[]> {
  const texts: string[] = [];
  for (let tried = 0; tried < 4 && texts.length < 2; tried += 1) {
    const shift = tried * shiftSeconds;
    const { text } = ear.recognise(await samplesOf(start + shift, end + shift));
    if (wordsOf(text).length > 0) texts.push(text);
  }
  return texts;
}

export async function readTwice(ear: Ear, levels: Levels, samplesOf: SamplesOf): Promise<TwiceRead> {
  const read = { said: 0, words: 0, distance: 0, loops: 0, samples: 0 };
  for (const starts of loudestOf(levels)) {
    const sample = await mostSpoken(ear, levels, starts, samplesOf);
    if (!sample) continue;
    const texts = await readings(ear, sample, samplesOf);
    if (texts.length === 0) continue;
    const [words, others] = [texts[0]!, texts[1] ?? ''].map((text) => withoutRepeats(wordsOf(text))) as [
      string[],
      string[],
    ];
    read.samples += 1;
    read.said += Math.max(...texts.map((text) => wordsOf(text).length));
    read.words += Math.max(words.length, others.length);
    read.distance += wordDistance(words, others);
    if (texts.every((text) => isLoop(text, sampleSeconds))) read.loops += 1;
  }
  return read;
}

const leastWords = 3;

export async function soundsForeign(ear: Ear, levels: Levels, samplesOf: SamplesOf): Promise<boolean> {
  const { said, words, distance, loops, samples } = await readTwice(ear, levels, samplesOf);
  if (said < leastWords) return false;
  // Repetitions are made up as much as words that change.
  return distance + said - words > said * mostDifference || loops * 2 > samples;
}
