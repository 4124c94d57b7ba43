// Action that hides a published item from the media room or the API, or shows it again.
import { ApiError } from '#contract/errors.ts';
import { surfaces } from '#contract/schemas/stored-item.ts';
import { type Surface, surfaceNames } from '../content/model.ts';
import { runUndoably } from '../../content/undo.ts';
import { runAsOneChange, edit, type ReviewOutcome } from '../../content/review.ts';
import { type ReviewDesk, readItem } from '../../content/review-desk.ts';
import { type RunAction, formField } from '../page.ts';
import { listAddress } from '../content/filter.ts';
import { recordDecisions } from '../content/audit-log.ts';
import type { ConsoleTranslate } from '../messages/messages.ts';

/** Changes one surface and keeps all other changes of the item. */
async function setSurface(
  lockedDesk: ReviewDesk,
  { id, surface, isHidden }: { id: string; surface: Surface; isHidden: boolean },
  t: ConsoleTranslate,
): Promise<ReviewOutcome<'edited'>> {
  const result = await readItem(lockedDesk, 'published', id);
  if (result.outcome !== 'found') return result;
  const others = (result.item.hiddenOn ?? []).filter((one) => one !== surface);
  const hiddenOn = isHidden ? [...others, surface] : others;
  const what = t(isHidden ? '“{title}” hidden: {surface}' : '“{title}” shown: {surface}', {
    title: result.item.title,
    surface: t(surfaceNames[surface]),
  });
  const change = () => edit(lockedDesk, id, { fields: { hiddenOn } }, { folder: 'published' });
  return runUndoably(lockedDesk, { id, what }, change, ({ outcome }) => outcome === 'edited');
}

export const changeSurface: RunAction = async (deps, form, { t }) => {
  const id = formField(form, 'id');
  const surface = surfaces.find((one) => one === formField(form, 'surface'));
  const isHidden = formField(form, 'do') === 'hide';
  if (!surface)
    throw new ApiError('bad_request', 'The form does not name where to hide or show the item. Go back and try again.');
  const { outcome } = await runAsOneChange(deps.desk, (lockedDesk) =>
    setSurface(lockedDesk, { id, surface, isHidden }, t),
  );
  if (outcome !== 'edited') throw new ApiError('not_found', 'This item is no longer published.');
  await recordDecisions(deps, [{ action: isHidden ? 'item.hidden' : 'item.shown', id, detail: surface }]);
  await deps.builds.request('build');
  return { to: listAddress('/published', formField(form, 'back')), notice: isHidden ? 'hidden' : 'shown' };
};
