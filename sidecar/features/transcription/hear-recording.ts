// From the address of a recording to what is said in it: downloaded, decoded, then taken from the cache or transcribed.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { primaryLanguage } from './choose.ts';
import type { Download } from '../../outgoing/download.ts';
import { OutgoingProblem } from '../../outgoing/problem.ts';
import type { Db } from '../../storage/store.ts';
import {
  cacheKey,
  forgetPart,
  type KeptHeard,
  recall,
  recallAddress,
  recallPart,
  remember,
  rememberAddress,
  rememberPart,
} from './cache.ts';
import { decode, type Decoded, type Decoding } from './decode.ts';
import type { Engine } from './engines.ts';
import { inFolder } from './in-folder.ts';
import type { Result } from './jobs.ts';
import { type KnownNames, noNames } from './known-names.ts';
import { nameSpeakers } from './name-speakers.ts';
import type { Part } from './part.ts';
import { broken, unfit } from './problem.ts';
import { sharer } from './share-work.ts';
import { withoutFalseStops } from './false-stops.ts';
import { spellNames } from './spell-names.ts';

export interface RecordingDeps {
  db: Db;
  now: () => number;
  download: Download;
  decoding: Decoding;
  /** Undefined where none is set up. */
  engine: Engine | undefined;
  /** Where recordings are kept while they are transcribed. */
  folder: string;
  onProblem: (error: Error) => void;
}

export interface Progress {
  share: (share: number) => void;
  duration: (seconds: number) => void;
  /** Called when the job's turn has come. */
  turn: () => void;
  /** What has been heard until now. */
  part: (part: Part) => void;
}

/** Shares of the progress: the rest is hearing. */
const fetched = 0.08;
const decodedShare = 0.1;

export interface Language {
  tag: string | undefined;
  source: Result['languageSource'];
}

/** The client's statement comes before the feed's. */
export function chooseLanguage(asked: string | null | undefined, ofFeed: string | undefined): Language {
  if (asked) return { tag: asked, source: 'request' };
  return { tag: ofFeed, source: ofFeed ? 'feed' : 'detected' };
}

const advice = 'The creator can set up a service for it with TRANSCRIBE_API_URL.';

/** Throws where nothing here can hear the language. */
export function engineFor({ tag }: Language, engine: Engine | undefined): Engine {
  if (!engine) throw unfit(`No engine for speech is set up here. ${advice}`, { reason: 'no_engine' });
  if (tag && !engine.speaks(primaryLanguage(tag)))
    throw unfit(`No engine for the language ${tag} is set up here. ${advice}`, { field: 'language', language: tag });
  return engine;
}

async function fetchMedia(download: Download, url: string, file: string, stop: AbortSignal, progress: Progress) {
  try {
    return await download(url, file, stop, (share) => progress.share(share * fetched));
  } catch (error) {
    if (!(error instanceof OutgoingProblem)) throw error;
    throw error.isRefusal ? unfit(error.message) : broken(error.message, 'network');
  }
}

const assumed = (language: string): string =>
  `Nobody said which language is spoken: it was taken for ${language}. Of another language the text is wrong; give language.`;

