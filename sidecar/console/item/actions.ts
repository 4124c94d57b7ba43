// A decision about one item, together with what was typed into its form: saved first, so that what is decided is what was seen.
import { ApiError } from '#contract/errors.ts';
import { folderPaths } from './model.ts';
import {
  approve,
  runAsOneChange,
  type ConflictChoice,
  resolveConflicts,
  edit,
  type ItemChange,
  reject,
  reopen,
  retract,
} from '../../content/review.ts';
import { isDue } from '../../content/embargo.ts';
import { type ReviewDesk, type ItemFolder, isItemId } from '../../content/review-desk.ts';
import { type RunAction, redrawForm, type ActionResult, formField, type FormValues } from '../page.ts';
import type { ConsoleDeps } from '../deps.ts';
import { comeBack, preview, type Refusal, type Sent } from './come-back.ts';
import { backTo } from '../content/filter.ts';
import { draftOf } from './item-form.ts';
import { labelOf } from './item-fields.ts';
import { type OpenItem, openItem, sideIn } from './page.ts';
import { type ItemDecision, record } from '../content/record.ts';
import { runUndoably } from '../../content/undo.ts';
import type { ConsoleTranslate, ConsoleMessage } from '../messages/messages.ts';

type Verb = 'save' | 'approve' | 'reject' | 'retract' | 'reopen';

const verbsOf: Record<ItemFolder, Verb[]> = {
  inbox: ['save', 'approve', 'reject'],
  // Rejected from the list of what cannot be shown, where nothing was typed.
  published: ['save', 'retract', 'reject'],
  rejected: ['reopen'],
};

type Result = { outcome: 'done'; title: string; changed: string[]; isSecret?: boolean } | Refusal;

interface Wish extends Sent {
  verb: Verb;
}

export const decideIn =
  (folder: ItemFolder): RunAction =>
  async (deps, form, { params, t }) => {
    const id = params.id!;
    if (!isItemId(id)) throw new ApiError('not_found', 'There is no such item.');
    const back = backTo(folderPaths[folder], formField(form, 'back'));
    if (['preview', redrawForm].includes(formField(form, 'do'))) return preview(deps, { folder, id, form, back, t });
    const verb = verbsOf[folder].find((one) => one === formField(form, 'do'));
    if (!verb)
      throw new ApiError('bad_request', 'The form does not say what to do. Go back and use one of its buttons.');
    const wish = { folder, id, verb, form, back, t };
    // A full disk, a lock that is never given free: what was typed is not lost for that.
    const failed = ({ message }: Error): Result => ({ outcome: 'failed', problems: [message] });
    const result = await runAsOneChange(deps.desk, (held) => decide(deps, held, wish)).catch(failed);
    return result.outcome === 'done' ? finish(deps, wish, result) : comeBack(deps, wish, result);
  };

async function decide(deps: ConsoleDeps, held: ReviewDesk, { folder, id, verb, form, t }: Wish): Promise<Result> {
  const open = await openItem(held, folder, id);
  const unread = { id, verb, title: id, t };
  if (verb === 'reject' && folder === 'published') return takeBack(held, unread, () => retractUnseen(held, id));
  if (open.outcome === 'invalid' && verb === 'reject') return takeBack(held, unread, () => rejectUnread(held, id));
  if (open.outcome !== 'found') return open;
  if (open.revision !== formField(form, 'revision')) return { outcome: 'changed' };
  const { change, changed, problems } = draftOf(open.file, form, { themes: deps.live().facts.creator.themes, t });
  if (problems.length > 0) return { outcome: 'refused', problems };
  const { choices, unsettled } = choicesIn(open, form, change, t);
  if (verb === 'approve' && unsettled.length > 0) return { outcome: 'refused', problems: unsettled };
  const steps = [
    ...(verb === 'reopen' ? [() => reopen(held, id)] : []),
    ...(changed.length > 0
      ? [() => edit(held, id, change, { folder: folder === 'published' ? folder : 'inbox' })]
      : []),
    ...(choices.length > 0 ? [() => resolveConflicts(held, id, choices)] : []),
    ...(verb === 'approve' ? [() => approve(held, id)] : []),
    ...(verb === 'reject' ? [() => reject(held, id)] : []),
    ...(verb === 'retract' ? [() => retract(held, id)] : []),
  ];
  const { title } = open.file.item;
  const { liveAt } = { ...open.file.item, ...change.fields };
  const isSecret = typeof liveAt === 'string' && !isDue({ liveAt }, held.now());
  const all = {
    outcome: 'done' as const,
    title,
    isSecret,
    changed: [...changed, ...choices.map(({ name }) => labelOf(name))],
  };
  return steps.length === 0 ? all : takeBack(held, { id, verb, title, t }, async () => (await inOrder(steps)) ?? all);
}

