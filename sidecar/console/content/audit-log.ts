// Writes the creator's decisions about items into the audit list, and asks for the build that makes them visible.
import type { ConsoleDeps } from '../deps.ts';
import { consoleActor } from '../page.ts';

type ItemAction =
  | 'item.approved'
  | 'item.rejected'
  | 'item.edited'
  | 'item.retracted'
  | 'item.reopened'
  | 'item.hidden'
  | 'item.shown'
  | 'items.undone';

export interface ItemDecision {
  action: ItemAction;
  id: string;
  detail?: string | undefined;
}

/** Databases take only so many values at once. */
const rowsPerInsert = 1000;

export async function recordDecisions({ store, now }: Pick<ConsoleDeps, 'store' | 'now'>, decisions: ItemDecision[]) {
  const at = now();
  const rows = decisions.map(({ action, id, detail }) => ({
    at,
    who: consoleActor,
    action,
    subject: id,
    detail: detail ?? null,
  }));
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    await store.db
      .insertInto('audit')
      .values(rows.slice(start, start + rowsPerInsert))
      .execute();
  }
}
