// Transcription jobs as rows, with progress and partial transcript.
import { strangerText } from '#domain/text/stranger-text.ts';
import { type TranscriptionJob, listJobs, describeProgress } from '../../jobs.ts';
import { pageSize } from '#sidecar/console/listing.ts';
import type { ConsoleDeps } from '#sidecar/console/deps.ts';
import type { TranscribeRow } from './model.ts';

const longest = { source: 300, problem: 500 };
/** Last segments of a partial transcript that are shown. */
const lastSegments = 12;

type ListedJob = Pick<TranscriptionJob, keyof Awaited<ReturnType<typeof listJobs>>[number]>;

function toRow(job: ListedJob, titles: Map<string, string>): TranscribeRow {
  const { id, status, sourceUrl, durationSeconds, problem, createdAt, episode } = job;
  const { message } = JSON.parse(problem ?? '{}') as { message?: string };
  const { progress = 0, remainingSeconds, partial } = describeProgress(job);
  const source =
    episode === null
      ? { source: strangerText(sourceUrl, longest.source) }
      : { source: titles.get(episode) ?? episode, path: `/transcripts/${episode}` };
  return {
    id,
    status,
    ...source,
    progress,
    ...(remainingSeconds !== undefined && { remainingSeconds }),
    ...(partial && { partial: partial.segments.slice(-lastSegments) }),
    ...(durationSeconds !== null && { durationSeconds }),
    ...(message && { problem: strangerText(message, longest.problem) }),
    createdAt,
  };
}

/** Returns jobs, newest first, with the titles of the creator's episodes by id. */
export const readJobRows = async ({ store }: Pick<ConsoleDeps, 'store'>, titles: Map<string, string>) =>
  (await listJobs(store.db, pageSize)).map((job) => toRow(job, titles));
