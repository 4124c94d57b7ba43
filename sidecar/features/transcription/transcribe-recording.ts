// Downloads and decodes a recording, then returns its transcript from the cache or from the engine.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { primarySubtag } from './choose-transcripts.ts';
import type { DownloadFile } from '../../outgoing/download.ts';
import { OutgoingError } from '../../outgoing/outgoing-error.ts';
import type { Db } from '../../storage/store.ts';
import {
  cacheKey,
  deletePartialTranscript,
  type CachedTranscript,
  readCachedTranscript,
  readTranscriptByAddress,
  readPartialTranscript,
  cacheTranscript,
  cacheAddress,
  cachePartialTranscript,
} from './cache.ts';
import { decode, type DecodedAudio, type DecodeOptions } from './decode.ts';
import type { Engine, PartialTranscript } from './engines.ts';
import { withTemporaryFolder } from './temporary-folder.ts';
import type { TranscriptResult } from './jobs.ts';
import { type KnownNames, noNames } from './known-names.ts';
import { nameSpeakers } from './name-speakers.ts';
import { transcriptionError, unsuitableError } from './errors.ts';
import { createWorkSharer } from './share-work.ts';
import { spellNames } from './spell-names.ts';
import { isStopWord } from '#domain/search/stop-words.ts';
import type { SpokenSegment } from '#domain/transcripts/word-times.ts';

/** English words that end no sentence. */
const neverLast = new Set(
  'a an the and or but nor if although unless whereas my your our their its every than'.split(' '),
);
/** After a longer pause the speaker may have broken off. */
const longestPause = 3;

