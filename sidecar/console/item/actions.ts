// Decisions about one item. The form is saved first, so that the decision applies to what the creator saw.
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
import { renderFormAgain, previewItem, type ItemRefusal, type SubmittedForm } from './form-again.ts';
import { listAddress } from '../content/filter.ts';
import { readItemForm } from './item-form.ts';
import { itemFieldLabel, missingDateMessage } from './item-fields.ts';
import { type OpenItem, openItem, readConflictSide } from './page.ts';
import { type ItemDecision, recordDecisions } from '../content/audit-log.ts';
import { runUndoably } from '../../content/undo.ts';
import type { ConsoleTranslate, ConsoleMessage } from '../messages/messages.ts';

type ItemVerb = 'save' | 'approve' | 'reject' | 'retract' | 'reopen';

const verbsByFolder: Record<ItemFolder, ItemVerb[]> = {
  inbox: ['save', 'approve', 'reject'],
  // Rejection from the list of items that cannot be shown; that form has no other fields.
  published: ['save', 'retract', 'reject'],
  rejected: ['reopen'],
};

type DecisionResult = { outcome: 'done'; title: string; changed: string[]; isSecret?: boolean } | ItemRefusal;

interface ItemRequest extends SubmittedForm {
  verb: ItemVerb;
}

export const decideIn =
  (folder: ItemFolder): RunAction =>
  async (deps, form, { params, t }) => {
    const id = params.id!;
    if (!isItemId(id)) throw new ApiError('not_found', 'This item does not exist.');
    const back = listAddress(folderPaths[folder], formField(form, 'back'));
    if (['preview', redrawForm].includes(formField(form, 'do')))
      return previewItem(deps, { folder, id, form, back, t });
    const verb = verbsByFolder[folder].find((one) => one === formField(form, 'do'));
    if (!verb) throw new ApiError('bad_request', 'The form contains no action. Go back and use one of its buttons.');
    const request = { folder, id, verb, form, back, t };
    // Keeps the input when the disk is full or the lock is not released.
    const failWith = ({ message }: Error): DecisionResult => ({ outcome: 'failed', problems: [message] });
    const result = await runAsOneChange(deps.desk, (lockedDesk) => decide(deps, lockedDesk, request)).catch(failWith);
    return result.outcome === 'done' ? recordDecision(deps, request, result) : renderFormAgain(deps, request, result);
  };

type Step = () => Promise<StepResult | { outcome: string }>;

const decisionSteps: Partial<Record<ItemVerb, (lockedDesk: ReviewDesk, id: string) => ReturnType<Step>>> = {
  approve,
  reject,
  retract,
};

const isEmbargoed = ({ liveAt }: { liveAt?: unknown }, now: Date): boolean =>
  typeof liveAt === 'string' && !isDue({ liveAt }, now);

/** Lists the steps of a decision in their order. */
function listSteps(
  lockedDesk: ReviewDesk,
  { folder, id, verb }: ItemRequest,
  { change, changedLabels }: Pick<ReturnType<typeof readItemForm>, 'change' | 'changedLabels'>,
  choices: ConflictChoice[],
): Step[] {
  const steps: Step[] = [];
  if (verb === 'reopen') steps.push(() => reopen(lockedDesk, id));
  if (changedLabels.length > 0)
    steps.push(() => edit(lockedDesk, id, change, { folder: folder === 'published' ? folder : 'inbox' }));
  if (choices.length > 0) steps.push(() => resolveConflicts(lockedDesk, id, choices));
  const decision = decisionSteps[verb];
  if (decision) steps.push(() => decision(lockedDesk, id));
  return steps;
}

async function decide(deps: ConsoleDeps, lockedDesk: ReviewDesk, request: ItemRequest): Promise<DecisionResult> {
  const { folder, id, verb, form, t } = request;
  const open = await openItem(lockedDesk, folder, id);
  if (verb === 'reject' && (folder === 'published' || open.outcome === 'invalid'))
    return runUndoable(lockedDesk, { id, verb, title: id, t }, () => removeUnreadable(lockedDesk, folder, id));
  if (open.outcome !== 'found') return open;
  if (open.revision !== formField(form, 'revision')) return { outcome: 'changed' };
  const formEdit = readItemForm(open.file, form, { themes: deps.live().facts.creator.themes, t });
  const { change, changedLabels, problems } = formEdit;
  if (problems.length > 0) return { outcome: 'refused', problems };
  const { choices, unsettled } = readConflictChoices(open, form, change, t);
  if (verb === 'approve' && unsettled.length > 0) return { outcome: 'refused', problems: unsettled };
  const steps = listSteps(lockedDesk, request, formEdit, choices);
  const { title } = open.file.item;
  const success = {
    outcome: 'done' as const,
    title,
    isSecret: isEmbargoed({ ...open.file.item, ...change.fields }, lockedDesk.now()),
    changed: [...changedLabels, ...choices.map(({ name }) => itemFieldLabel(name))],
  };
  return steps.length === 0
    ? success
    : runUndoable(lockedDesk, { id, verb, title, t }, async () => (await runSteps(steps)) ?? success);
}

