// The engine process, which transcribes a file of samples block by block on one thread.
import { type FileHandle, open } from 'node:fs/promises';
import process from 'node:process';
import { bytesPerSecond, type EngineMessage, type EngineRequest, sampleRate } from './engine-messages.ts';
import { type LoadedEngine, loadEngine } from './engine-load.ts';
import { measureLevels, findLevelDrops, type SoundLevels, findQuietCuts } from './quiet-cuts.ts';
import { type SpeechModels, transcribeBlock } from './transcribe-block.ts';
import { isForeignSpeech } from './language-check.ts';
import type { SpeakerTurn } from './speaker-turns.ts';

const send = (message: EngineMessage): void => void process.send?.(message);

/** Longest block; it ends at a pause in its last third. */
const blockSeconds = 30;
const searchedShare = 1 / 3;
/** Seconds of sound from which the language is identified. */
const identifiedSeconds = 10;
const diarisedSeconds = 3600;

async function readSamples(file: FileHandle, start: number, end: number): Promise<Float32Array> {
  const from = Math.round(start * sampleRate) * 2;
  const bytes = Buffer.alloc(Math.round(end * sampleRate) * 2 - from);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
  const whole = new Int16Array(bytes.buffer, bytes.byteOffset, bytesRead >> 1);
  return Float32Array.from(whole, (value) => value / 32768);
}

/** Returns the ends of the blocks; they are the same for each run. */
function findBlockEnds(levels: SoundLevels, end: number): number[] {
  const all = [...findLevelDrops(levels), ...findQuietCuts(levels, blockSeconds, searchedShare)].sort(
    (one, other) => one - other,
  );
  return [...all.filter((edge, index) => edge - (all[index - 1] ?? 0) > 1 && end - edge > 1), end];
}

type ReadRange = (start: number, end: number) => Promise<Float32Array>;

/** Identifies the language at three times of the recording and returns the most frequent one. */
async function identifyRecording(identify: NonNullable<LoadedEngine['identify']>, end: number, readRange: ReadRange) {
  const counts = new Map<string, number>();
  for (const share of [0.25, 0.5, 0.75]) {
    const start = Math.max(0, end * share - identifiedSeconds / 2);
    const language = identify(await readRange(start, Math.min(end, start + identifiedSeconds)));
    if (language) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

/** Returns true if the models know a language. Models without a list know all. */
const knowsLanguage = ({ languages = [] }: EngineRequest, language: string): boolean =>
  languages.length === 0 || languages.includes(language);

/** Returns true if only the recognised words can show that the speech is in another language than the models know. */
const needsLanguageCheck = ({ languages = [], before }: EngineRequest, { identify }: LoadedEngine): boolean =>
  languages.length === 1 && !identify && !before;

/** Prepares recognition in the language of the recording; undefined if the models do not know it. */
async function prepareModels(
  loaded: LoadedEngine,
  request: EngineRequest,
  levels: SoundLevels,
  readRange: ReadRange,
  end: number,
): Promise<{ models: SpeechModels; language: string | undefined } | undefined> {
  const { modelsFor, identify } = loaded;
  const { language, names, before } = request;
  const knownLanguage = language ?? before?.language;
  const spokenLanguage = knownLanguage ?? (identify && (await identifyRecording(identify, end, readRange)));
  if (spokenLanguage && !knowsLanguage(request, spokenLanguage)) return undefined;
  const models = await modelsFor({ language: spokenLanguage, names });
  if (needsLanguageCheck(request, loaded) && (await isForeignSpeech(models, levels, readRange))) return undefined;
  return { models, language: knownLanguage ? undefined : spokenLanguage };
}

/** Diarises a recording hour by hour to bound memory; each hour has its own speakers. */
async function diariseRecording(
  diarise: NonNullable<LoadedEngine['diarise']>,
  end: number,
  readRange: ReadRange,
): Promise<SpeakerTurn[]> {
  const turns: SpeakerTurn[] = [];
  let speakers = 0;
  for (let start = 0; start < end; start += diarisedSeconds) {
    const first = speakers;
    for (const turn of diarise(await readRange(start, Math.min(end, start + diarisedSeconds)))) {
      speakers = Math.max(speakers, first + turn.speaker + 1);
      turns.push({ start: turn.start + start, end: turn.end + start, speaker: first + turn.speaker });
    }
  }
  return turns;
}

async function transcribeFile(loaded: LoadedEngine, request: EngineRequest): Promise<void> {
  const { pcm, before } = request;
  await using file = await open(pcm);
  const readRange: ReadRange = (start, end) => readSamples(file, start, end);
  const end = (await file.stat()).size / bytesPerSecond;
  const levels = await measureLevels(pcm);
  const prepared = await prepareModels(loaded, request, levels, readRange, end);
  if (!prepared) return send({ type: 'foreign' });
  const { models, language } = prepared;
  const from = before?.until ?? 0;
  const edges = findBlockEnds(levels, end).filter((edge) => edge > from + 0.01);
  for (const [index, edge] of edges.entries()) {
    const start = edges[index - 1] ?? from;
    const part = transcribeBlock(models, await readRange(start, edge), start);
    send({ type: 'part', part: { ...part, ...(language && { language }), until: edge }, share: edge / end });
  }
  send({ type: 'done', ...(loaded.diarise && { turns: await diariseRecording(loaded.diarise, end, readRange) }) });
}

let loading: Promise<LoadedEngine> | undefined;

process.on('message', (request: EngineRequest) => {
  loading ??= loadEngine(request.models);
  loading
    .then((loaded) => {
      send({ type: 'ready' });
      return transcribeFile(loaded, request);
    })
    .catch((error: Error) => send({ type: 'failed', message: error.message }));
});
process.on('disconnect', () => process.exit(0));
