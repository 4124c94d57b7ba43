// Writes decisions and edits of the creator to the audit log.
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
  | 'items.undone'
  | 'content.edited';

export interface ItemDecision {
  action: ItemAction;
  /** Item, or edited file. */
  id: string;
  detail?: string | undefined;
}

/** Limit that keeps an insert below the number of parameters that databases accept. */
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
