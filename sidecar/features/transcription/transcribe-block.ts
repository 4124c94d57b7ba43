// Transcribes a block of sound: finds voices and recognises them; spans without words or with loops are tried again.
import { sampleRate } from './engine-messages.ts';
import { isRepetitionLoop, wordsOf } from './loops.ts';
import type { PartialTranscript } from './partial-transcript.ts';
import type { Recognition } from './recognition.ts';
import {
  splitSpan,
  mergeSpans,
  totalLength,
  padSpans,
  toSamples,
  toSeconds,
  type SampleSpan,
  subtractSpans,
} from './spans.ts';
import { wordDifference } from './word-distance.ts';

const stretch = toSamples(0.1);
/** Energy ratio of loud sound to the quietest tenth of the block: 8 dB. */
const aboveFloor = 6.3;
/** Energy below which nothing is loud: -52 dB. */
const leastEnergy = 6e-6;
const shortest = toSamples(0.2);
const pause = toSamples(0.6);

interface Loudness {
  floor: number;
  loud: SampleSpan[];
}

const energyOf = (samples: Float32Array): number => {
  let sum = 0;
  for (const value of samples) sum += value * value;
  return sum / Math.max(1, samples.length);
};

function loudnessOf(samples: Float32Array): Loudness {
  const energies: number[] = [];
  for (let from = 0; from < samples.length; from += stretch)
    energies.push(energyOf(samples.subarray(from, from + stretch)));
  const sorted = Float64Array.from(energies).sort();
  const floor = sorted[Math.floor(sorted.length / 10)] ?? 0;
  const least = Math.max(leastEnergy, floor * aboveFloor);
  const spans = energies.flatMap((energy, index) =>
    energy > least ? [{ from: index * stretch, to: Math.min(samples.length, (index + 1) * stretch) }] : [],
  );
  return { floor, loud: mergeSpans(spans, pause).filter(({ from, to }) => to - from >= shortest) };
}

export interface SpeechModels {
  recognise: (samples: Float32Array) => Recognition;
  /** Finds voices, independent of earlier blocks. */
  voices: (samples: Float32Array) => SampleSpan[];
  /** Finds voices with a lower threshold. */
  faintVoices: (samples: Float32Array) => SampleSpan[];
}

const joinGap = toSamples(1.2);
const longestJoined = toSamples(15);
const pad = toSamples(0.25);
/** Longest span in seconds that is recognised at once; Moonshine was made for short ones. */
const longestSeconds = 20;
/** A shorter span without words is a breath, a laugh or a word that nobody misses. */
const shortestGap = toSamples(1);
/** Fewer words per second of loud sound are a sign that the model left words out. */
const leastWordsASecond = 1;
const shift = toSamples(0.15);
/** Two results for the same sound that differ more are invented by the model. */
const mostDifference = 0.4;

type RecognisedSpan = SampleSpan & Recognition & { confidence: number };

/** A block of samples with its levels. */
interface Block {
  ear: SpeechModels;
  samples: Float32Array;
  /** Energy of the quietest tenth. */
  floor: number;
  loud: SampleSpan[];
  /** Spans in which the model repeated itself; their text is left out. */
  loops: SampleSpan[];
}

const read = ({ ear, samples }: Block, { from, to }: SampleSpan): Recognition =>
  ear.recognise(samples.subarray(from, to));

/** Estimates confidence from the level above the noise floor and from the rate of speech. */
function confidenceOf({ samples, floor }: Block, { from, to }: SampleSpan, text: string): number {
  const decibels = 10 * Math.log10(energyOf(samples.subarray(from, to)) / Math.max(floor, 1e-9));
  const pace = wordsOf(text).length / toSeconds(to - from);
  const clear = 1 / (1 + Math.exp((6 - decibels) / 3));
  const usual = pace < 0.8 || pace > 5 ? 0.7 : 1;
  return Math.round(Math.min(0.98, clear * usual) * 100) / 100;
}

const isLooped = ({ from, to }: SampleSpan, text: string): boolean => isRepetitionLoop(text, toSeconds(to - from));

const overlap = (one: SampleSpan, other: SampleSpan): SampleSpan => {
  const from = Math.max(one.from, other.from);
  return { from, to: Math.max(from, Math.min(one.to, other.to)) };
};

function isThin({ loud }: Block, span: SampleSpan, text: string): boolean {
  const seconds = totalLength(loud.map((one) => overlap(one, span))) / sampleRate;
  return wordsOf(text).length < seconds * leastWordsASecond;
}

/** Splits a span at the quietest moment near its middle. */
function halves({ samples }: Block, span: SampleSpan): SampleSpan[] {
  const seconds = toSeconds(span.to - span.from);
  return seconds < 2 ? [span] : splitSpan(samples, span, seconds * 0.65);
}

