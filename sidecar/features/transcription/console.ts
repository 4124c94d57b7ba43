// Pages, search and notices of transcripts in the console.
import { consolePath } from '#domain/live-pages.ts';
import type { ConsoleContribution } from '../../console/contribution.ts';
import { successNotice } from '../../console/notices.ts';
import { toHitPage, hitTitle, type SearchKind, totalRows } from '../../console/search/hits.ts';
import { containsWords } from '../../storage/contains-words.ts';
import { decideProposals } from './console/proposals/actions.ts';
import { loadProposalsPage } from './console/proposals/page.ts';
import * as transcript from './console/transcript/actions.ts';
import { loadTranscriptPage } from './console/transcript/page.ts';
import { transcribeLabels, transcribeTones } from './console/transcripts/model.ts';
import { cancelJob, loadTranscriptsPage } from './console/transcripts/page.ts';
import type { Transcription } from './transcription.ts';

const findTranscriptions: SearchKind['find'] = async ({ store: { db } }, words, { limit, offset }) =>
  toHitPage(
    await db
      .selectFrom('transcribeJobs')
      .select(['id', 'status', 'sourceUrl', 'episode', 'createdAt', totalRows])
      .where(containsWords(words, ['id', 'sourceUrl', 'episode']))
      .orderBy('createdAt', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    ({ id, status, sourceUrl, episode, createdAt }) => ({
      title: hitTitle(episode ?? sourceUrl),
      href: `${consolePath}/transcripts${episode ? `/${episode}` : `#job-${id}`}`,
      state: { label: transcribeLabels[status], tone: transcribeTones[status] },
      at: Number(createdAt),
    }),
  );

export const transcriptionConsole = (
  transcription: Pick<Transcription, 'submitEpisode' | 'cancel'>,
): ConsoleContribution => ({
  pages: [
    {
      view: 'transcripts',
      section: { group: 'Content', label: 'Transcripts', order: 20 },
      pages: { '/transcripts': loadTranscriptsPage },
      actions: { '/transcripts/jobs/:job/cancel': cancelJob(transcription) },
    },
    {
      view: 'transcript',
      pages: { '/transcripts/:id': loadTranscriptPage },
      actions: {
        '/transcripts/:id': transcript.correctTranscript,
        '/transcripts/:id/hear': transcript.transcribeEpisode(transcription),
        '/transcripts/:id/take': transcript.usePublisherTranscript,
        '/transcripts/:id/approve': transcript.approveFile,
        '/transcripts/:id/reject': transcript.rejectTranscript,
      },
      restores: ['/transcripts/:id'],
    },
    {
      view: 'proposals',
      pages: { '/transcripts/:id/proposals': loadProposalsPage },
      actions: { '/transcripts/:id/proposals': decideProposals },
      restores: ['/transcripts/:id/proposals'],
    },
  ],
  searchKinds: [{ name: 'transcripts', label: 'Transcriptions', order: 30, find: findTranscriptions }],
  notices: {
    transcriptionStarted: successNotice(
      'Transcription has started. You can review the transcript here when it is done.',
    ),
    transcriptionCancelled: successNotice('Transcription cancelled.'),
    proposalsAccepted: successNotice(
      'Episode updated. The changes appear on the page, in the feed and in the API after the next build.',
    ),
    proposalsRejected: successNotice('Suggestions rejected. The episode is unchanged.'),
    publisherTranscriptCopied: successNotice('The publisher’s transcript was copied. Correct it, then approve it.'),
    transcriptSaved: successNotice('Saved. Approve the transcript to publish it.'),
    transcriptApproved: successNotice(
      'Approved. The transcript appears on the page, in search and in the feed after the next build.',
    ),
    transcriptRejected: successNotice('Transcript deleted.'),
  },
});