const lastWord = (text: string): string | undefined => /(?<![\p{L}\p{N}'’])(\p{L}+)\.$/u.exec(text)?.[1]?.toLowerCase();

const isFalse = (one: SpokenSegment, next: SpokenSegment): boolean =>
  one.speaker === next.speaker &&
  next.start - one.end <= longestPause &&
  // “Plan A.” and “the letter A.” end a sentence.
  !/\p{Lu}\.$/u.test(one.text) &&
  neverLast.has(lastWord(one.text) ?? '');

/** Lowers the first letter, unless the text begins with a name. */
function lowerFirst(text: string): string {
  const [first = ''] = /^[\p{L}'’]+/u.exec(text) ?? [];
  const isCommon = isStopWord(first.toLowerCase(), 'en') && !/^I(?:['’]|$)/.test(first);
  return isCommon ? first.toLowerCase() + text.slice(first.length) : text;
}

/** Joins sentences across segments. The number of words and their times do not change. */
export function removeFalseStops<T extends SpokenSegment>(segments: T[], language: string): T[] {
  if (!/^en(?:-|$)/i.test(language)) return segments;
  return segments.map((one, at) => {
    const before = segments[at - 1];
    const next = segments[at + 1];
    const text = before && isFalse(before, one) ? lowerFirst(one.text) : one.text;
    return { ...one, text: next && isFalse(one, next) ? text.slice(0, -1) : text };
  });
}

export interface RecordingDeps {
  db: Db;
  now: () => number;
  download: DownloadFile;
  decoding: DecodeOptions;
  /** Undefined if none is configured. */
  engine: Engine | undefined;
  /** Folder of recordings that are being transcribed. */
  folder: string;
  onProblem: (error: Error) => void;
}

export interface ProgressListener {
  share: (share: number) => void;
  duration: (seconds: number) => void;
  /** Called when decoding begins, after the job has waited for its turn. */
  turn: () => void;
  /** Called with the transcript so far. */
  part: (part: PartialTranscript) => void;
}

/** Shares of the progress at which download and decoding end; transcription is the rest. */
const downloadedShare = 0.08;
const decodedShare = 0.1;

export interface ChosenLanguage {
  tag: string | undefined;
  source: TranscriptResult['languageSource'];
}

/** Prefers the language of the request to that of the feed. */
export function chooseLanguage(requested: string | null | undefined, feedLanguage: string | undefined): ChosenLanguage {
  if (requested) return { tag: requested, source: 'request' };
  return { tag: feedLanguage, source: feedLanguage ? 'feed' : 'detected' };
}

const advice = 'The creator can configure a transcription service (TRANSCRIBE_API_URL).';

/** Throws if no engine is configured, or if it does not know the language. */
export function requireEngine({ tag }: ChosenLanguage, engine: Engine | undefined): Engine {
  if (!engine) throw unsuitableError(`Speech recognition is not configured. ${advice}`, { reason: 'no_engine' });
  if (tag && !engine.speaks(primarySubtag(tag)))
    throw unsuitableError(`Speech recognition is not available for the language ${tag}. ${advice}`, {
      field: 'language',
      language: tag,
    });
  return engine;
}

async function fetchMedia(
  download: DownloadFile,
  url: string,
  file: string,
  stop: AbortSignal,
  progress: ProgressListener,
) {
  try {
    return await download(url, file, stop, (share) => progress.share(share * downloadedShare));
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    throw error.isRefusal ? unsuitableError(error.message) : transcriptionError(error.message, 'network');
  }
}

const assumedWarning = (language: string): string =>
  `The language is unknown, so ${language} was assumed. If that is wrong, set language and request it again.`;

/** Builds the result of a job: with names as the creator spells them, and the source of the language. */
function toResult(
  transcript: CachedTranscript,
  { language, names = noNames }: KnownFacts,
  engine: Engine,
  source: TranscriptResult['source'],
): TranscriptResult {
  const spokenLanguage = language.tag ?? transcript.language ?? engine.defaultLanguage ?? 'und';
  const isAssumed = !language.tag && transcript.language === undefined;
  const corrected = spellNames(removeFalseStops(transcript.segments, spokenLanguage), names.spelled, spokenLanguage);
  const { segments, warnings } = nameSpeakers(corrected.segments, names.people);
  return {
    segments,
    language: spokenLanguage,
    languageSource: isAssumed ? 'assumed' : language.source,
    durationSeconds: transcript.durationSeconds,
    engine: engine.id,
    source,
    warnings: [
      ...transcript.warnings,
      ...corrected.warnings,
      ...warnings,
      ...(isAssumed && engine.defaultLanguage ? [assumedWarning(engine.defaultLanguage)] : []),
    ],
    coverage: transcript.coverage,
    unheard: transcript.unheard,
  };
}

/** Facts about a recording that are known before it is transcribed. */
interface KnownFacts {
  language: ChosenLanguage;
  /** Names that are likely to occur; only for the creator's own recordings. */
  names?: KnownNames;
}

export interface RecordingTask extends KnownFacts {
  url: string;
  /** Longest recording that the payment covers; undefined if only the limit of the room applies. */
  maxSeconds?: number | undefined;
  stop: AbortSignal;
  progress: ProgressListener;
}

/** Rejects with an ApiError, or with the reason of `stop`. */
export type TranscribeRecording = (recording: RecordingTask) => Promise<TranscriptResult>;

const spokenLanguage = ({ tag }: ChosenLanguage, engine: Engine): string | undefined =>
  tag ? primarySubtag(tag) : engine.defaultLanguage;

/** Resolves to a transcript of this address from the last hour; undefined if the recording has to be downloaded. */
export type FindCachedResult = (url: string, requested: KnownFacts) => Promise<TranscriptResult | undefined>;

export const createCachedResultFinder =
  ({ db, now, engine }: Pick<RecordingDeps, 'db' | 'now' | 'engine'>): FindCachedResult =>
  async (url, requested) => {
    if (!engine) return undefined;
    const transcript = await readTranscriptByAddress(
      db,
      [url, engine.id, spokenLanguage(requested.language, engine)],
      now(),
    );
    return transcript && toResult(transcript, requested, engine, 'cache');
  };

/** Recordings that are decoded concurrently. One is transcribed at a time while others are downloaded. */
const concurrentDecodings = 2;
/** Seconds of the recording between two saved partial transcripts. */
const saveEverySeconds = 60;

type TaskControl = Pick<RecordingTask, 'stop' | 'progress' | 'maxSeconds'>;
/** A transcript, with `isWhole` if nothing of the file is missing. */
type TranscribedRecording = { transcript: CachedTranscript; isWhole: boolean; isCached: boolean };

const combineListeners = (all: ProgressListener[]): ProgressListener => ({
  share: (share) => all.forEach((one) => one.share(share)),
  duration: (seconds) => all.forEach((one) => one.duration(seconds)),
  turn: () => all.forEach((one) => one.turn()),
  part: (part) => all.forEach((one) => one.part(part)),
});

/** Downloads and decodes a recording; returns the cached transcript instead if there is one. */
function createFetcher({ db, download, decoding }: RecordingDeps, engineId: string) {
  const decodings = new PQueue({ concurrency: concurrentDecodings });
  return async (
    url: string,
    language: string | undefined,
    folder: string,
    { stop, progress, maxSeconds = Infinity }: TaskControl,
  ) => {
    const media = join(folder, 'media');
    const pcm = join(folder, 'samples');
    const { sha256 } = await fetchMedia(download, url, media, stop, progress);
    const key = cacheKey(sha256, engineId, language);
    const cached = await readCachedTranscript(db, key);
    if (cached) return { key, cached };
    const bounded = { ...decoding, maxSeconds: Math.min(decoding.maxSeconds, maxSeconds) };
    const decoded = await decodings.add(
      () => {
        progress.turn();
        return decode(media, pcm, bounded, stop);
      },
      { signal: stop },
    );
    progress.duration(decoded.seconds);
    progress.share(decodedShare);
    await rm(media);
    return { key, pcm, decoded };
  };
}

/** Language and likely names of a recording. */
interface SpeechHints {
  language: string | undefined;
  names: string[];
}

interface DecodedRecording {
  key: string;
  pcm: string;
  decoded: DecodedAudio;
}

/** Transcribes samples, and resumes from the partial transcript that an interrupted process saved. */
function createTranscriber({ db, now, onProblem }: RecordingDeps, engine: Engine) {
  return async (
    { key, pcm, decoded }: DecodedRecording,
    hints: SpeechHints,
    { stop, progress }: TaskControl,
  ): Promise<TranscribedRecording> => {
    // The same recording may have been transcribed meanwhile under another address.
    const cached = await readCachedTranscript(db, key);
    if (cached) return { transcript: cached, isWhole: true, isCached: true };
    const before = await readPartialTranscript(db, key);
    let savedUntil = before?.until ?? 0;
    let latest = before;
    // Saves run one at a time: on PostgreSQL two could finish in the wrong order, which would leave the older one.
    const saves = new PQueue({ concurrency: 1 });
    const save = (part: PartialTranscript) =>
      saves.add(() => cachePartialTranscript(db, key, part, now())).catch(onProblem);
    const onPartial = (part: PartialTranscript, share: number) => {
      latest = part;
      // Progress reaches 1 only with the result.
      progress.share(Math.min(0.99, decodedShare + share * (1 - decodedShare)));
      progress.part(part);
      if (part.until - savedUntil < saveEverySeconds) return;
      savedUntil = part.until;
      void save(part);
    };
    const task = { pcm, durationSeconds: decoded.seconds, ...hints, before, stop, onPartial };
    const transcript = await engine.transcribe(task).catch(async (error: unknown) => {
      // Each chunk may have cost money.
      if (latest) await save(latest);
      throw error;
    });
    await saves.onIdle();
    const warnings = [...decoded.warnings, ...transcript.warnings];
    const isWhole = decoded.warnings.length === 0;
    return { transcript: { ...transcript, warnings, durationSeconds: decoded.seconds }, isWhole, isCached: false };
  };
}

/** Shares the work of concurrent requests for one recording, and transcribes one recording at a time. */
function createSharedTranscriber(deps: RecordingDeps, engine: Engine) {
  const { db, now } = deps;
  const fetchSound = createFetcher(deps, engine.id);
  const transcribeSound = createTranscriber(deps, engine);
  const turns = new PQueue({ concurrency: 1 });
  const share = createWorkSharer<TranscribedRecording, ProgressListener>(combineListeners);
  const fetchAndTranscribe = (url: string, hints: SpeechHints, task: TaskControl) =>
    withTemporaryFolder(deps.folder, async (folder): Promise<TranscribedRecording> => {
      const { key, cached, ...sound } = await fetchSound(url, hints.language, folder, task);
      const result = cached
        ? { transcript: cached, isWhole: true, isCached: true }
        : await turns.add(() => transcribeSound({ key, ...sound } as DecodedRecording, hints, task), {
            signal: task.stop,
          });
      await deletePartialTranscript(db, key);
      // A damaged file may be replaced by a better copy at the same address.
      if (!result.isWhole) return result;
      await cacheTranscript(db, key, result.transcript, now());
      await cacheAddress(db, [url, engine.id, hints.language], key, now());
      return result;
    });
  return (url: string, hints: SpeechHints, task: TaskControl) =>
    share(JSON.stringify([url, hints, task.maxSeconds]), task, (shared) =>
      fetchAndTranscribe(url, hints, { ...shared, maxSeconds: task.maxSeconds }),
    );
}

export function createRecordingTranscriber(deps: RecordingDeps): TranscribeRecording {
  const transcribe = deps.engine && createSharedTranscriber(deps, deps.engine);
  return async ({ url, language, names = noNames, ...task }) => {
    const engine = requireEngine(language, deps.engine);
    const hints = { language: spokenLanguage(language, engine), names: names.hints };
    const { transcript, isCached } = await transcribe!(url, hints, task);
    return toResult(transcript, { language, names }, engine, isCached ? 'cache' : engine.source);
  };
}
