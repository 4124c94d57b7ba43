// From the address of a recording to what is said in it: downloaded, decoded, then taken from the cache or transcribed.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { primaryLanguage } from './choose.ts';
import type { Download } from '../outgoing/download.ts';
import { OutgoingProblem } from '../outgoing/problem.ts';
import type { Db } from '../store/store.ts';
import { cacheKey, type KeptHeard, recall, recallAddress, remember, rememberAddress } from './cache.ts';
import { decode, type Decoding } from './decode.ts';
import type { Engine } from './engines.ts';
import type { Result } from './jobs.ts';
import { broken, unfit } from './problem.ts';

export interface RecordingParts {
  db: Db;
  now: () => number;
  download: Download;
  decoding: Decoding;
  /** Undefined where none is set up. */
  engine: Engine | undefined;
}

export interface Progress {
  share: (share: number) => void;
  duration: (seconds: number) => void;
}

/** Shares of the progress: the rest is hearing. */
const fetched = 0.08;
const decoded = 0.1;

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

function engineFor({ tag }: Language, engine: Engine | undefined): Engine {
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

/** Which engine transcribed it, and how its language is known. */
function asResult(heard: KeptHeard, language: Language, engine: Engine, source: Result['source']): Result {
  const known = language.tag ?? heard.language;
  const isAssumed = !language.tag && heard.language === undefined;
  return {
    segments: heard.segments,
    language: known ?? engine.defaultLanguage ?? 'und',
    languageSource: isAssumed ? 'assumed' : language.source,
    durationSeconds: heard.durationSeconds,
    engine: engine.id,
    source,
    warnings: [...heard.warnings, ...(isAssumed && engine.defaultLanguage ? [assumed(engine.defaultLanguage)] : [])],
  };
}

export interface Recording {
  url: string;
  language: Language;
  /** For files that are gone afterwards. */
  folder: string;
  stop: AbortSignal;
  progress: Progress;
}

/** Rejects with an ApiError, or with the reason of `stop`. */
export type HearRecording = (recording: Recording) => Promise<Result>;

const spokenIn = ({ tag }: Language, engine: Engine): string | undefined =>
  tag ? primaryLanguage(tag) : engine.defaultLanguage;

/** The transcript found for this address within the last hour; undefined if the recording has to be downloaded. */
export type RecallRecording = (url: string, language: Language) => Promise<Result | undefined>;

export const recordingRecaller =
  ({ db, now, engine }: Pick<RecordingParts, 'db' | 'now' | 'engine'>): RecallRecording =>
  async (url, language) => {
    if (!engine) return undefined;
    const heard = await recallAddress(db, [url, engine.id, spokenIn(language, engine)], now());
    return heard && asResult(heard, language, engine, 'cache');
  };

/** How many recordings are decoded at a time; one is transcribed at a time, and others can be fetched meanwhile. */
const decodedAtOnce = 2;

export function recordingHearer(parts: RecordingParts): HearRecording {
  const { db, now, download, decoding } = parts;
  const decodings = new PQueue({ concurrency: decodedAtOnce });
  const turns = new PQueue({ concurrency: 1 });
  return async ({ url, language, folder, stop, progress }) => {
    const engine = engineFor(language, parts.engine);
    const [media, pcm] = [join(folder, 'media'), join(folder, 'samples')];
    const { sha256 } = await fetchMedia(download, url, media, stop, progress);
    const spoken = spokenIn(language, engine);
    const key = cacheKey(sha256, engine.id, spoken);
    const kept = await recall(db, key);
    await rememberAddress(db, [url, engine.id, spoken], key, now());
    if (kept) return asResult(kept, language, engine, 'cache');
    const durationSeconds = await decodings.add(() => decode(media, pcm, decoding, stop), { signal: stop });
    progress.duration(durationSeconds);
    await rm(media);
    const onProgress = (share: number) => progress.share(decoded + share * (1 - decoded));
    const told = { pcm, durationSeconds, language: spoken, stop, onProgress };
    const heard = { ...(await turns.add(() => engine.hear(told), { signal: stop })), durationSeconds };
    await remember(db, key, heard, now());
    return asResult(heard, language, engine, engine.source);
  };
}
