// Spoken sentences and sounds without words for tests.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { decode } from './decode.ts';
import { findFfmpeg } from './decode-ffmpeg.ts';
import type { Engine, EngineTranscript, EngineTask } from './engines.ts';
import { spokenWords } from '#domain/transcripts/unspaced-text.ts';
import { wordDistance } from './word-distance.ts';

const run = promisify(execFile);

/** Speaks a text with Debian's flite into a file. */
export async function speakWithFlite(text: string, file: string, voice = 'slt'): Promise<string> {
  await run('flite', ['-voice', voice, '-t', text, '-o', file]);
  return file;
}

export async function speakWithEspeak(text: string, file: string, voice = 'en-us'): Promise<string> {
  await run('espeak-ng', ['-v', voice, '-s', '150', '-w', file, text]);
  return file;
}

/** Runs FFmpeg. */
export async function runFfmpeg(...args: string[]): Promise<void> {
  await run('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args]);
}

/** Five sentences of Sense and Sensibility, read for LibriVox (public domain), from Debian's pocketsphinx-testdata. */
const readAloud = '/usr/share/pocketsphinx/test/data/librivox';
const reading = (number: string) => join(readAloud, `sense_and_sensibility_01_austen_64kb-${number}.wav`);
export const readAloudSentences: [file: string, text: string][] = [
  [
    reading('0870'),
    'and mr john dashwood had then leisure to consider how much there might be prudently in his power to do for them',
  ],
  [reading('0880'), 'he was not an ill disposed young man'],
  [reading('0890'), 'unless to be rather cold hearted and rather selfish is to be ill disposed'],
  [reading('0920'), 'had he married a more amiable woman he might have been made still more respectable than he was'],
  [reading('0930'), 'he might even have been made amiable himself'],
];

/** Sounds without words, as sources of FFmpeg's lavfi. */
export const wordlessSounds: Record<string, string> = {
  silence: 'anullsrc=r=16000:cl=mono',
  'white noise': 'anoisesrc=c=white:a=0.5',
  'pink noise': 'anoisesrc=c=pink:a=0.8',
  'a tone': 'sine=440',
  applause: 'aevalsrc=0.4*(random(0)*2-1)*exp(-25*mod(t*(7+2*sin(t))\\,1)):s=16000',
  'a siren': 'aevalsrc=0.3*sin(2*PI*(300+200*sin(PI*t))*t):s=16000',
  'a telephone that rings': 'aevalsrc=0.4*sin(2*PI*425*t)*lt(mod(t\\,2)\\,1):s=16000',
  'a beat': 'aevalsrc=0.5*sin(2*PI*60*t)*exp(-20*mod(t\\,0.5)):s=16000',
  'brown noise': 'anoisesrc=c=brown:a=0.8',
  // Chords that change, with a beat.
  music:
    'aevalsrc=0.2*(sin(2*PI*t*262*pow(1.122\\,mod(floor(t)\\,5)))+sin(2*PI*t*330*pow(1.122\\,mod(floor(t)\\,5)))+sin(2*PI*t*392*pow(1.122\\,mod(floor(t)\\,5))))*exp(-3*mod(t\\,0.5)):s=16000',
};

/** Counts word errors (Levenshtein distance) and the expected words. */
export function countWordErrors(expected: string, transcribed: string): { errors: number; words: number } {
  const words = spokenWords(expected);
  return { errors: wordDistance(words, spokenWords(transcribed)), words: words.length };
}

/** A spoken text with its times in seconds. */
export interface TimedText {
  start: number;
  end: number;
  text: string;
}

/** Returns the times of texts in files that are played one after the other, with a pause after each. */
export async function timeTexts(files: string[], texts: string[], pauseSeconds: number): Promise<TimedText[]> {
  const options = ['-show_entries', 'format=duration', '-of', 'csv=p=0'];
  const timedTexts: TimedText[] = [];
  for (const [at, file] of files.entries()) {
    const { stdout } = await run('ffprobe', ['-v', 'error', ...options, file]);
    const start = at === 0 ? 0 : timedTexts[at - 1]!.end + pauseSeconds;
    timedTexts.push({ start, end: start + Number(stdout), text: texts[at]! });
  }
  return timedTexts;
}

/** Aligns two texts and returns for each expected word if a transcribed word corresponds to it. */
function alignWords(expected: string[], transcribed: string[]): boolean[] {
  const rests = (at: number, other: number) => wordDistance(expected.slice(at), transcribed.slice(other));
  let other = 0;
  return expected.map((_, at) => {
    const left = rests(at, other);
    while (other < transcribed.length && 1 + rests(at, other + 1) === left && expected[at] !== transcribed[other])
      other += 1;
    const isLost = 1 + rests(at + 1, other) === left && expected[at] !== transcribed[other];
    if (!isLost) other += 1;
    return !isLost;
  });
}

/** Fewest words that count as a loss: more than 1.5 s of speech. */
const fewestLostWords = 5;

/** Returns runs of words that are neither in the transcript nor in a range that it reports as unheard. */
export function findSilentLosses(timedTexts: TimedText[], { segments, unheard }: EngineTranscript): string[] {
  const expected = timedTexts.flatMap(({ start, end, text }) => {
    const words = spokenWords(text);
    const each = (end - start) / words.length;
    return words.map((word, at) => ({ word, start: start + at * each, end: start + (at + 1) * each }));
  });
  const isTranscribed = alignWords(
    expected.map(({ word }) => word),
    segments.flatMap(({ text }) => spokenWords(text)),
  );
  const lost: (typeof expected)[] = [[]];
  for (const [at, word] of expected.entries()) {
    if (isTranscribed[at]) lost.push([]);
    else lost.at(-1)!.push(word);
  }
  const isReported = (run: typeof expected) =>
    unheard.some(({ start, end }) => start < run.at(-1)!.end && end > run[0]!.start);
  return lost
    .filter((run) => run.length >= fewestLostWords && !isReported(run))
    .map((run) => run.map(({ word }) => word).join(' '));
}

/** Decodes a recording into `folder` and transcribes it. */
export async function transcribeFile(
  engine: Engine,
  file: string,
  folder: string,
  stop?: AbortSignal,
): Promise<EngineTranscript> {
  const pcm = join(folder, 'samples');
  const { seconds } = await decode(file, pcm, { ffmpeg: findFfmpeg(), maxSeconds: 600 }, new AbortController().signal);
  return engine.transcribe({ ...createEngineTask(pcm, seconds), ...(stop && { stop }) });
}

/** Creates a task for an engine from a file of English samples. */
export const createEngineTask = (pcm: string, durationSeconds: number): EngineTask => ({
  pcm,
  durationSeconds,
  language: 'en',
  names: [],
  before: undefined,
  stop: new AbortController().signal,
  onPartial: () => {},
});