/** Recognises a span; if the text is a loop or too short, recognises its halves. */
function understand(scene: Block, span: SampleSpan): RecognisedSpan[] {
  const reading = read(scene, span);
  const { text } = reading;
  const pieceOf = (one: SampleSpan, said: Recognition): RecognisedSpan => ({
    ...one,
    ...said,
    confidence: confidenceOf(scene, one, said.text),
  });
  if (!text) return [];
  const looped = isLooped(span, text);
  if (!looped && !isThin(scene, span, text)) return [pieceOf(span, reading)];
  const again = halves(scene, span).map((half) => ({ ...half, ...read(scene, half) }));
  const good = again.filter((half) => half.text && !isLooped(half, half.text));
  const words = good.flatMap((half) => wordsOf(half.text)).length;
  if (!looped && words <= wordsOf(text).length) return [pieceOf(span, reading)];
  scene.loops.push(...again.filter((half) => isLooped(half, half.text)));
  return good.map((half) => pieceOf(half, half));
}

/** Recognises a span twice and accepts it if both texts agree: sound without speech gives other words each time. */
function readTwice(scene: Block, span: SampleSpan): RecognisedSpan[] {
  const { length } = scene.samples;
  const reading = read(scene, span);
  const { text } = reading;
  const other = read(scene, { from: Math.max(0, span.from - shift), to: Math.min(length, span.to + shift) });
  const [words, others] = [wordsOf(text), wordsOf(other.text)];
  const difference = wordDifference(words, others);
  if (words.length < 2 || difference > mostDifference || isLooped(span, text) || isThin(scene, span, text)) return [];
  return [{ ...span, ...reading, confidence: Math.round((1 - difference) * 80) / 100 }];
}

/** Merges and splits voices into spans of a length that the model can recognise. */
function piecesOf({ samples }: Block, found: SampleSpan[]): SampleSpan[] {
  const joined = padSpans(mergeSpans(found, joinGap, longestJoined), pad, samples.length);
  return joined.flatMap((span) => splitSpan(samples, span, longestSeconds));
}

function secondTry(scene: Block, gap: SampleSpan): RecognisedSpan[] {
  const { ear, samples } = scene;
  const near = { from: Math.max(0, gap.from - pad), to: Math.min(samples.length, gap.to + pad) };
  const voices = ear.faintVoices(samples.subarray(near.from, near.to));
  const found = voices.map(({ from, to }) => ({ from: from + near.from, to: to + near.from }));
  return piecesOf(scene, found).flatMap((span) => readTwice(scene, span));
}

const inOrder = (one: SampleSpan, other: SampleSpan): number => one.from - other.from;
const isGap = ({ from, to }: SampleSpan): boolean => to - from >= shortestGap;

function hearBlock(scene: Block): { pieces: RecognisedSpan[]; unheard: SampleSpan[] } {
  const { ear, samples, loud } = scene;
  const first = piecesOf(scene, ear.voices(samples)).flatMap((span) => understand(scene, span));
  const gaps = mergeSpans(subtractSpans(loud, first), joinGap).filter(isGap);
  const second = gaps.flatMap((gap) => secondTry(scene, gap));
  const pieces = [...first, ...second].sort(inOrder);
  const silent = subtractSpans(loud, pieces).filter(isGap);
  const thin = pieces.filter((piece) => isThin(scene, piece, piece.text) && piece.to - piece.from >= 2 * shortestGap);
  return { pieces, unheard: mergeSpans([...silent, ...thin].sort(inOrder), joinGap) };
}

/** Returns when each word begins: as the model says, otherwise spread over the loud spans by number of letters. */
function wordStartsOf({ from, to, text, wordStarts }: RecognisedSpan, loud: SampleSpan[]): number[] {
  const voiced = loud.map((one) => overlap(one, { from, to })).filter((one) => one.to > one.from);
  if (wordStarts || voiced.length === 0) return wordStarts ?? text.split(/\s+/).map(() => 0);
  const words = text.split(/\s+/);
  const perLetter = totalLength(voiced) / words.reduce((sum, word) => sum + word.length + 1, 0);
  let before = 0;
  return words.map((word) => {
    let at = before * perLetter;
    before += word.length + 1;
    const span = voiced.find((one) => at < one.to - one.from || ((at -= one.to - one.from), false)) ?? voiced.at(-1)!;
    return toSeconds(span.from - from + at);
  });
}

const hundredths = (seconds: number): number => Math.round(seconds * 100) / 100;

/** Transcribes a block that begins at `start` seconds of the recording. */
export function transcribeBlock(ear: SpeechModels, samples: Float32Array, start: number): PartialTranscript {
  const loops: SampleSpan[] = [];
  const { floor, loud } = loudnessOf(samples);
  const { pieces, unheard } = hearBlock({ ear, samples, floor, loud, loops });
  const at = ({ from, to }: SampleSpan) => ({
    start: hundredths(start + toSeconds(from)),
    end: hundredths(start + toSeconds(to)),
  });
  const sound = toSeconds(totalLength(loud));
  const language = pieces.find((piece) => piece.language)?.language;
  return {
    until: start + samples.length / sampleRate,
    segments: pieces.map((piece) => ({
      ...at(piece),
      text: piece.text,
      confidence: piece.confidence,
      wordStarts: wordStartsOf(piece, loud).map((seconds) => hundredths(start + toSeconds(piece.from) + seconds)),
    })),
    unheard: unheard.map(at),
    loops: loops.map(at),
    soundSeconds: sound,
    heardSeconds: Math.max(0, sound - toSeconds(totalLength(unheard))),
    ...(language && { language }),
  };
}
