// Offers: a task for a client and a resource. Who asks again gets the same one, so that nobody can look for an easy one.
import { makeOfferedTask } from './rules/make.ts';
import { newToken } from '../../server/tokens.ts';
import type { Release } from '../../release/release.ts';
import type { Db } from '../../store/store.ts';
import { materialOf } from './material.ts';
import { isCurrent, keptTask } from './sources.ts';
import { type Task, taskMs, type WorkParts } from './tasks.ts';

export interface Wanted {
  resourceId: string;
  client: string;
}

const findOpen = (db: Db, { resourceId, client }: Wanted): Promise<Task | undefined> =>
  db
    .selectFrom('workTasks')
    .selectAll()
    .where('origin', '=', 'offer')
    .where('state', '=', 'open')
    .where('client', '=', client)
    .where('resourceId', '=', resourceId)
    .executeTakeFirst();

const expire = (db: Db, { id }: Task) =>
  db.updateTable('workTasks').set({ state: 'expired' }).where('id', '=', id).where('state', '=', 'open').execute();

/** Undefined where the content suffices for no task. */
export async function offerTask({ db, now }: WorkParts, release: Release, wanted: Wanted): Promise<Task | undefined> {
  const open = await findOpen(db, wanted);
  if (open && open.expiresAt > now() && isCurrent(release, open)) return open;
  if (open) await expire(db, open);
  const id = newToken();
  const made = makeOfferedTask(materialOf(release), id);
  if (!made) return undefined;
  const createdAt = now();
  const none = { leaseHash: null, leaseWorker: null, leaseUntil: 0 };
  const about = { id, origin: 'offer' as const, type: made.type, task: keptTask(release, made), ...wanted };
  await db
    .insertInto('workTasks')
    .values({ ...about, ...none, state: 'open', createdAt, expiresAt: createdAt + taskMs })
    .onConflict((on) => on.doNothing())
    .execute();
  return findOpen(db, wanted);
}