type Stepped = Awaited<ReturnType<typeof edit | typeof resolveConflicts | typeof approve | typeof reopen>>;

/** Undefined when all are done. */
async function inOrder(steps: (() => Promise<Stepped | { outcome: string }>)[]): Promise<Refusal | undefined> {
  for (const step of steps) {
    const done = (await step()) as Stepped;
    if (done.outcome === 'invalid') return done;
    if (done.outcome === 'conflict') return { outcome: 'changed' };
    if (done.outcome === 'changed' || done.outcome === 'not_found' || done.outcome === 'already_waiting') return done;
  }
  return undefined;
}

const pasts: Record<Verb, ConsoleMessage> = {
  save: '“{title}” changed',
  approve: '“{title}” approved',
  reject: '“{title}” rejected',
  retract: '“{title}” retracted',
  reopen: '“{title}” opened again',
};

const takeBack = (
  held: ReviewDesk,
  { id, verb, title, t }: { id: string; verb: Verb; title: string; t: ConsoleTranslate },
  work: () => Promise<Result>,
): Promise<Result> =>
  runUndoably(held, { id, what: t(pasts[verb], { title }) }, work, ({ outcome }) => outcome === 'done');

/** What was typed into a field settles it, too. */
function choicesIn({ conflicts }: OpenItem, form: FormValues, { fields, body }: ItemChange, t: ConsoleTranslate) {
  const isTyped = (name: string) => (name === 'body' ? body !== undefined : Object.hasOwn(fields, name));
  const open = conflicts.filter(({ name }) => !isTyped(name));
  const choices = open.flatMap(({ name }): ConflictChoice[] => {
    const side = sideIn(form, name);
    return side ? [{ name, side }] : [];
  });
  const unsettled = open
    .filter(({ name }) => !sideIn(form, name))
    .map(({ name }) => ({
      text: t('You and the source both changed “{field}”: choose a side.', { field: t.any(labelOf(name)) }),
    }));
  return { choices, unsettled };
}

/** A file that cannot be read has no text of the form's to lose. */
async function rejectUnread(held: ReviewDesk, id: string): Promise<Result> {
  const { outcome } = await reject(held, id);
  return outcome === 'rejected' ? { outcome: 'done', title: id, changed: [] } : { outcome: 'not_found' };
}

async function retractUnseen(held: ReviewDesk, id: string): Promise<Result> {
  const { outcome } = await retract(held, id);
  return outcome === 'retracted' ? { outcome: 'done', title: id, changed: [] } : { outcome: 'not_found' };
}

const actions = {
  approve: 'item.approved',
  reject: 'item.rejected',
  retract: 'item.retracted',
  reopen: 'item.reopened',
} as const;

async function finish(deps: ConsoleDeps, wish: Wish, result: Result & { outcome: 'done' }): Promise<ActionResult> {
  const { folder, id, verb, back } = wish;
  const { title, changed } = result;
  const decisions: ItemDecision[] = [
    ...(changed.length > 0 ? [{ action: 'item.edited' as const, id, detail: `${title}: ${changed.join(', ')}` }] : []),
    ...(verb === 'save' ? [] : [{ action: actions[verb], id, detail: title }]),
  ];
  await record(deps, decisions);
  if (verb === 'approve' || (folder === 'published' && decisions.length > 0)) await deps.builds.request('build');
  const query = new URLSearchParams({ back });
  if (verb === 'save') return { to: `${folderPaths[folder]}/${id}?${query}`, notice: savedNotice(folder, changed) };
  if (verb === 'reopen') return { to: `${folderPaths.inbox}/${id}`, notice: 'reopened' };
  if (verb === 'approve' && result.isSecret) return { to: back, notice: 'embargoed' };
  return { to: back, notice: verb === 'approve' ? 'approved' : verb === 'reject' ? 'rejected' : 'retracted' };
}

const savedNotice = (folder: ItemFolder, changed: string[]) =>
  changed.length === 0 ? 'nothingTyped' : folder === 'published' ? 'savedLive' : 'saved';
