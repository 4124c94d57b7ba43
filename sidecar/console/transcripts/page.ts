// Transcripts: how far recordings are that somebody asked for, and decisions about the creator's own.
import { ApiError } from '#contract/errors.ts';
import type { TranscribeRow, TranscriptsModel } from './model.ts';
import { strangerText } from '#domain/text/stranger-text.ts';
import { type Job, listJobs } from '../../transcribe/jobs.ts';
import * as own from '../../transcribe/own-episodes.ts';
import { pageSize } from '../listing.ts';
import { type Action, type Page, who } from '../page.ts';

const longest = { source: 300, problem: 500 };

function rowOf({
  id,
  status,
  sourceUrl,
  progress,
  durationSeconds,
  problem,
  createdAt,
}: Pick<Job, keyof Awaited<ReturnType<typeof listJobs>>[number]>): TranscribeRow {
  const { message } = JSON.parse(problem ?? '{}') as { message?: string };
  return {
    id,
    status,
    source: strangerText(sourceUrl, longest.source),
    progress,
    ...(durationSeconds !== null && { durationSeconds }),
    ...(message && { problem: strangerText(message, longest.problem) }),
    createdAt,
  };
}

export const transcriptsPage: Page<TranscriptsModel> = async ({ store, desk }) => ({
  waiting: await own.waitingTranscripts(desk.contentDir),
  jobs: (await listJobs(store.db, pageSize)).map(rowOf),
});

const decision =
  (move: 'approve' | 'reject', notice: 'transcriptApproved' | 'transcriptRejected'): Action =>
  async ({ desk, builds, store, now }, _, { params }) => {
    const id = params.id!;
    const moveFile = move === 'approve' ? own.approveTranscript : own.rejectTranscript;
    const moved = await desk.exclusively(() => moveFile(desk.contentDir, id));
    if (!moved) throw new ApiError('not_found', 'No transcript of that name waits.');
    const action = move === 'approve' ? 'item.transcript-approved' : 'item.transcript-rejected';
    await store.db.insertInto('audit').values({ at: now(), who, action, subject: id, detail: null }).execute();
    if (move === 'approve') await builds.request();
    return { to: '/transcripts', notice };
  };

export const approveTranscript = decision('approve', 'transcriptApproved');
export const rejectTranscript = decision('reject', 'transcriptRejected');
