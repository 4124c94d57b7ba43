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
import type { Engine } from './engines.ts';
import { withTemporaryFolder } from './temporary-folder.ts';
import type { TranscriptResult } from './jobs.ts';
import { type KnownNames, noNames } from './known-names.ts';
import { nameSpeakers } from './name-speakers.ts';
import type { PartialTranscript } from './partial-transcript.ts';
import { transcriptionError, unsuitableError } from './errors.ts';
import { createWorkSharer } from './share-work.ts';
import { removeFalseStops } from './false-stops.ts';
import { spellNames } from './spell-names.ts';

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
const fetched = 0.08;
const decodedShare = 0.1;

export interface ChosenLanguage {
  tag: string | undefined;
  source: TranscriptResult['languageSource'];
}

/** Prefers the language of the request to that of the feed. */
export function chooseLanguage(asked: string | null | undefined, ofFeed: string | undefined): ChosenLanguage {
  if (asked) return { tag: asked, source: 'request' };
  return { tag: ofFeed, source: ofFeed ? 'feed' : 'detected' };
}

const advice = 'The creator can set up a service for it with TRANSCRIBE_API_URL.';

/** Throws if no engine is configured, or if it does not know the language. */
export function requireEngine({ tag }: ChosenLanguage, engine: Engine | undefined): Engine {
  if (!engine) throw unsuitableError(`No engine for speech is set up here. ${advice}`, { reason: 'no_engine' });
  if (tag && !engine.speaks(primarySubtag(tag)))
    throw unsuitableError(`No engine for the language ${tag} is set up here. ${advice}`, {
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
    return await download(url, file, stop, (share) => progress.share(share * fetched));
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    throw error.isRefusal ? unsuitableError(error.message) : transcriptionError(error.message, 'network');
  }
}

const assumed = (language: string): string =>
  `Nobody said which language is spoken: it was taken for ${language}. Of another language the text is wrong; give language.`;

/** Builds the result of a job: with names as the creator spells them, and the source of the language. */
function asResult(
  heard: CachedTranscript,
  { language, names = noNames }: Asked,
  engine: Engine,
  source: TranscriptResult['source'],
): TranscriptResult {
  const known = language.tag ?? heard.language ?? engine.defaultLanguage ?? 'und';
  const isAssumed = !language.tag && heard.language === undefined;
  const spelled = spellNames(removeFalseStops(heard.segments, known), names.spelled, known);
  const { segments, warnings } = nameSpeakers(spelled.segments, names.people);
  return {
    segments,
    language: known,
    languageSource: isAssumed ? 'assumed' : language.source,
    durationSeconds: heard.durationSeconds,
    engine: engine.id,
    source,
    warnings: [
      ...heard.warnings,
      ...spelled.warnings,
      ...warnings,
      ...(isAssumed && engine.defaultLanguage ? [assumed(engine.defaultLanguage)] : []),
    ],
    coverage: heard.coverage,
    unheard: heard.unheard,
  };
}

/** Facts about a recording that are known before it is transcribed. */
interface Asked {
  language: ChosenLanguage;
  /** Names that are likely to occur; only for the creator's own recordings. */
  names?: KnownNames;
}

export interface RecordingTask extends Asked {
  url: string;
  /** Longest recording that the payment covers; undefined if only the limit of the room applies. */
  maxSeconds?: number | undefined;
  stop: AbortSignal;
  progress: ProgressListener;
}

/** Rejects with an ApiError, or with the reason of `stop`. */
export type TranscribeRecording = (recording: RecordingTask) => Promise<TranscriptResult>;

const spokenIn = ({ tag }: ChosenLanguage, engine: Engine): string | undefined =>
  tag ? primarySubtag(tag) : engine.defaultLanguage;

/** Resolves to a transcript of this address from the last hour; undefined if the recording has to be downloaded. */
export type FindCachedResult = (url: string, asked: Asked) => Promise<TranscriptResult | undefined>;

export const createCachedResultFinder =
  ({ db, now, engine }: Pick<RecordingDeps, 'db' | 'now' | 'engine'>): FindCachedResult =>
  async (url, asked) => {
    if (!engine) return undefined;
    const heard = await readTranscriptByAddress(db, [url, engine.id, spokenIn(asked.language, engine)], now());
    return heard && asResult(heard, asked, engine, 'cache');
  };

/** Recordings that are decoded concurrently. One is transcribed at a time while others are downloaded. */
const decodedAtOnce = 2;
/** Seconds of the recording between two saved partial transcripts. */
const keptEvery = 60;

type Told = Pick<RecordingTask, 'stop' | 'progress' | 'maxSeconds'>;
/** A transcript, with `isWhole` if nothing of the file is missing. */
type Done = { heard: CachedTranscript; isWhole: boolean; isKept: boolean };

const tellAll = (all: ProgressListener[]): ProgressListener => ({
  share: (share) => all.forEach((one) => one.share(share)),
  duration: (seconds) => all.forEach((one) => one.duration(seconds)),
  turn: () => all.forEach((one) => one.turn()),
  part: (part) => all.forEach((one) => one.part(part)),
});

/** Downloads and decodes a recording; returns the cached transcript instead if there is one. */
function fetcher({ db, download, decoding }: RecordingDeps, engineId: string) {
  const decodings = new PQueue({ concurrency: decodedAtOnce });
  return async (
    url: string,
    spoken: string | undefined,
    folder: string,
    { stop, progress, maxSeconds = Infinity }: Told,
  ) => {
    const [media, pcm] = [join(folder, 'media'), join(folder, 'samples')];
    const { sha256 } = await fetchMedia(download, url, media, stop, progress);
    const key = cacheKey(sha256, engineId, spoken);
    const kept = await readCachedTranscript(db, key);
    if (kept) return { key, kept };
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

/** Language and names for the engine. */
interface Spoken {
  spoken: string | undefined;
  hints: string[];
}

interface Sound {
  key: string;
  pcm: string;
  decoded: DecodedAudio;
}

/** Transcribes samples, and resumes from the partial transcript that an interrupted process saved. */
function hearer({ db, now, onProblem }: RecordingDeps, engine: Engine) {
  return async ({ key, pcm, decoded }: Sound, { spoken, hints }: Spoken, { stop, progress }: Told): Promise<Done> => {
    // The same recording may have been transcribed meanwhile under another address.
    const kept = await readCachedTranscript(db, key);
    if (kept) return { heard: kept, isWhole: true, isKept: true };
    const before = await readPartialTranscript(db, key);
    let keptUntil = before?.until ?? 0;
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
      if (part.until - keptUntil < keptEvery) return;
      keptUntil = part.until;
      void save(part);
    };
    const told = { pcm, durationSeconds: decoded.seconds, language: spoken, names: hints, before, stop, onPartial };
    const heard = await engine.transcribe(told).catch(async (error: unknown) => {
      // Each chunk may have cost money.
      if (latest) await save(latest);
      throw error;
    });
    await saves.onIdle();
    const warnings = [...decoded.warnings, ...heard.warnings];
    const isWhole = decoded.warnings.length === 0;
    return { heard: { ...heard, warnings, durationSeconds: decoded.seconds }, isWhole, isKept: false };
  };
}

/** Shares the work of concurrent requests for one recording, and transcribes one recording at a time. */
function openHearer(deps: RecordingDeps, engine: Engine) {
  const { db, now } = deps;
  const fetchSound = fetcher(deps, engine.id);
  const hearSound = hearer(deps, engine);
  const turns = new PQueue({ concurrency: 1 });
  const share = createWorkSharer<Done, ProgressListener>(tellAll);
  const fetchAndHear = (url: string, { spoken, hints }: Spoken, told: Told) =>
    withTemporaryFolder(deps.folder, async (folder): Promise<Done> => {
      const { key, kept, ...sound } = await fetchSound(url, spoken, folder, told);
      const done = kept
        ? { heard: kept, isWhole: true, isKept: true }
        : await turns.add(() => hearSound({ key, ...sound } as Sound, { spoken, hints }, told), { signal: told.stop });
      await deletePartialTranscript(db, key);
      // A damaged file may be replaced by a better copy at the same address.
      if (!done.isWhole) return done;
      await cacheTranscript(db, key, done.heard, now());
      await cacheAddress(db, [url, engine.id, spoken], key, now());
      return done;
    });
  return (url: string, spoken: Spoken, told: Told) =>
    share(JSON.stringify([url, spoken, told.maxSeconds]), told, (shared) =>
      fetchAndHear(url, spoken, { ...shared, maxSeconds: told.maxSeconds }),
    );
}

export function createRecordingTranscriber(deps: RecordingDeps): TranscribeRecording {
  const hear = deps.engine && openHearer(deps, deps.engine);
  return async ({ url, language, names = noNames, ...told }) => {
    const engine = requireEngine(language, deps.engine);
    const spoken = { spoken: spokenIn(language, engine), hints: names.hints };
    const { heard, isKept } = await hear!(url, spoken, told);
    return asResult(heard, { language, names }, engine, isKept ? 'cache' : engine.source);
  };
}
