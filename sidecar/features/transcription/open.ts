// Sets transcription up from the settings: the engine, the limits, the folder, the worker.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMs } from '#domain/instants.ts';
import type { Duties } from '../../settings/duties.ts';
import type { Settings } from '../../settings/settings.ts';
import { downloadApart } from '../../outgoing/download-apart.ts';
import type { Limits } from '../../outgoing/limits.ts';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import type { Release } from '../../release/release.ts';
import type { Store } from '../../storage/store.ts';
import { findFfmpeg } from './decode-ffmpeg.ts';
import { embedded } from './engine.ts';
import { findModels, haveEngine } from './engine-files.ts';
import type { Engine } from './engines.ts';
import { chooseLanguage, engineFor, recordingHearer, recordingRecaller } from './hear-recording.ts';
import { sourceHearer, sourceLookUp } from './hear-source.ts';
import type { GiveBack, Result } from './jobs.ts';
import { knownEpisode, languageIn } from './known-episode.ts';
import { ownEpisode } from './own-episodes.ts';
import { keepHeard } from './own-transcripts.ts';
import { takePlace } from './places.ts';
import { provider } from './provider.ts';
import { transcription, type Transcription, type TranscriptionDeps } from './transcription.ts';
import { idleWorker } from '../../storage/queue.ts';
import { transcribeWorker } from './worker.ts';

export interface OpenDeps {
  store: Store;
  live: () => Release;
  settings: Pick<Settings, 'transcribe' | 'allowedHosts' | 'dataDir'>;
  outgoing: Outgoing;
  /** Milliseconds. */
  now: () => number;
  onProblem: (error: Error) => void;
  giveBack: GiveBack;
  /** Where the creator's own transcripts are kept. */
  desk: { contentDir: string; exclusively: <T>(work: () => Promise<T>) => Promise<T> };
  /** What this machine does: one that builds has the content folder. */
  duties: Pick<Duties, 'works' | 'builds'>;
}

const mib = 1024 ** 2;
/** Hosts that stream as fast as one listens send faster, too. */
const pace = { bytes: 40 * 1024, ms: 10_000 };
const waits = { connectMs: 10_000, firstByteMs: 15_000, redirects: 5, pace };
const mediaMs = 15 * 60_000;
const transcriptLimits: Limits = { ...waits, bytes: 8 * mib, wholeMs: 30_000 };

/** A configured provider transcribes everything; there is no automatic fallback to another engine. */
export function openEngine({
  settings: { transcribe },
  outgoing,
  onProblem,
}: Pick<OpenDeps, 'outgoing' | 'onProblem'> & { settings: Pick<Settings, 'transcribe'> }): Engine | undefined {
  if (transcribe.provider) return provider(transcribe.provider, outgoing, onProblem);
  if (!transcribe.isEmbedded) return undefined;
  try {
    const models = findModels(transcribe.modelDir);
    return models && embedded({ models, prepare: haveEngine, onProblem });
  } catch (error) {
    onProblem(error as Error);
    return undefined;
  }
}

/** What a process that died left there. Several sidecars may share the folder, but not with the embedded store. */
async function clear(folder: string, { kind }: Store, now: number): Promise<void> {
  const before = kind === 'sqlite' ? Infinity : now - dayMs;
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    if ((await stat(path)).mtimeMs < before) await rm(path, { recursive: true, force: true });
  }
}

/** The engine that the settings choose; also for a command. */
export function openHearing(deps: Omit<OpenDeps, 'live' | 'giveBack' | 'desk' | 'duties'>) {
  const { store, settings, outgoing, now, onProblem } = deps;
  const { transcribe, dataDir } = settings;
  const folder = join(dataDir, 'transcribe');
  const engine = openEngine(deps);
  const hear = recordingHearer({
    db: store.db,
    now,
    download: downloadApart(outgoing, { ...waits, bytes: transcribe.maxMib * mib, wholeMs: mediaMs }),
    decoding: { ffmpeg: findFfmpeg(), maxSeconds: transcribe.maxMinutes * 60 },
    engine,
    folder,
    onProblem,
  });
  return { engine, hear, folder };
}

export function openTranscription(deps: OpenDeps): Transcription {
  const { store, live, settings, now, onProblem, giveBack, desk } = deps;
  const { allowedHosts } = settings;
  const { engine, hear, folder } = openHearing(deps);
  const download = downloadApart(deps.outgoing, transcriptLimits);
  const hearSource = sourceHearer({ live, hear, download, folder, takePlace: (job) => takePlace(store.db, job) });
  const keep = (episode: string, heard: Result) =>
    desk.exclusively(async () => {
      const title = (await ownEpisode(desk.contentDir, episode))?.title;
      await keepHeard(desk.contentDir, episode, heard, title);
    });
  const { works, builds } = deps.duties;
  const working = { store, hear: hearSource, now, onProblem, giveBack, ...(builds && { keep }) };
  const worker = works || builds ? transcribeWorker(working) : idleWorker;
  const lookUp = sourceLookUp({ live, recall: recordingRecaller({ db: store.db, now, engine }) });
  const episodeAt = (sourceUrl: string) => knownEpisode(live(), sourceUrl);
  const about: Pick<TranscriptionDeps, 'secondsOf' | 'checkLanguage'> = {
    secondsOf: (sourceUrl) => episodeAt(sourceUrl)?.durationSeconds,
    checkLanguage: ({ sourceUrl, language }) =>
      void engineFor(chooseLanguage(language, languageIn(live(), episodeAt(sourceUrl))), engine),
  };
  const opened = transcription({ store, worker, lookUp, ...about, allowedHosts, giveBack, now, onProblem });
  return {
    ...opened,
    start: (every) => {
      clear(folder, store, now()).catch(onProblem);
      opened.start(every);
    },
    stop: async () => {
      await opened.stop();
      engine?.stop();
    },
  };
}
