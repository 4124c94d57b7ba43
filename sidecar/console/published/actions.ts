// Hides a published item from the media room or from the API, or shows it again.
import { ApiError } from '#contract/errors.ts';
import { surfaces } from '#contract/schemas/stored-item.ts';
import { type Surface, surfaceNames } from '../content/model.ts';
import { undoably } from '../../content/undo.ts';
import { asOne, edit, type Outcome } from '../../content/review.ts';
import { type Desk, readItem } from '../../content/review-desk.ts';
import { type Action, field } from '../page.ts';
import { backTo } from '../content/filter.ts';
import { record } from '../content/record.ts';
import type { Say } from '../words/words.ts';

/** Whatever else changed about the item meanwhile stays as it is. */
async function setSurface(
  held: Desk,
  { id, surface, isHidden }: { id: string; surface: Surface; isHidden: boolean },
  say: Say,
): Promise<Outcome<'edited'>> {
  const found = await readItem(held, 'published', id);
  if (found.outcome !== 'found') return found;
  const others = (found.item.hiddenOn ?? []).filter((one) => one !== surface);
  const hiddenOn = isHidden ? [...others, surface] : others;
  const what = say(isHidden ? '“{title}” hidden: {surface}' : '“{title}” shown: {surface}', {
    title: found.item.title,
    surface: say(surfaceNames[surface]),
  });
  const change = () => edit(held, id, { fields: { hiddenOn } }, { folder: 'published' });
  return undoably(held, { id, what }, change, ({ outcome }) => outcome === 'edited');
}

export const changeSurface: Action = async (deps, form, { say }) => {
  const id = field(form, 'id');
  const surface = surfaces.find((one) => one === field(form, 'surface'));
  const isHidden = field(form, 'do') === 'hide';
  if (!surface) throw new ApiError('bad_request', 'The form does not say where to hide or show the item.');
  const { outcome } = await asOne(deps.desk, (held) => setSurface(held, { id, surface, isHidden }, say));
  if (outcome !== 'edited') throw new ApiError('not_found', 'This item is not published any more.');
  await record(deps, [{ action: isHidden ? 'item.hidden' : 'item.shown', id, detail: surface }]);
  await deps.builds.request('build');
  return { to: backTo('/published', field(form, 'back')), notice: isHidden ? 'hidden' : 'shown' };
};
