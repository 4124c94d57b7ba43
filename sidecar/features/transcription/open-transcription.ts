// Sets up transcription from the settings: engine, limits, folder and worker.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMs } from '#domain/instants.ts';
import type { Duties } from '../../settings/duties.ts';
import type { Settings } from '../../settings/settings.ts';
import { createProcessDownloader } from '../../outgoing/process-downloader.ts';
import type { RequestLimits } from '../../outgoing/limits.ts';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import type { Release } from '../../release/release.ts';
import type { Store } from '../../storage/store.ts';
import { findFfmpeg } from './decode-ffmpeg.ts';
import { createEmbeddedEngine } from './engine.ts';
import { findModels, installEngine } from './engine-files.ts';
import type { Engine } from './engines.ts';
import {
  chooseLanguage,
  requireEngine,
  createRecordingTranscriber,
  createCachedResultFinder,
} from './transcribe-recording.ts';
import { createSourceTranscriber, createSourceLookUp } from './transcribe-source.ts';
import type { RefundToken, TranscriptResult } from './jobs.ts';
import { findEpisode, episodeLanguage } from './find-episode.ts';
import { findOwnEpisode } from './own-episodes.ts';
import { saveTranscript } from './own-transcripts.ts';
import { takeSlot } from './queue-slots.ts';
import { createProviderEngine } from './provider.ts';
import { createTranscription, type Transcription, type TranscriptionDeps } from './transcription.ts';
import { idleWorker } from '../../storage/queue.ts';
import { createTranscriptionWorker } from './worker.ts';

export interface OpenTranscriptionDeps {
  store: Store;
  live: () => Release;
  settings: Pick<Settings, 'transcribe' | 'allowedHosts' | 'dataDir'>;
  outgoing: Outgoing;
  /** Milliseconds. */
  now: () => number;
  onProblem: (error: Error) => void;
  refundToken: RefundToken;
  /** Content folder with the creator's transcripts. */
  desk: { contentDir: string; exclusively: <T>(work: () => Promise<T>) => Promise<T> };
  /** Duties of this machine; one that builds has the content folder. */
  duties: Pick<Duties, 'builds' | 'runsJobs'>;
}

const mib = 1024 ** 2;
/** Slowest download; even hosts that stream in real time are faster. */
const pace = { bytes: 40 * 1024, ms: 10_000 };
const commonLimits = { connectMs: 10_000, firstByteMs: 15_000, redirects: 5, pace };
const mediaMs = 15 * 60_000;
const transcriptLimits: RequestLimits = { ...commonLimits, bytes: 8 * mib, totalMs: 30_000 };

/** Opens the engine of the settings. A configured service transcribes everything; there is no fallback. */
export function openEngine({
  settings: { transcribe },
  outgoing,
  onProblem,
}: Pick<OpenTranscriptionDeps, 'outgoing' | 'onProblem'> & { settings: Pick<Settings, 'transcribe'> }):
  Engine | undefined {
  if (transcribe.provider) return createProviderEngine(transcribe.provider, outgoing, onProblem);
  if (!transcribe.isEmbedded) return undefined;
  try {
    const models = findModels(transcribe.modelDir);
    return models && createEmbeddedEngine({ models, prepare: installEngine, onProblem });
  } catch (error) {
    onProblem(error as Error);
    return undefined;
  }
}

/** Deletes files of processes that died. With PostgreSQL, other sidecars may be using recent files. */
async function deleteLeftovers(folder: string, { kind }: Store, now: number): Promise<void> {
  const before = kind === 'sqlite' ? Infinity : now - dayMs;
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    if ((await stat(path)).mtimeMs < before) await rm(path, { recursive: true, force: true });
  }
}

/** Opens the engine and the transcription of recordings, also for the command line. */
export function openTranscriber(deps: Omit<OpenTranscriptionDeps, 'live' | 'refundToken' | 'desk' | 'duties'>) {
  const { store, settings, outgoing, now, onProblem } = deps;
  const { maxMib, maxMinutes } = settings.transcribe;
  const folder = join(settings.dataDir, 'transcribe');
  const engine = openEngine(deps);
  const transcribe = createRecordingTranscriber({
    db: store.db,
    now,
    download: createProcessDownloader(outgoing, { ...commonLimits, bytes: maxMib * mib, totalMs: mediaMs }),
    decoding: { ffmpeg: findFfmpeg(), maxSeconds: maxMinutes * 60 },
    engine,
    folder,
    onProblem,
  });
  return { engine, transcribe, folder };
}

export function openTranscription(deps: OpenTranscriptionDeps): Transcription {
  const { store, live, settings, now, onProblem, refundToken, desk } = deps;
  const { allowedHosts } = settings;
  const { engine, transcribe, folder } = openTranscriber(deps);
  const download = createProcessDownloader(deps.outgoing, transcriptLimits);
  const transcribeSource = createSourceTranscriber({
    live,
    transcribe,
    download,
    folder,
    takeSlot: (job) => takeSlot(store.db, job),
  });
  const saveForReview = (episode: string, transcript: TranscriptResult) =>
    desk.exclusively(async () => {
      const title = (await findOwnEpisode(desk.contentDir, episode))?.title;
      await saveTranscript(desk.contentDir, episode, transcript, title);
    });
  const { builds, runsJobs } = deps.duties;
  const workerDeps = {
    store,
    transcribe: transcribeSource,
    now,
    onProblem,
    refundToken,
    ...(builds && { saveTranscript: saveForReview }),
  };
  const worker = runsJobs ? createTranscriptionWorker(workerDeps) : idleWorker;
  const lookUp = createSourceLookUp({ live, findCached: createCachedResultFinder({ db: store.db, now, engine }) });
  const episodeAt = (sourceUrl: string) => findEpisode(live(), sourceUrl);
  const episodeLookUps: Pick<TranscriptionDeps, 'knownDuration' | 'checkLanguage'> = {
    knownDuration: (sourceUrl) => episodeAt(sourceUrl)?.durationSeconds,
    checkLanguage: ({ sourceUrl, language }) =>
      void requireEngine(chooseLanguage(language, episodeLanguage(live(), episodeAt(sourceUrl))), engine),
  };
  const transcription = createTranscription({
    store,
    worker,
    lookUp,
    ...episodeLookUps,
    allowedHosts,
    refundToken,
    now,
    onProblem,
  });
  return {
    ...transcription,
    start: (every) => {
      deleteLeftovers(folder, store, now()).catch(onProblem);
      transcription.start(every);
    },
    stop: async () => {
      await transcription.stop();
      engine?.stop();
    },
  };
}
