// Renders the page of an item again with the input, as a preview or because the action failed.
import { folderPaths } from './model.ts';
import type { ItemFolder } from '../../content/review-desk.ts';
import { type ActionResult, formField, type FormValues } from '../page.ts';
import type { ConsoleDeps } from '../deps.ts';
import { listAddress } from '../content/filter.ts';
import { readItemForm, type FieldProblem } from './item-form.ts';
import { placeholderItem, loadItemModel, type OpenItem, openItem } from './page.ts';
import type { ConsoleTranslate, ConsoleMessage } from '../messages/messages.ts';

/** Submitted form of an item. */
export interface SubmittedForm {
  folder: ItemFolder;
  id: string;
  form: FormValues;
  /** Address of the list to return to. */
  back: string;
  t: ConsoleTranslate;
}

/** Reason why nothing was done. */
export type ItemRefusal =
  | { outcome: 'refused'; problems: FieldProblem[] }
  | { outcome: 'changed' | 'not_found' | 'already_waiting' }
  | { outcome: 'invalid' | 'failed'; problems: string[] };

const refusalMessages = {
  refused: 'Nothing was saved. Fix the highlighted fields and send again.',
  changed:
    'Nothing was saved because the item has changed. Your input is still in the form. Check what it would change now.',
  already_waiting: 'A newer version is in the inbox. Decide about that one instead. Your input is below.',
  moved: 'Nothing was saved because the item was moved. This is its new page, with your input in the form.',
  failed: 'Saving failed. Your input is still in the form. Fix the cause and try again.',
  gone: 'Saving failed because the file of this item is missing or cannot be read. Copy your input from the form below.',
} as const satisfies Record<string, ConsoleMessage>;

export async function previewItem(deps: ConsoleDeps, sent: SubmittedForm): Promise<ActionResult> {
  const open = await openItem(deps.desk, sent.folder, sent.id);
  if (open.outcome !== 'found') return renderFormAgain(deps, sent, open);
  if (open.revision !== formField(sent.form, 'revision')) return renderFormAgain(deps, sent, { outcome: 'changed' });
  const { problems } = readItemForm(open.file, sent.form, {
    themes: deps.live().facts.creator.themes,
    t: sent.t,
  });
  if (problems.length > 0) return renderFormAgain(deps, sent, { outcome: 'refused', problems });
  return { view: 'item', model: await loadItemModel(deps, open, sent.back, { form: sent.form, problems, t: sent.t }) };
}

export async function renderFormAgain(
  deps: ConsoleDeps,
  sent: SubmittedForm,
  refusal: ItemRefusal,
): Promise<ActionResult> {
  const { folder, id, form, t } = sent;
  const problems = refusalProblems(refusal);
  const renderItem = async (item: OpenItem, problem: ConsoleMessage, isConflict: boolean): Promise<ActionResult> => {
    const back = listAddress(folderPaths[item.folder], sent.back);
    return {
      view: 'item',
      model: await loadItemModel(deps, item, back, { form, problems, t, isConflict }),
      problem: t(problem),
    };
  };
  const { outcome } = refusal;
  const open = await openItem(deps.desk, folder, id);
  if (open.outcome === 'found') {
    return renderItem(
      open,
      refusalMessages[outcome === 'invalid' || outcome === 'not_found' ? 'refused' : outcome],
      outcome === 'changed',
    );
  }
  for (const other of ['inbox', 'published', 'rejected'] as const) {
    const movedItem = await openItem(deps.desk, other, id);
    if (movedItem.outcome === 'found') return renderItem(movedItem, refusalMessages.moved, true);
  }
  return renderItem(placeholderItem(folder, id, form, deps.desk.now()), refusalMessages.gone, false);
}

function refusalProblems(refusal: ItemRefusal): FieldProblem[] {
  if (refusal.outcome === 'refused') return refusal.problems;
  return 'problems' in refusal ? refusal.problems.map((text) => ({ text })) : [];
}
