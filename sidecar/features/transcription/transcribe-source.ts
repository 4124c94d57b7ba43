// Transcribes the source of a job: returns the publisher's transcript of a known episode, otherwise a new one.
import type { DownloadFile } from '../../outgoing/download.ts';
import type { Episode } from '#contract/schemas/content.ts';
import type { Release } from '../../release/release.ts';
import {
  chooseLanguage,
  type TranscribeRecording,
  type ProgressListener,
  type FindCachedResult,
} from './transcribe-recording.ts';
import type { TranscriptionJob, TranscriptResult } from './jobs.ts';
import { withTemporaryFolder } from './temporary-folder.ts';
import { toLimitSeconds, assertLength } from './errors.ts';
import { findEpisode, episodeLanguage } from './find-episode.ts';
import { collectNames, noNames } from './known-names.ts';
import { hasPublisherTranscript, fetchPublisherTranscript } from './publisher.ts';

export interface SourceDeps {
  live: () => Release;
  transcribe: TranscribeRecording;
  /** Downloads publishers' transcripts. */
  download: DownloadFile;
  /** Folder of recordings that are being transcribed. */
  folder: string;
  /** Takes a slot for a job that had none; throws if none is free. */
  takeSlot: (job: TranscriptionJob) => Promise<void>;
}

/** Returns the names of the creator's own recordings only; in others they are as unlikely as any. */
const namesIn = ({ facts }: Release, episode: Episode | undefined) =>
  episode ? collectNames(facts.creator, episode) : noNames;

export type TranscribeSource = (
  job: TranscriptionJob,
  stop: AbortSignal,
  progress: ProgressListener,
) => Promise<TranscriptResult>;

export const createSourceTranscriber =
  ({ live, transcribe, download, folder: parent, takeSlot }: SourceDeps): TranscribeSource =>
  (job, stop, progress) =>
    withTemporaryFolder(parent, async (folder) => {
      const release = live();
      const episode = findEpisode(release, job.sourceUrl);
      const publisher = { download, release, folder, stop };
      const mayUsePublishers = episode !== undefined && job.episode === null;
      const published = mayUsePublishers
        ? await fetchPublisherTranscript(episode, job.language ?? undefined, publisher)
        : [];
      const maxSeconds = toLimitSeconds(job.maxMinutes);
      const assertWithinLimit = (result: TranscriptResult): TranscriptResult => {
        assertLength(result.durationSeconds, maxSeconds);
        return result;
      };
      if (!Array.isArray(published)) return assertWithinLimit(published);
      if (!job.takesPlace) await takeSlot(job);
      const language = chooseLanguage(job.language, episodeLanguage(release, episode));
      const url = episode?.audioUrl ?? job.sourceUrl;
      const names = namesIn(release, episode);
      const result = assertWithinLimit(await transcribe({ url, language, names, maxSeconds, stop, progress }));
      return { ...result, warnings: [...published, ...result.warnings] };
    });

/** Resolves to the result of a source, or `published` if the publisher offers it, without a slot in the queue. */
export type LookUpSource = (
  job: Pick<TranscriptionJob, 'sourceUrl' | 'language'>,
) => Promise<TranscriptResult | 'published' | undefined>;

export const createSourceLookUp =
  ({ live, findCached }: Pick<SourceDeps, 'live'> & { findCached: FindCachedResult }): LookUpSource =>
  async ({ sourceUrl, language }) => {
    const release = live();
    const episode = findEpisode(release, sourceUrl);
    if (episode && hasPublisherTranscript(episode, language ?? undefined)) return 'published';
    return findCached(episode?.audioUrl ?? sourceUrl, {
      language: chooseLanguage(language, episodeLanguage(release, episode)),
      names: namesIn(release, episode),
    });
  };
