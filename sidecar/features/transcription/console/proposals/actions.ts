// Applies the proposals that the creator selected to an episode, or records that they were rejected.
import { ApiError } from '#contract/errors.ts';
import type { Chapter } from '#contract/content-types.ts';
import { sha256 } from '#domain/ids.ts';
import { runAsOneChange, edit } from '#sidecar/content/review.ts';
import { runUndoably } from '#sidecar/content/undo.ts';
import {
  type RunAction,
  redrawForm,
  type ConsoleRequest,
  type ActionResult,
  formField,
  type FormValues,
  consoleActor,
} from '#sidecar/console/page.ts';
import type { ConsoleDeps } from '#sidecar/console/deps.ts';
import type { ProposalsModel } from './model.ts';
import { type EpisodeProposals, loadProposalsPage, readEpisodeProposals } from './page.ts';

const recordAudit = ({ store, now }: ConsoleDeps, action: string, subject: string, detail: string) =>
  store.db.insertInto('audit').values({ at: now(), who: consoleActor, action, subject, detail }).execute();

/** Returns chapters with their edited titles, without those whose title was cleared. */
function readChapters({ chapters }: EpisodeProposals['proposals'], { title = [] }: FormValues): Chapter[] {
  return chapters.flatMap(({ startSeconds }, at) => {
    const words = (title[at] ?? '').replace(/\s+/g, ' ').trim().slice(0, 300);
    return words ? [{ startSeconds, title: words }] : [];
  });
}

/** Returns the entries at the selected positions. */
const selectEntries = <T>(all: T[], positions: string[] = []): T[] =>
  all.filter((_, at) => positions.includes(String(at)));

function selectFields({ proposals, item: { item } }: EpisodeProposals, form: FormValues): Record<string, unknown> {
  const isSelected = (name: string): boolean => (form.take ?? []).includes(name);
  const chapters = readChapters(proposals, form);
  const quotes = selectEntries(proposals.quotes, form.quote);
  const words = proposals.keywords.filter((word) => (form.keyword ?? []).includes(word));
  return {
    // The room then publishes its own chapters file.
    ...(isSelected('chapters') && chapters.length > 0 && { chapters, chaptersUrl: null }),
    ...(quotes.length > 0 && { pullQuotes: quotes }),
    ...(isSelected('summary') && proposals.summary !== '' && { summary: proposals.summary }),
    ...(words.length > 0 && { keywords: [...new Set([...item.keywords, ...words])] }),
  };
}

const fieldLabels: Record<string, string> = {
  chapters: 'chapters',
  pullQuotes: 'quotes',
  summary: 'summary',
  keywords: 'keywords',
};

async function accept(deps: ConsoleDeps, id: string, form: FormValues): Promise<string[]> {
  const proposed = await readEpisodeProposals(deps, id);
  const { item, source } = proposed;
  if (sha256(source) !== formField(form, 'transcript') || item.revision !== formField(form, 'item'))
    throw new ApiError(
      'bad_request',
      'Nothing was changed, because the episode or its transcript has changed since you opened this page. Reload it and try again.',
    );
  const fields = selectFields(proposed, form);
  const changedNames = Object.keys(fields).flatMap((name) => fieldLabels[name] ?? []);
  if (changedNames.length === 0) return [];
  const what = `“${item.item.title}” got ${changedNames.join(', ')}`;
  const result = await runAsOneChange(deps.desk, (lockedDesk) =>
    runUndoably(
      lockedDesk,
      { id, what },
      () => edit(lockedDesk, id, { fields }, { folder: 'published', seenRevision: item.revision }),
      ({ outcome }) => outcome === 'edited',
    ),
  );
  if (result.outcome !== 'edited')
    throw new ApiError(
      'bad_request',
      'Nothing was changed, because the episode cannot be edited. Open the episode to see why.',
    );
  return changedNames;
}

async function redraw(deps: ConsoleDeps, form: FormValues, request: ConsoleRequest): Promise<ActionResult> {
  const { take = [], title = [], quote = [], keyword = [] } = form;
  // The revisions remain those that the creator saw, so that a later change is detected.
  const revisions: ProposalsModel['revisions'] = [formField(form, 'transcript'), formField(form, 'item')];
  const model = await loadProposalsPage(deps, request);
  return { view: 'proposals', model: { ...model, revisions, typed: { take, title, quote, keyword } } };
}

export const decideProposals: RunAction = async (deps, form, request) => {
  const id = request.params.id!;
  const to = `/transcripts/${id}`;
  if (formField(form, 'do') === redrawForm) return redraw(deps, form, request);
  if (formField(form, 'do') === 'reject') {
    await readEpisodeProposals(deps, id);
    await recordAudit(deps, 'item.proposals-rejected', id, '');
    return { to, notice: 'proposalsRejected' };
  }
  const changedNames = await accept(deps, id, form);
  if (changedNames.length === 0) return { to: `${to}/proposals`, notice: 'nothingTyped' };
  await recordAudit(deps, 'item.proposals-accepted', id, changedNames.join(', '));
  await deps.builds.request();
  return { to, notice: 'proposalsAccepted' };
};
