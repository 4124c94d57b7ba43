// What is said in a block of sound: voices are found and recognised; what gives no words, or a loop, is tried a second time.
import { sampleRate } from './engine-messages.ts';
import { isLoop, wordsOf } from './loops.ts';
import type { Part } from './part.ts';
import type { Reading } from './reading.ts';
import { cutSpan, joinSpans, lengthOf, padSpans, samplesIn, secondsOf, type Span, withoutSpans } from './spans.ts';
import { wordDifference } from './word-distance.ts';

const stretch = samplesIn(0.1);
/** Above the quietest tenth of the block: 8 dB. */
const aboveFloor = 6.3;
/** Nothing under -52 dB counts. */
const leastEnergy = 6e-6;
const shortest = samplesIn(0.2);
const pause = samplesIn(0.6);

interface Loudness {
  floor: number;
  loud: Span[];
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
  return { floor, loud: joinSpans(spans, pause).filter(({ from, to }) => to - from >= shortest) };
}

export interface Ear {
  recognise: (samples: Float32Array) => Reading;
  /** Where voices are, by a detector that knows nothing of what was before. */
  voices: (samples: Float32Array) => Span[];
  /** The same, by one that takes more for a voice. */
  faintVoices: (samples: Float32Array) => Span[];
}

const joinGap = samplesIn(1.2);
const longestJoined = samplesIn(15);
const pad = samplesIn(0.25);
/** Of one piece: Moonshine was made for short ones. */
const longestSeconds = 20;
/** A shorter stretch without words is a breath, a laugh or a word that nobody misses. */
const shortestGap = samplesIn(1);
/** Less is a sign that the model left words out. */
const leastWordsASecond = 1;
const shift = samplesIn(0.15);
/** Two readings of the same sound that differ more are made up. */
const mostDifference = 0.4;

type Piece = Span & Reading & { confidence: number };

/** A block of samples, and what is known of it. */
interface Scene {
  ear: Ear;
  samples: Float32Array;
  /** Energy of its quietest tenth. */
  floor: number;
  loud: Span[];
  /** Repetitions that were left out. */
  loops: Span[];
}

const read = ({ ear, samples }: Scene, { from, to }: Span): Reading => ear.recognise(samples.subarray(from, to));

/** From how far it stands above the quiet moments around it, and how fast it is spoken. */
function confidenceOf({ samples, floor }: Scene, { from, to }: Span, text: string): number {
  const decibels = 10 * Math.log10(energyOf(samples.subarray(from, to)) / Math.max(floor, 1e-9));
  const pace = wordsOf(text).length / secondsOf(to - from);
  const clear = 1 / (1 + Math.exp((6 - decibels) / 3));
  const usual = pace < 0.8 || pace > 5 ? 0.7 : 1;
  return Math.round(Math.min(0.98, clear * usual) * 100) / 100;
}

const isLooped = ({ from, to }: Span, text: string): boolean => isLoop(text, secondsOf(to - from));

const overlap = (one: Span, other: Span): Span => {
  const from = Math.max(one.from, other.from);
  return { from, to: Math.max(from, Math.min(one.to, other.to)) };
};

function isThin({ loud }: Scene, span: Span, text: string): boolean {
  const seconds = lengthOf(loud.map((one) => overlap(one, span))) / sampleRate;
  return wordsOf(text).length < seconds * leastWordsASecond;
}

/** Cut at the quietest moment of its middle. */
function halves({ samples }: Scene, span: Span): Span[] {
  const seconds = secondsOf(span.to - span.from);
  return seconds < 2 ? [span] : cutSpan(samples, span, seconds * 0.65);
}

