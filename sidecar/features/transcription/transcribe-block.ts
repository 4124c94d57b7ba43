// Transcribes a block of sound: finds voices and recognises them; spans without words or with loops are tried again.
import { sampleRate } from './engine-messages.ts';
import { roundToHundredths } from '#domain/transcripts/word-times.ts';
import { spokenWords } from '#domain/transcripts/unspaced-text.ts';
import { isRepetitionLoop } from './loops.ts';
import type { PartialTranscript } from './engines.ts';
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
const minEnergy = 6e-6;
const shortest = toSamples(0.2);
const pause = toSamples(0.6);

interface Loudness {
  floor: number;
  loud: SampleSpan[];
}

const meanEnergy = (samples: Float32Array): number => {
  let sum = 0;
  for (const value of samples) sum += value * value;
  return sum / Math.max(1, samples.length);
};

function measureLoudness(samples: Float32Array): Loudness {
  const energies: number[] = [];
  for (let from = 0; from < samples.length; from += stretch)
    energies.push(meanEnergy(samples.subarray(from, from + stretch)));
  const sorted = Float64Array.from(energies).sort();
  const floor = sorted[Math.floor(sorted.length / 10)] ?? 0;
  const least = Math.max(minEnergy, floor * aboveFloor);
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
const minWordsASecond = 1;
const shift = toSamples(0.15);
/** Two results for the same sound that differ more are invented by the model. */
const maxDifference = 0.4;

type RecognisedSpan = SampleSpan & Recognition & { confidence: number };

/** A block of samples with its levels. */
interface Block {
  models: SpeechModels;
  samples: Float32Array;
  /** Energy of the quietest tenth. */
  floor: number;
  loud: SampleSpan[];
  /** Spans in which the model repeated itself; their text is left out. */
  loops: SampleSpan[];
}

const recognise = ({ models, samples }: Block, { from, to }: SampleSpan): Recognition =>
  models.recognise(samples.subarray(from, to));

/** Estimates confidence from the level above the noise floor and from the rate of speech. */
function estimateConfidence({ samples, floor }: Block, { from, to }: SampleSpan, text: string): number {
  const decibels = 10 * Math.log10(meanEnergy(samples.subarray(from, to)) / Math.max(floor, 1e-9));
  const pace = spokenWords(text).length / toSeconds(to - from);
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
  return spokenWords(text).length < seconds * minWordsASecond;
}

/** Splits a span at its quietest time near the middle. */
function halves({ samples }: Block, span: SampleSpan): SampleSpan[] {
  const seconds = toSeconds(span.to - span.from);
  return seconds < 2 ? [span] : splitSpan(samples, span, seconds * 0.65);
}

/** Recognises a span; if the text is a loop or too short, recognises its halves. */
function recogniseSpan(block: Block, span: SampleSpan): RecognisedSpan[] {
  const recognition = recognise(block, span);
  const { text } = recognition;
  const withConfidence = (one: SampleSpan, result: Recognition): RecognisedSpan => ({
    ...one,
    ...result,
    confidence: estimateConfidence(block, one, result.text),
  });
  if (!text) return [];
  const isLoop = isLooped(span, text);
  if (!isLoop && !isThin(block, span, text)) return [withConfidence(span, recognition)];
  const retried = halves(block, span).map((half) => ({ ...half, ...recognise(block, half) }));
  const good = retried.filter((half) => half.text && !isLooped(half, half.text));
  const words = good.flatMap((half) => spokenWords(half.text)).length;
  if (!isLoop && words <= spokenWords(text).length) return [withConfidence(span, recognition)];
  block.loops.push(...retried.filter((half) => isLooped(half, half.text)));
  return good.map((half) => withConfidence(half, half));
}

/** Recognises a span twice and accepts it if both texts agree: sound without speech gives other words each time. */
function recogniseTwice(block: Block, span: SampleSpan): RecognisedSpan[] {
  const { length } = block.samples;
  const recognition = recognise(block, span);
  const { text } = recognition;
  const other = recognise(block, { from: Math.max(0, span.from - shift), to: Math.min(length, span.to + shift) });
  const words = spokenWords(text);
  const difference = wordDifference(words, spokenWords(other.text));
  if (words.length < 2 || difference > maxDifference || isLooped(span, text) || isThin(block, span, text)) return [];
  return [{ ...span, ...recognition, confidence: Math.round((1 - difference) * 80) / 100 }];
}

/** Merges and splits voices into spans of a length that the model can recognise. */
function splitVoices({ samples }: Block, voices: SampleSpan[]): SampleSpan[] {
  const mergedSpans = padSpans(mergeSpans(voices, joinGap, longestJoined), pad, samples.length);
  return mergedSpans.flatMap((span) => splitSpan(samples, span, longestSeconds));
}

function retryGap(block: Block, gap: SampleSpan): RecognisedSpan[] {
  const { models, samples } = block;
  const near = { from: Math.max(0, gap.from - pad), to: Math.min(samples.length, gap.to + pad) };
  const voices = models
    .faintVoices(samples.subarray(near.from, near.to))
    .map(({ from, to }) => ({ from: from + near.from, to: to + near.from }));
  return splitVoices(block, voices).flatMap((span) => recogniseTwice(block, span));
}

const inOrder = (one: SampleSpan, other: SampleSpan): number => one.from - other.from;
const isGap = ({ from, to }: SampleSpan): boolean => to - from >= shortestGap;

function recogniseBlock(block: Block): { spans: RecognisedSpan[]; unheard: SampleSpan[] } {
  const { models, samples, loud } = block;
  const first = splitVoices(block, models.voices(samples)).flatMap((span) => recogniseSpan(block, span));
  const gaps = mergeSpans(subtractSpans(loud, first), joinGap).filter(isGap);
  const second = gaps.flatMap((gap) => retryGap(block, gap));
  const spans = [...first, ...second].sort(inOrder);
  const silent = subtractSpans(loud, spans).filter(isGap);
  const thin = spans.filter((span) => isThin(block, span, span.text) && span.to - span.from >= 2 * shortestGap);
  return { spans, unheard: mergeSpans([...silent, ...thin].sort(inOrder), joinGap) };
}

/** Returns when each word begins: as the model says, otherwise spread over the loud spans by number of letters. */
function findWordStarts({ from, to, text, wordStarts }: RecognisedSpan, loud: SampleSpan[]): number[] {
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

/** Transcribes a block that begins at `start` seconds of the recording. */
export function transcribeBlock(models: SpeechModels, samples: Float32Array, start: number): PartialTranscript {
  const loops: SampleSpan[] = [];
  const { floor, loud } = measureLoudness(samples);
  const { spans, unheard } = recogniseBlock({ models, samples, floor, loud, loops });
  const at = ({ from, to }: SampleSpan) => ({
    start: roundToHundredths(start + toSeconds(from)),
    end: roundToHundredths(start + toSeconds(to)),
  });
  const sound = toSeconds(totalLength(loud));
  const language = spans.find((span) => span.language)?.language;
  return {
    until: start + samples.length / sampleRate,
    segments: spans.map((span) => ({
      ...at(span),
      text: span.text,
      confidence: span.confidence,
      wordStarts: findWordStarts(span, loud).map((seconds) =>
        roundToHundredths(start + toSeconds(span.from) + seconds),
      ),
    })),
    unheard: unheard.map(at),
    loops: loops.map(at),
    soundSeconds: sound,
    heardSeconds: Math.max(0, sound - toSeconds(totalLength(unheard))),
    ...(language && { language }),
  };
}
