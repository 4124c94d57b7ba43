// Actions on the transcript of an episode: generate, copy the publisher's, correct, approve, delete.
import { ApiError } from '#contract/errors.ts';
import type { Segment } from '#contract/schemas/transcripts.ts';
import { sha256 } from '#domain/ids.ts';
import { type OwnEpisode, findOwnEpisode } from '../../own-episodes.ts';
import * as own from '../../own-transcripts.ts';
import type { Transcription } from '../../transcription.ts';
import {
  type RunAction,
  redrawForm,
  type ActionResult,
  formField,
  type FormValues,
  consoleActor,
} from '#sidecar/console/page.ts';
import type { ConsoleDeps } from '#sidecar/console/deps.ts';
import { readFormSegments, findSegmentProblem, readVerb } from './form.ts';
import type { ConsoleMessage } from '#sidecar/console/messages/messages.ts';
import { readTranscriptModel, findTranscript } from './page.ts';

async function readEpisode({ desk }: ConsoleDeps, id: string): Promise<OwnEpisode> {
  const episode = await findOwnEpisode(desk.contentDir, id);
  if (!episode) throw new ApiError('not_found', 'There is no such published episode.');
  return episode;
}

const record = ({ store, now }: ConsoleDeps, action: string, id: string) =>
  store.db.insertInto('audit').values({ at: now(), who: consoleActor, action, subject: id, detail: null }).execute();

const transcriptPagePath = (id: string): string => `/transcripts/${id}`;

export const transcribeEpisode =
  ({ submitEpisode }: Pick<Transcription, 'submitEpisode'>): RunAction =>
  async (deps, _, { params }) => {
    const episode = await readEpisode(deps, params.id!);
    await own.assertUncorrected(deps.desk.contentDir, episode.id);
    await submitEpisode(episode);
    return { to: transcriptPagePath(episode.id), notice: 'transcriptionStarted' };
  };

export const usePublisherTranscript: RunAction = async (deps, _, { params }) => {
  const { id, title } = await readEpisode(deps, params.id!);
  const { contentDir, exclusively } = deps.desk;
  if (!(await exclusively(() => own.copyPublisherTranscript(contentDir, id, title))))
    throw new ApiError('not_found', 'The publisher offers no readable transcript.');
  return { to: transcriptPagePath(id), notice: 'publisherTranscriptCopied' };
};

async function approve(deps: ConsoleDeps, id: string): Promise<ActionResult> {
  const { contentDir, exclusively } = deps.desk;
  if (!(await exclusively(() => own.approveTranscript(contentDir, id))))
    throw new ApiError('not_found', 'There is no transcript to review for this episode.');
  await record(deps, 'item.transcript-approved', id);
  await deps.builds.request();
  return { to: transcriptPagePath(id), notice: 'transcriptApproved' };
}

type SaveOutcome = 'saved' | 'same' | 'changed';

/** Saves a correction, unless the file has changed since it was shown. */
async function save({ desk }: ConsoleDeps, id: string, form: FormValues, segments: Segment[]): Promise<SaveOutcome> {
  return desk.exclusively(async () => {
    const current = await findTranscript(desk.contentDir, id);
    if (!current || sha256(current.source) !== formField(form, 'revision')) return 'changed';
    if (current.stage !== 'publisher' && (await own.hasSameSegments(current.source, segments))) return 'same';
    await own.saveCorrection(desk.contentDir, id, segments, current.source);
    return 'saved';
  });
}

const changedMessage: ConsoleMessage =
  'Your changes are not saved yet, because the transcript has changed since you opened this page. Save again to replace it with the text below.';

export const correctTranscript: RunAction = async (deps, form, { params, t }) => {
  const id = params.id!;
  const segments = readFormSegments(form);
  const redraw = async (revision?: string): Promise<ActionResult> => ({
    view: 'transcript',
    model: await readTranscriptModel(deps, id, { segments, ...(revision !== undefined && { revision }) }),
  });
  // The revision stays the one that the creator saw, so that a later change is noticed.
  const seenRevision = formField(form, 'revision');
  if (formField(form, 'do') === redrawForm) return redraw(seenRevision);
  const problem = findSegmentProblem(segments, form, t);
  if (problem) return { ...(await redraw(seenRevision)), problem };
  const outcome = await save(deps, id, form, segments);
  if (outcome === 'changed') return { ...(await redraw()), problem: changedMessage };
  const isWaiting = (await own.readTranscriptSource(deps.desk.contentDir, 'waiting', id)) !== undefined;
  if (readVerb(form) === 'approve' && isWaiting) return approve(deps, id);
  return { to: transcriptPagePath(id), notice: outcome === 'same' ? 'nothingTyped' : 'transcriptSaved' };
};

/** Approves a file that the form cannot show. */
export const approveFile: RunAction = (deps, _, { params }) => approve(deps, params.id!);

export const rejectTranscript: RunAction = async (deps, _, { params }) => {
  const id = params.id!;
  const { contentDir, exclusively } = deps.desk;
  if (!(await exclusively(() => own.discardTranscript(contentDir, id))))
    throw new ApiError('not_found', 'There is no transcript to review for this episode.');
  await record(deps, 'item.transcript-rejected', id);
  return { to: '/transcripts', notice: 'transcriptRejected' };
};
