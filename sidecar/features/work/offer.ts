// Offers: a task for a client and a resource. Who asks again gets the same one, so that nobody can look for an easy one.
import { makeOfferedTask } from './rules/make.ts';
import { newToken } from '../../storage/tokens.ts';
import type { Release } from '../../release/release.ts';
import type { Db } from '../../storage/store.ts';
import { materialOf } from './material.ts';
import { isCurrent, keptTask } from './sources.ts';
import type { NewTask } from './rules/task.ts';
import { type Task, taskMs, type WorkDeps } from './tasks.ts';

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

const usual = new WeakMap<Release, NewTask | undefined>();

/** Returns the task of a release that is offered if another seed gives none. */
function usualTask(release: Release): NewTask | undefined {
  if (!usual.has(release)) usual.set(release, makeOfferedTask(materialOf(release), 'usual'));
  return usual.get(release);
}

/** Returns true if the content suffices for a task. */
export const canOffer = (release: Release): boolean => usualTask(release) !== undefined;

/** Undefined where the content suffices for no task. */
export async function offerTask({ db, now }: WorkDeps, release: Release, wanted: Wanted): Promise<Task | undefined> {
  const open = await findOpen(db, wanted);
  if (open && open.expiresAt > now() && isCurrent(release, open)) return open;
  if (open) await expire(db, open);
  const id = newToken();
  const made = makeOfferedTask(materialOf(release), id) ?? usualTask(release);
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
