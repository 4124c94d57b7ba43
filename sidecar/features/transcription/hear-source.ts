// From what a caller gives to a transcript: the publisher's own for a known episode, otherwise a new one.
import type { Download } from '../../outgoing/download.ts';
import type { Episode } from '#contract/schemas/content.ts';
import type { Release } from '../../release/release.ts';
import { chooseLanguage, type HearRecording, type Progress, type RecallRecording } from './hear-recording.ts';
import type { Job, Result } from './jobs.ts';
import { inFolder } from './in-folder.ts';
import { limitSeconds, refuseLonger } from './length-limit.ts';
import { knownEpisode, languageIn } from './known-episode.ts';
import { knownNames, noNames } from './known-names.ts';
import { offersTranscript, publishedTranscript } from './publisher.ts';

export interface SourceDeps {
  live: () => Release;
  hear: HearRecording;
  /** Of transcripts. */
  download: Download;
  /** Where recordings are stored while they are transcribed. */
  folder: string;
  /** Throws where no place is free for a job that had none. */
  takePlace: (job: Job) => Promise<void>;
}

/** In somebody else's recording the creator's names are as unlikely as any. */
const namesIn = ({ facts }: Release, episode: Episode | undefined) =>
  episode ? knownNames(facts.creator, episode) : noNames;

export type HearSource = (job: Job, stop: AbortSignal, progress: Progress) => Promise<Result>;

export const sourceHearer =
  ({ live, hear, download, folder: parent, takePlace }: SourceDeps): HearSource =>
  (job, stop, progress) =>
    inFolder(parent, async (folder) => {
      const release = live();
      const episode = knownEpisode(release, job.sourceUrl);
      const publisher = { download, release, folder, stop };
      const isAsked = episode !== undefined && job.episode === null;
      const published = isAsked ? await publishedTranscript(episode, job.language ?? undefined, publisher) : [];
      const maxSeconds = limitSeconds(job.maxMinutes);
      const within = (result: Result): Result => {
        refuseLonger(result.durationSeconds, maxSeconds);
        return result;
      };
      if (!Array.isArray(published)) return within(published);
      if (!job.takesPlace) await takePlace(job);
      const language = chooseLanguage(job.language, languageIn(release, episode));
      const url = episode?.audioUrl ?? job.sourceUrl;
      const names = namesIn(release, episode);
      const result = within(await hear({ url, language, names, maxSeconds, stop, progress }));
      return { ...result, warnings: [...published, ...result.warnings] };
    });

/** What can be said of a source without a place in the queue: the result, or that the publisher offers it. */
export type LookUp = (job: Pick<Job, 'sourceUrl' | 'language'>) => Promise<Result | 'published' | undefined>;

export const sourceLookUp =
  ({ live, recall }: Pick<SourceDeps, 'live'> & { recall: RecallRecording }): LookUp =>
  async ({ sourceUrl, language }) => {
    const release = live();
    const episode = knownEpisode(release, sourceUrl);
    if (episode && offersTranscript(episode, language ?? undefined)) return 'published';
    return recall(episode?.audioUrl ?? sourceUrl, {
      language: chooseLanguage(language, languageIn(release, episode)),
      names: namesIn(release, episode),
    });
  };