type StepResult = Awaited<ReturnType<typeof edit | typeof resolveConflicts | typeof approve | typeof reopen>>;

/** Runs the steps in order. Returns the first refusal, or undefined if all are done. */
async function runSteps(steps: Step[]): Promise<ItemRefusal | undefined> {
  for (const step of steps) {
    const result = (await step()) as StepResult;
    if (result.outcome === 'invalid') return result;
    if (result.outcome === 'conflict') return { outcome: 'changed' };
    if (result.outcome === 'undated')
      return { outcome: 'refused', problems: [{ name: 'date', text: missingDateMessage }] };
    if (result.outcome === 'changed' || result.outcome === 'not_found' || result.outcome === 'already_waiting')
      return result;
  }
  return undefined;
}

const undoLabels: Record<ItemVerb, ConsoleMessage> = {
  save: '“{title}” changed',
  approve: '“{title}” approved',
  reject: '“{title}” rejected',
  retract: '“{title}” retracted',
  reopen: '“{title}” moved to the inbox',
};

const runUndoable = (
  lockedDesk: ReviewDesk,
  { id, verb, title, t }: { id: string; verb: ItemVerb; title: string; t: ConsoleTranslate },
  work: () => Promise<DecisionResult>,
): Promise<DecisionResult> =>
  runUndoably(lockedDesk, { id, what: t(undoLabels[verb], { title }) }, work, ({ outcome }) => outcome === 'done');

/** Returns the sides chosen for conflicts and the conflicts that remain. Editing a field resolves its conflict. */
function readConflictChoices(
  { conflicts }: OpenItem,
  form: FormValues,
  { fields, body }: ItemChange,
  t: ConsoleTranslate,
) {
  const isTyped = (name: string) => (name === 'body' ? body !== undefined : Object.hasOwn(fields, name));
  const open = conflicts.filter(({ name }) => !isTyped(name));
  const choices = open.flatMap(({ name }): ConflictChoice[] => {
    const side = readConflictSide(form, name);
    return side ? [{ name, side }] : [];
  });
  const unsettled = open
    .filter(({ name }) => !readConflictSide(form, name))
    .map(({ name }) => ({
      text: t('You and the source both changed “{field}”. Choose a version.', { field: t.any(itemFieldLabel(name)) }),
    }));
  return { choices, unsettled };
}

/** Rejects or retracts a file that cannot be read. */
async function removeUnreadable(lockedDesk: ReviewDesk, folder: ItemFolder, id: string): Promise<DecisionResult> {
  const { outcome } = await (folder === 'published' ? retract(lockedDesk, id) : reject(lockedDesk, id));
  const isRemoved = outcome === 'rejected' || outcome === 'retracted';
  return isRemoved ? { outcome: 'done', title: id, changed: [] } : { outcome: 'not_found' };
}

const auditActions = {
  approve: 'item.approved',
  reject: 'item.rejected',
  retract: 'item.retracted',
  reopen: 'item.reopened',
} as const;

async function recordDecision(
  deps: ConsoleDeps,
  request: ItemRequest,
  result: DecisionResult & { outcome: 'done' },
): Promise<ActionResult> {
  const { folder, id, verb, back } = request;
  const { title, changed } = result;
  const decisions: ItemDecision[] = [
    ...(changed.length > 0 ? [{ action: 'item.edited' as const, id, detail: `${title}: ${changed.join(', ')}` }] : []),
    ...(verb === 'save' ? [] : [{ action: auditActions[verb], id, detail: title }]),
  ];
  await recordDecisions(deps, decisions);
  if (verb === 'approve' || (folder === 'published' && decisions.length > 0)) await deps.builds.request('build');
  const query = new URLSearchParams({ back });
  if (verb === 'save') return { to: `${folderPaths[folder]}/${id}?${query}`, notice: noticeAfterSave(folder, changed) };
  if (verb === 'reopen') return { to: `${folderPaths.inbox}/${id}`, notice: 'reopened' };
  const isEmbargo = verb === 'approve' && result.isSecret;
  return { to: back, notice: isEmbargo ? 'embargoed' : decisionNotices[verb] };
}

const decisionNotices = { approve: 'approved', reject: 'rejected', retract: 'retracted' } as const;

const noticeAfterSave = (folder: ItemFolder, changed: string[]) =>
  changed.length === 0 ? 'nothingTyped' : folder === 'published' ? 'savedLive' : 'saved';
