// From an address to a transcript: the publisher's own, or downloaded, decoded, recalled or heard.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { primaryLanguage } from '#domain/transcripts/choose.ts';
import { type Download, DownloadProblem } from '../http/safe-download.ts';
import type { Release } from '../release/release.ts';
import type { Db } from '../store/store.ts';
import { cacheKey, type KeptHeard, recall, remember } from './cache.ts';
import { decode, type Decoding } from './decode.ts';
import type { Engine } from './engines.ts';
import type { Job, Result } from './jobs.ts';
import { knownEpisode } from './known-episode.ts';
import { broken, unfit } from './problem.ts';
import { publishedTranscript } from './publisher.ts';

export interface SourceParts {
  db: Db;
  live: () => Release;
  now: () => number;
  /** Of recordings, and of transcripts, which are small. */
  download: { media: Download; text: Download };
  decoding: Decoding;
  /** Undefined where none is set up. */
  engine: Engine | undefined;
  /** Where recordings lie while they are heard. */
  folder: string;
}

export interface Progress {
  share: (share: number) => void;
  duration: (seconds: number) => void;
}

export type HearSource = (job: Job, stop: AbortSignal, progress: Progress) => Promise<Result>;

/** Shares of the progress: the rest is hearing. */
const fetched = 0.08;
const decoded = 0.1;

interface Language {
  tag: string | undefined;
  source: Result['languageSource'];
}

function chooseLanguage(job: Job, ofFeed: string | undefined): Language {
  if (job.language) return { tag: job.language, source: 'request' };
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
    if (!(error instanceof DownloadProblem)) throw error;
    throw error.kind === 'refused' ? unfit(error.message) : broken(error.message, 'network');
  }
}

const assumed = (language: string): string =>
  `Nobody said which language is spoken: it was taken for ${language}. Of another language the text is wrong; give language.`;

/** Who heard it, and how its language is known. */
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

export function sourceHearer(parts: SourceParts): HearSource {
  const { db, live, now, download, decoding } = parts;
  /** One recording is heard at a time; others may be fetched meanwhile. */
  const turns = new PQueue({ concurrency: 1 });

  async function hear(url: string, language: Language, folder: string, stop: AbortSignal, progress: Progress) {
    const engine = engineFor(language, parts.engine);
    const [media, pcm] = [join(folder, 'media'), join(folder, 'samples')];
    const { sha256 } = await fetchMedia(download.media, url, media, stop, progress);
    const spoken = language.tag ? primaryLanguage(language.tag) : engine.defaultLanguage;
    const key = cacheKey(sha256, engine.id, spoken);
    const kept = await recall(db, key);
    if (kept) return asResult(kept, language, engine, 'cache');
    const durationSeconds = await decode(media, pcm, decoding, stop);
    progress.duration(durationSeconds);
    await rm(media);
    const onProgress = (share: number) => progress.share(decoded + share * (1 - decoded));
    const told = { pcm, durationSeconds, language: spoken, stop, onProgress };
    const heard = { ...(await turns.add(() => engine.hear(told), { signal: stop })), durationSeconds };
    await remember(db, key, heard, now());
    return asResult(heard, language, engine, engine.source);
  }

  return async (job, stop, progress) => {
    await mkdir(parts.folder, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(parts.folder, 'job-'));
    try {
      const release = live();
      const episode = knownEpisode(release, job.sourceUrl);
      const publisher = { download: download.text, release, folder, stop };
      const published = episode ? await publishedTranscript(episode, job.language ?? undefined, publisher) : [];
      if (!Array.isArray(published)) return published;
      const language = chooseLanguage(job, episode?.language);
      const result = await hear(episode?.audioUrl ?? job.sourceUrl, language, folder, stop, progress);
      return { ...result, warnings: [...published, ...result.warnings] };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}
