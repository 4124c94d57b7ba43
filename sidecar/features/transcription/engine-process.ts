// The engine process, which transcribes a file of samples block by block on one thread.
import { type FileHandle, open } from 'node:fs/promises';
import process from 'node:process';
import { bytesPerSecond, type EngineMessage, type EngineRequest, sampleRate } from './engine-messages.ts';
import { type LoadedEngine, loadEngine } from './engine-load.ts';
import { measureLevels } from './measure-levels.ts';
import { type SpeechModels, transcribeBlock } from './transcribe-block.ts';
import { isForeignSpeech } from './language-check.ts';
import { findLevelDrops, type SoundLevels, findQuietCuts } from './quiet-cuts.ts';
import type { SpeakerTurn } from './speaker-turns.ts';

const say = (message: EngineMessage): void => void process.send?.(message);

/** Longest block; it ends at a quiet moment of its last third. */
const blockSeconds = 30;
const lookedThrough = 1 / 3;
/** Seconds of sound from which the language is identified. */
const identifiedSeconds = 10;
const diarisedSeconds = 3600;

async function readSamples(file: FileHandle, start: number, end: number): Promise<Float32Array> {
  const [from, to] = [start, end].map((seconds) => Math.round(seconds * sampleRate) * 2) as [number, number];
  const bytes = Buffer.alloc(to - from);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
  const whole = new Int16Array(bytes.buffer, bytes.byteOffset, bytesRead >> 1);
  return Float32Array.from(whole, (value) => value / 32768);
}

/** Returns the ends of the blocks; they are the same for each run. */
function edgesOf(levels: SoundLevels, end: number): number[] {
  const all = [...findLevelDrops(levels), ...findQuietCuts(levels, blockSeconds, lookedThrough)].sort(
    (one, other) => one - other,
  );
  return [...all.filter((edge, index) => edge - (all[index - 1] ?? 0) > 1 && end - edge > 1), end];
}

type SamplesOf = (start: number, end: number) => Promise<Float32Array>;

/** Identifies the language at three times of the recording and returns the most frequent one. */
async function identified(identify: NonNullable<LoadedEngine['identify']>, end: number, samplesOf: SamplesOf) {
  const counts = new Map<string, number>();
  for (const share of [0.25, 0.5, 0.75]) {
    const start = Math.max(0, end * share - identifiedSeconds / 2);
    const language = identify(await samplesOf(start, Math.min(end, start + identifiedSeconds)));
    if (language) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

/** Prepares recognition in the language of the recording; undefined if the models do not know it. */
async function languageOf(
  { earFor, identify }: LoadedEngine,
  { language, languages, names, before }: EngineRequest,
  levels: SoundLevels,
  samplesOf: SamplesOf,
  end: number,
): Promise<{ ear: SpeechModels; language: string | undefined } | undefined> {
  const given = language ?? before?.language;
  const spoken = given ?? (identify && (await identified(identify, end, samplesOf)));
  if (spoken && languages && !languages.includes(spoken)) return undefined;
  const ear = await earFor({ language: spoken, names });
  const isOne = languages?.length === 1 && !identify;
  if (isOne && !before && (await isForeignSpeech(ear, levels, samplesOf))) return undefined;
  return { ear, language: given ? undefined : spoken };
}

/** Diarises a recording hour by hour to bound memory; each hour has its own speakers. */
async function turnsOf(
  diarise: NonNullable<LoadedEngine['diarise']>,
  end: number,
  samplesOf: SamplesOf,
): Promise<SpeakerTurn[]> {
  const turns: SpeakerTurn[] = [];
  let speakers = 0;
  for (let start = 0; start < end; start += diarisedSeconds) {
    const found = diarise(await samplesOf(start, Math.min(end, start + diarisedSeconds)));
    const first = speakers;
    for (const turn of found) {
      speakers = Math.max(speakers, first + turn.speaker + 1);
      turns.push({ start: turn.start + start, end: turn.end + start, speaker: first + turn.speaker });
    }
  }
  return turns;
}

async function hear(loaded: LoadedEngine, request: EngineRequest): Promise<void> {
  const { pcm, before } = request;
  const file = await open(pcm);
  const samplesOf: SamplesOf = (start, end) => readSamples(file, start, end);
  try {
    const end = (await file.stat()).size / bytesPerSecond;
    const levels = await measureLevels(pcm);
    const known = await languageOf(loaded, request, levels, samplesOf, end);
    if (!known) return say({ type: 'foreign' });
    const { ear, language } = known;
    const from = before?.until ?? 0;
    const edges = edgesOf(levels, end).filter((edge) => edge > from + 0.01);
    for (const [index, edge] of edges.entries()) {
      const start = edges[index - 1] ?? from;
      const part = transcribeBlock(ear, await samplesOf(start, edge), start);
      say({ type: 'part', part: { ...part, ...(language && { language }), until: edge }, share: edge / end });
    }
    say({ type: 'done', ...(loaded.diarise && { turns: await turnsOf(loaded.diarise, end, samplesOf) }) });
  } finally {
    await file.close();
  }
}

let loading: Promise<LoadedEngine> | undefined;

process.on('message', (request: EngineRequest) => {
  loading ??= loadEngine(request.models);
  loading
    .then((loaded) => {
      say({ type: 'ready' });
      return hear(loaded, request);
    })
    .catch((error: Error) => say({ type: 'failed', message: error.message }));
});
process.on('disconnect', () => process.exit(0));