/** What gives a loop, or too few words, is read again in halves. */
function understand(scene: Scene, span: Span): Piece[] {
  const reading = read(scene, span);
  const { text } = reading;
  const pieceOf = (one: Span, said: Reading): Piece => ({
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

/** Two readings must agree: of what is no speech, the model says something else each time. */
function readTwice(scene: Scene, span: Span): Piece[] {
  const { length } = scene.samples;
  const reading = read(scene, span);
  const { text } = reading;
  const other = read(scene, { from: Math.max(0, span.from - shift), to: Math.min(length, span.to + shift) });
  const [words, others] = [wordsOf(text), wordsOf(other.text)];
  const difference = wordDifference(words, others);
  if (words.length < 2 || difference > mostDifference || isLooped(span, text) || isThin(scene, span, text)) return [];
  return [{ ...span, ...reading, confidence: Math.round((1 - difference) * 80) / 100 }];
}

/** As pieces that the model can read. */
function piecesOf({ samples }: Scene, found: Span[]): Span[] {
  const joined = padSpans(joinSpans(found, joinGap, longestJoined), pad, samples.length);
  return joined.flatMap((span) => cutSpan(samples, span, longestSeconds));
}

function secondTry(scene: Scene, gap: Span): Piece[] {
  const { ear, samples } = scene;
  const near = { from: Math.max(0, gap.from - pad), to: Math.min(samples.length, gap.to + pad) };
  const voices = ear.faintVoices(samples.subarray(near.from, near.to));
  const found = voices.map(({ from, to }) => ({ from: from + near.from, to: to + near.from }));
  return piecesOf(scene, found).flatMap((span) => readTwice(scene, span));
}

const inOrder = (one: Span, other: Span): number => one.from - other.from;
const isGap = ({ from, to }: Span): boolean => to - from >= shortestGap;

function hearBlock(scene: Scene): { pieces: Piece[]; unheard: Span[] } {
  const { ear, samples, loud } = scene;
  const first = piecesOf(scene, ear.voices(samples)).flatMap((span) => understand(scene, span));
  const gaps = joinSpans(withoutSpans(loud, first), joinGap).filter(isGap);
  const second = gaps.flatMap((gap) => secondTry(scene, gap));
  const pieces = [...first, ...second].sort(inOrder);
  const silent = withoutSpans(loud, pieces).filter(isGap);
  const thin = pieces.filter((piece) => isThin(scene, piece, piece.text) && piece.to - piece.from >= 2 * shortestGap);
  return { pieces, unheard: joinSpans([...silent, ...thin].sort(inOrder), joinGap) };
}

/** As the model says, or else spread by letters over what is loud. */
function wordStartsOf({ from, to, text, wordStarts }: Piece, loud: Span[]): number[] {
  const voiced = loud.map((one) => overlap(one, { from, to })).filter((one) => one.to > one.from);
  if (wordStarts || voiced.length === 0) return wordStarts ?? text.split(/\s+/).map(() => 0);
  const words = text.split(/\s+/);
  const perLetter = lengthOf(voiced) / words.reduce((sum, word) => sum + word.length + 1, 0);
  let before = 0;
  return words.map((word) => {
    let at = before * perLetter;
    before += word.length + 1;
    const span = voiced.find((one) => at < one.to - one.from || ((at -= one.to - one.from), false)) ?? voiced.at(-1)!;
    return secondsOf(span.from - from + at);
  });
}

const hundredths = (seconds: number): number => Math.round(seconds * 100) / 100;

/** `start`: seconds at which the block begins in the recording. */
export function listen(ear: Ear, samples: Float32Array, start: number): Part {
  const loops: Span[] = [];
  const { floor, loud } = loudnessOf(samples);
  const { pieces, unheard } = hearBlock({ ear, samples, floor, loud, loops });
  const at = ({ from, to }: Span) => ({
    start: hundredths(start + secondsOf(from)),
    end: hundredths(start + secondsOf(to)),
  });
  const sound = secondsOf(lengthOf(loud));
  const language = pieces.find((piece) => piece.language)?.language;
  return {
    until: start + samples.length / sampleRate,
    segments: pieces.map((piece) => ({
      ...at(piece),
      text: piece.text,
      confidence: piece.confidence,
      wordStarts: wordStartsOf(piece, loud).map((seconds) => hundredths(start + secondsOf(piece.from) + seconds)),
    })),
    unheard: unheard.map(at),
    loops: loops.map(at),
    soundSeconds: sound,
    heardSeconds: Math.max(0, sound - secondsOf(lengthOf(unheard))),
    ...(language && { language }),
  };
}
