// The page of proposals, which are computed from the transcript of an episode for each view.
import { ApiError } from '#contract/errors.ts';
import { sha256 } from '#domain/ids.ts';
import { type FoundItem, readItem } from '#sidecar/content/review-desk.ts';
import { readTranscriptSource } from '../../own-transcripts.ts';
import { type Proposals, createProposals } from '../../proposals/propose.ts';
import { readTranscript } from '#sidecar/content/transcripts/read-transcript.ts';
import type { LoadPage } from '#sidecar/console/page.ts';
import type { ConsoleDeps } from '#sidecar/console/deps.ts';
import type { ProposalsModel } from './model.ts';

const decisions = ['item.proposals-accepted', 'item.proposals-rejected'];

/** Returns true if the proposals for the approved transcript were accepted or rejected. */
async function isDecided({ store }: ConsoleDeps, id: string): Promise<boolean> {
  const last = await store.db
    .selectFrom('audit')
    .select('action')
    .where('subject', '=', id)
    .where('action', 'in', [...decisions, 'item.transcript-approved'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last !== undefined && decisions.includes(last.action);
}

export interface EpisodeProposals {
  item: FoundItem;
  source: string;
  proposals: Proposals;
}

/** Creates proposals from the approved transcript, else from the publisher's. */
export async function readEpisodeProposals({ desk, live }: ConsoleDeps, id: string): Promise<EpisodeProposals> {
  const item = await readItem(desk, 'published', id);
  if (item.outcome !== 'found') throw new ApiError('not_found', 'There is no such published episode.');
  const { contentDir } = desk;
  const source =
    (await readTranscriptSource(contentDir, 'approved', id)) ??
    (await readTranscriptSource(contentDir, 'publisher', id));
  if (source === undefined) throw new ApiError('not_found', 'The episode has no approved transcript yet.');
  const segments = await readTranscript(source, 'vtt', item.item.durationSeconds);
  return { item, source, proposals: createProposals(segments, item.item.language ?? live().facts.creator.language) };
}

export const loadProposalsPage: LoadPage<ProposalsModel> = async (deps, { params }) => {
  const id = params.id!;
  const { item: found, source, proposals } = await readEpisodeProposals(deps, id);
  const { title, chapters = [], pullQuotes = [], summary, keywords } = found.item;
  return {
    ...proposals,
    keywords: proposals.keywords.filter((word) => !keywords.includes(word)),
    id,
    title,
    has: { chapters: chapters.length, quotes: pullQuotes.length, ...(summary && { summary }) },
    revisions: [sha256(source), found.revision],
    isDecided: await isDecided(deps, id),
  };
};