/** Which engine transcribed it, and how its language is known; names as the creator spells them. */
function asResult(
  heard: KeptHeard,
  { language, names = noNames }: Asked,
  engine: Engine,
  source: Result['source'],
): Result {
  const known = language.tag ?? heard.language ?? engine.defaultLanguage ?? 'und';
  const isAssumed = !language.tag && heard.language === undefined;
  const spelled = spellNames(withoutFalseStops(heard.segments, known), names.spelled, known);
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

/** What is known of a recording before it is heard. */
interface Asked {
  language: Language;
  /** Names likely to be said, in the creator's own recordings only. */
  names?: KnownNames;
}

export interface Recording extends Asked {
  url: string;
  /** Of what was paid; undefined where only the room's own limit counts. */
  maxSeconds?: number | undefined;
  stop: AbortSignal;
  progress: Progress;
}

/** Rejects with an ApiError, or with the reason of `stop`. */
export type HearRecording = (recording: Recording) => Promise<Result>;

const spokenIn = ({ tag }: Language, engine: Engine): string | undefined =>
  tag ? primaryLanguage(tag) : engine.defaultLanguage;

/** The transcript found for this address within the last hour; undefined if the recording has to be downloaded. */
export type RecallRecording = (url: string, asked: Asked) => Promise<Result | undefined>;

export const recordingRecaller =
  ({ db, now, engine }: Pick<RecordingDeps, 'db' | 'now' | 'engine'>): RecallRecording =>
  async (url, asked) => {
    if (!engine) return undefined;
    const heard = await recallAddress(db, [url, engine.id, spokenIn(asked.language, engine)], now());
    return heard && asResult(heard, asked, engine, 'cache');
  };

/** How many recordings are decoded at a time; one is transcribed at a time, and others can be fetched meanwhile. */
const decodedAtOnce = 2;
/** Seconds of the recording between two parts that are kept. */
const keptEvery = 60;

type Told = Pick<Recording, 'stop' | 'progress' | 'maxSeconds'>;
/** `isWhole`: nothing of the file is missing. */
type Done = { heard: KeptHeard; isWhole: boolean; isKept: boolean };

const tellAll = (all: Progress[]): Progress => ({
  share: (share) => all.forEach((one) => one.share(share)),
  duration: (seconds) => all.forEach((one) => one.duration(seconds)),
  turn: () => all.forEach((one) => one.turn()),
  part: (part) => all.forEach((one) => one.part(part)),
});

/** Downloads and decodes; gives what was heard before instead where that is known. */
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
    const kept = await recall(db, key);
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

/** Language and names, as the engine gets them. */
interface Spoken {
  spoken: string | undefined;
  hints: string[];
}

interface Sound {
  key: string;
  pcm: string;
  decoded: Decoded;
}

/** Resumes from the last part that an interrupted process kept. */
function hearer({ db, now, onProblem }: RecordingDeps, engine: Engine) {
  return async ({ key, pcm, decoded }: Sound, { spoken, hints }: Spoken, { stop, progress }: Told): Promise<Done> => {
    // Somebody else may have asked for it by another address.
    const kept = await recall(db, key);
    if (kept) return { heard: kept, isWhole: true, isKept: true };
    const before = await recallPart(db, key);
    let keptUntil = before?.until ?? 0;
    let latest = before;
    // One save at a time: on PostgreSQL two could finish in the wrong order, which would leave the older part.
    const saves = new PQueue({ concurrency: 1 });
    const save = (part: Part) => saves.add(() => rememberPart(db, key, part, now())).catch(onProblem);
    const onPart = (part: Part, share: number) => {
      latest = part;
      // Not before the result is there.
      progress.share(Math.min(0.99, decodedShare + share * (1 - decodedShare)));
      progress.part(part);
      if (part.until - keptUntil < keptEvery) return;
      keptUntil = part.until;
      void save(part);
    };
    const told = { pcm, durationSeconds: decoded.seconds, language: spoken, names: hints, before, stop, onPart };
    const heard = await engine.hear(told).catch(async (error: unknown) => {
      // A service was paid for each piece.
      if (latest) await save(latest);
      throw error;
    });
    await saves.onIdle();
    const warnings = [...decoded.warnings, ...heard.warnings];
    const isWhole = decoded.warnings.length === 0;
    return { heard: { ...heard, warnings, durationSeconds: decoded.seconds }, isWhole, isKept: false };
  };
}

/** What is asked for several times at once is fetched and heard once; one recording is heard at a time. */
function openHearer(deps: RecordingDeps, engine: Engine) {
  const { db, now } = deps;
  const fetchSound = fetcher(deps, engine.id);
  const hearSound = hearer(deps, engine);
  const turns = new PQueue({ concurrency: 1 });
  const share = sharer<Done, Progress>(tellAll);
  const fetchAndHear = (url: string, { spoken, hints }: Spoken, told: Told) =>
    inFolder(deps.folder, async (folder): Promise<Done> => {
      const { key, kept, ...sound } = await fetchSound(url, spoken, folder, told);
      const done = kept
        ? { heard: kept, isWhole: true, isKept: true }
        : await turns.add(() => hearSound({ key, ...sound } as Sound, { spoken, hints }, told), { signal: told.stop });
      await forgetPart(db, key);
      // A damaged file may be replaced by a better copy at the same address.
      if (!done.isWhole) return done;
      await remember(db, key, done.heard, now());
      await rememberAddress(db, [url, engine.id, spoken], key, now());
      return done;
    });
  return (url: string, spoken: Spoken, told: Told) =>
    share(JSON.stringify([url, spoken, told.maxSeconds]), told, (shared) =>
      fetchAndHear(url, spoken, { ...shared, maxSeconds: told.maxSeconds }),
    );
}

export function recordingHearer(deps: RecordingDeps): HearRecording {
  const hear = deps.engine && openHearer(deps, deps.engine);
  return async ({ url, language, names = noNames, ...told }) => {
    const engine = engineFor(language, deps.engine);
    const spoken = { spoken: spokenIn(language, engine), hints: names.hints };
    const { heard, isKept } = await hear!(url, spoken, told);
    return asResult(heard, { language, names }, engine, isKept ? 'cache' : engine.source);
  };
}
