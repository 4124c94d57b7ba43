// Offers a task to a client for a resource. Repeated requests get the same task, so that nobody can pick an easy one.
import { makeOfferedTask } from './rules/make-task.ts';
import { newToken } from '../../storage/tokens.ts';
import type { Release } from '../../release/release.ts';
import type { Db } from '../../storage/store.ts';
import { materialForRelease } from './material.ts';
import { isTaskCurrent, serializeTask } from './sources.ts';
import type { NewTask } from './rules/task.ts';
import { type StoredTask, taskLifetimeMs, type WorkDeps } from './tasks.ts';

export interface OfferRequest {
  resourceId: string;
  client: string;
}

const findOpenOffer = (db: Db, { resourceId, client }: OfferRequest): Promise<StoredTask | undefined> =>
  db
    .selectFrom('workTasks')
    .selectAll()
    .where('origin', '=', 'offer')
    .where('state', '=', 'open')
    .where('client', '=', client)
    .where('resourceId', '=', resourceId)
    .executeTakeFirst();

const expireTask = (db: Db, { id }: StoredTask) =>
  db.updateTable('workTasks').set({ state: 'expired' }).where('id', '=', id).where('state', '=', 'open').execute();

const fallbackTasks = new WeakMap<Release, NewTask | undefined>();

/** Returns the task of a release that is offered if no task can be made from another seed. */
function getFallbackTask(release: Release): NewTask | undefined {
  if (!fallbackTasks.has(release)) fallbackTasks.set(release, makeOfferedTask(materialForRelease(release), 'usual'));
  return fallbackTasks.get(release);
}

/** Returns true if the content suffices for a task. */
export const canOffer = (release: Release): boolean => getFallbackTask(release) !== undefined;

/** Returns undefined if the content does not suffice for a task. */
export async function offerTask(
  { db, now }: WorkDeps,
  release: Release,
  request: OfferRequest,
): Promise<StoredTask | undefined> {
  const open = await findOpenOffer(db, request);
  if (open && open.expiresAt > now() && isTaskCurrent(release, open)) return open;
  if (open) await expireTask(db, open);
  const id = newToken();
  const task = makeOfferedTask(materialForRelease(release), id) ?? getFallbackTask(release);
  if (!task) return undefined;
  const createdAt = now();
  const noLease = { leaseHash: null, leaseWorker: null, leaseUntil: 0 };
  const offer = { id, origin: 'offer' as const, type: task.type, task: serializeTask(release, task), ...request };
  await db
    .insertInto('workTasks')
    .values({ ...offer, ...noLease, state: 'open', createdAt, expiresAt: createdAt + taskLifetimeMs })
    .onConflict((on) => on.doNothing())
    .execute();
  return findOpenOffer(db, request);
}
