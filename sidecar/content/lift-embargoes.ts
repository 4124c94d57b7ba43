// Ends embargoes whose moment has come.
import { isDue, withoutEmbargo, readEmbargoedItems } from './embargo.ts';
import { runAsOneChange } from './review.ts';
import { type ReviewDesk, readItem, writeItem } from './review-desk.ts';

/** Makes those public whose moment has come; gives their ids. The room follows with the next build. */
export async function liftDueEmbargoes(desk: ReviewDesk, now: Date): Promise<string[]> {
  const due = (await readEmbargoedItems(desk.contentDir)).filter((one) => isDue(one, now));
  if (due.length === 0) return [];
  return runAsOneChange(desk, async (held) => {
    const done: string[] = [];
    for (const { id } of due) {
      const found = await readItem(held, 'published', id);
      // Its moment may have been moved since.
      if (found.outcome !== 'found' || !found.item.liveAt || !isDue(found.item, now)) continue;
      await writeItem(held, 'published', { item: withoutEmbargo(found.item, now), body: found.body });
      done.push(id);
    }
    return done;
  });
}
