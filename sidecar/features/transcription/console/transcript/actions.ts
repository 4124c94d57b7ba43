// Actions on the transcript of an episode: generate, copy the publisher's, correct, approve, delete.
import { ApiError } from '#contract/errors.ts';
import type { Segment } from '#contract/schemas/transcripts.ts';
import { sha256 } from '#domain/ids.ts';
import { type OwnEpisode, ownEpisode } from '../../own-episodes.ts';
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

async function episodeOf({ desk }: ConsoleDeps, id: string): Promise<OwnEpisode> {
  const episode = await ownEpisode(desk.contentDir, id);
  if (!episode) throw new ApiError('not_found', 'No published episode has that name.');
  return episode;
}

const record = ({ store, now }: ConsoleDeps, action: string, id: string) =>
  store.db.insertInto('audit').values({ at: now(), who: consoleActor, action, subject: id, detail: null }).execute();

const pathOf = (id: string): string => `/transcripts/${id}`;

export const transcribeEpisode =
  ({ submitEpisode }: Pick<Transcription, 'submitEpisode'>): RunAction =>
  async (deps, _, { params }) => {
    const episode = await episodeOf(deps, params.id!);
    await own.assertUncorrected(deps.desk.contentDir, episode.id);
    await submitEpisode(episode);
    return { to: pathOf(episode.id), notice: 'hearing' };
  };

export const usePublisherTranscript: RunAction = async (deps, _, { params }) => {
  const { id, title } = await episodeOf(deps, params.id!);
  const { contentDir, exclusively } = deps.desk;
  if (!(await exclusively(() => own.copyPublisherTranscript(contentDir, id, title))))
    throw new ApiError('not_found', 'The publisher offers no transcript that could be read.');
  return { to: pathOf(id), notice: 'takenOver' };
};

async function approve(deps: ConsoleDeps, id: string): Promise<ActionResult> {
  const { contentDir, exclusively } = deps.desk;
  if (!(await exclusively(() => own.approveTranscript(contentDir, id))))
    throw new ApiError('not_found', 'No transcript of that name waits.');
  await record(deps, 'item.transcript-approved', id);
  await deps.builds.request();
  return { to: pathOf(id), notice: 'transcriptApproved' };
}

type Kept = 'kept' | 'same' | 'changed';

/** Saves a correction, unless the file has changed since it was shown. */
async function keep({ desk }: ConsoleDeps, id: string, form: FormValues, segments: Segment[]): Promise<Kept> {
  return desk.exclusively(async () => {
    const found = await findTranscript(desk.contentDir, id);
    if (!found || sha256(found.source) !== formField(form, 'revision')) return 'changed';
    if (found.place !== 'publisher' && (await own.hasSameSegments(found.source, segments))) return 'same';
    await own.saveCorrection(desk.contentDir, id, segments, found.source);
    return 'kept';
  });
}

const changed: ConsoleMessage =
  'Nothing is saved yet: the transcript changed while you looked at it. What you typed stands below; saving puts it in place.';

export const correctTranscript: RunAction = async (deps, form, { params, t }) => {
  const id = params.id!;
  const segments = readFormSegments(form);
  const comeBack = async (revision?: string): Promise<ActionResult> => ({
    view: 'transcript',
    model: await readTranscriptModel(deps, id, { segments, ...(revision !== undefined && { revision }) }),
  });
  // The revision stays the one that the creator saw, so that a later change is noticed.
  const seen = formField(form, 'revision');
  if (formField(form, 'do') === redrawForm) return comeBack(seen);
  const problem = findSegmentProblem(segments, form, t);
  if (problem) return { ...(await comeBack(seen)), problem };
  const kept = await keep(deps, id, form, segments);
  if (kept === 'changed') return { ...(await comeBack()), problem: changed };
  const isWaiting = (await own.readTranscriptSource(deps.desk.contentDir, 'waiting', id)) !== undefined;
  if (readVerb(form) === 'approve' && isWaiting) return approve(deps, id);
  return { to: pathOf(id), notice: kept === 'same' ? 'nothingTyped' : 'transcriptSaved' };
};

/** Approves a file that the form cannot show. */
export const approveFile: RunAction = (deps, _, { params }) => approve(deps, params.id!);

export const rejectTranscript: RunAction = async (deps, _, { params }) => {
  const id = params.id!;
  const { contentDir, exclusively } = deps.desk;
  if (!(await exclusively(() => own.discardTranscript(contentDir, id))))
    throw new ApiError('not_found', 'No transcript of that name waits.');
  await record(deps, 'item.transcript-rejected', id);
  return { to: '/transcripts', notice: 'transcriptRejected' };
};
