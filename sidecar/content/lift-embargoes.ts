// Ends embargoes that are due.
import { isDue, withoutEmbargo, readEmbargoedItems } from './embargo.ts';
import { runAsOneChange } from './review.ts';
import { type ReviewDesk, readItem, writeItem } from './review-desk.ts';

/** Ends due embargoes and returns the ids of the items. The room shows them after the next build. */
export async function liftDueEmbargoes(desk: ReviewDesk, now: Date): Promise<string[]> {
  const due = (await readEmbargoedItems(desk.contentDir)).filter((one) => isDue(one, now));
  if (due.length === 0) return [];
  return runAsOneChange(desk, async (lockedDesk) => {
    const liftedIds: string[] = [];
    for (const { id } of due) {
      const file = await readItem(lockedDesk, 'published', id);
      // The creator may have moved the time since.
      if (file.outcome !== 'found' || !file.item.liveAt || !isDue(file.item, now)) continue;
      await writeItem(lockedDesk, 'published', { item: withoutEmbargo(file.item, now), body: file.body });
      liftedIds.push(id);
    }
    return liftedIds;
  });
}
