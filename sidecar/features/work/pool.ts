// The pool: tasks that anyone may take, kept filled, listed while nobody holds them, held by one at a time.
import { v7 } from 'uuid';
import type { TaskType } from '#contract/schemas/work.ts';
import { taskTypes } from '#contract/schemas/work.ts';
import { offersWork, priceSats, workTasksFor } from '#domain/access/access.ts';
import { dayMs } from '#domain/instants.ts';
import { makeTask } from './rules/make-task.ts';
import { sha256 } from '#domain/ids.ts';
import { newToken, tokenHash } from '../../storage/tokens.ts';
import type { Release } from '../../release/release.ts';
import type { Db } from '../../storage/store.ts';
import { materialForRelease } from './material.ts';
import { isTaskCurrent, serializeTask } from './sources.ts';
import { findTask, type StoredTask, taskLifetimeMs, type WorkDeps } from './tasks.ts';

/** Tasks of each type that wait. */
const waitingPerType = 4;
const maxOpen = 400;
/** Older tasks of the pool are replaced by new ones, made from what is published then. */
const poolMs = dayMs;
const maxClaims = 3;

const selectOpenTasks = (db: Db) => db.selectFrom('workTasks').where('origin', '=', 'pool').where('state', '=', 'open');

/** What one task is worth: what one is enough for. */
const listRewards = ({ facts: { access } }: Release): string[] =>
  Object.keys(access.prices ?? {}).filter((name) => workTasksFor(access, name) === 1);

async function addTask({ db, now }: WorkDeps, release: Release, type: TaskType, at: number): Promise<void> {
  const id = v7();
  const made = makeTask(materialForRelease(release), type, newToken());
  const worth = listRewards(release);
  if (!made || worth.length === 0) return;
  const createdAt = now();
  const free = { client: null, leaseHash: null, leaseWorker: null, leaseUntil: 0 };
  const about = {
    id,
    origin: 'pool' as const,
    type,
    task: serializeTask(release, made),
    resourceId: worth[at % worth.length]!,
  };
  await db
    .insertInto('workTasks')
    .values({ ...about, ...free, state: 'open', createdAt, expiresAt: createdAt + poolMs })
    .execute();
}

/** Expires tasks that nobody holds: those that are old, and those made of what is no longer published as it was. Gives the others. */
async function expireOldTasks({ db, now }: WorkDeps, release: Release) {
  const at = now();
  const open = await selectOpenTasks(db).select(['id', 'type', 'task', 'leaseUntil', 'expiresAt']).execute();
  const isOld = (task: (typeof open)[number]) =>
    task.leaseUntil <= at && (task.expiresAt <= at || !isTaskCurrent(release, task));
  const old = open.filter(isOld).map(({ id }) => id);
  if (old.length === 0) return open;
  await db
    .updateTable('workTasks')
    .set({ state: 'expired' })
    .where('id', 'in', old)
    .where('state', '=', 'open')
    .where('leaseUntil', '<=', at)
    .execute();
  return open.filter(({ id }) => !old.includes(id));
}

/** To be called again and again. */
export async function fillPool(deps: WorkDeps, release: Release): Promise<void> {
  const { now } = deps;
  // Without texts nothing can be made, nor compared.
  if (!offersWork(release.facts.access)) return;
  const open = await expireOldTasks(deps, release);
  if (open.length >= maxOpen) return;
  for (const type of taskTypes) {
    // Claimed tasks do not count, so that hoarding claims keeps nobody from work.
    const waiting = open.filter((task) => task.type === type && task.leaseUntil <= now()).length;
    for (let at = waiting; at < waitingPerType; at++) await addTask(deps, release, type, at);
  }
}

export interface PoolListing {
  tasks: (StoredTask & { amountSats: number })[];
  total: number;
}

/** Oldest first; none whose reward has no price any more, or whose texts are not published as they were. */
export async function listPool(
  { db, now }: WorkDeps,
  release: Release,
  { type, limit }: { type?: TaskType | undefined; limit: number },
): Promise<PoolListing> {
  const { access } = release.facts;
  if (!offersWork(access)) return { tasks: [], total: 0 };
  const free = await selectOpenTasks(db)
    .selectAll()
    .where('expiresAt', '>', now())
    .where('leaseUntil', '<=', now())
    .$if(type !== undefined, (query) => query.where('type', '=', type!))
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  const priced = free.flatMap((task) => {
    const amountSats = priceSats(access, task.resourceId);
    return amountSats !== undefined && isTaskCurrent(release, task) ? [{ ...task, amountSats }] : [];
  });
  return { tasks: priced.slice(0, limit), total: priced.length };
}

/** A record is kept for a name at an address or of a token: nobody works under another's. */
const workerIdFor = (client: string, workerId: string): string => sha256(`${client}\n${workerId}`);

export interface PoolClaim {
  taskId: string;
  workerId: string;
  /** Whose name it is: the holder of a token, else the address. */
  client: string;
  address: string;
}

export type ClaimRefusal = 'unknown' | 'taken' | 'answered_before' | 'too_many_claims';

/** Who answered a task has no second opinion about it. */
async function findClaimProblem({ db, now }: WorkDeps, { taskId, client, workerId, address }: PoolClaim) {
  const before = await db
    .selectFrom('workAnswers')
    .select('id')
    .where('taskId', '=', taskId)
    .where(({ or, eb }) => or([eb('worker', '=', workerIdFor(client, workerId)), eb('client', '=', address)]))
    .executeTakeFirst();
  if (before) return 'answered_before';
  const held = await selectOpenTasks(db)
    .select('id')
    .where('client', '=', address)
    .where('leaseUntil', '>', now())
    .limit(maxClaims)
    .execute();
  return held.length < maxClaims ? undefined : 'too_many_claims';
}

async function recordWorker(db: Db, id: string, name: string, seenAt: number): Promise<void> {
  await db
    .insertInto('workers')
    .values({ id, name, accepted: 0, rejected: 0, seenAt })
    .onConflict((on) => on.column('id').doUpdateSet({ seenAt }))
    .execute();
}

/** Holds the task for this worker, unless another was first. */
export async function claimTask(
  deps: WorkDeps,
  release: Release,
  wish: PoolClaim,
): Promise<{ claimToken: string; leaseUntil: number } | ClaimRefusal> {
  const { db, now } = deps;
  const refused = await findClaimProblem(deps, wish);
  if (refused) return refused;
  const task = await findTask(db, 'pool', wish.taskId);
  if (!task || !isTaskCurrent(release, task)) return 'unknown';
  const [claimToken, at, worker] = [newToken(), now(), workerIdFor(wish.client, wish.workerId)];
  const leaseUntil = at + taskLifetimeMs;
  const mine = await db
    .updateTable('workTasks')
    .set({ leaseHash: tokenHash(claimToken), leaseWorker: worker, leaseUntil, client: wish.address })
    .where('id', '=', wish.taskId)
    .where('origin', '=', 'pool')
    .where('state', '=', 'open')
    .where('expiresAt', '>', at)
    .where('leaseUntil', '<=', at)
    .returning('id')
    .executeTakeFirst();
  if (!mine)
    return (await selectOpenTasks(db).select('id').where('id', '=', wish.taskId).executeTakeFirst())
      ? 'taken'
      : 'unknown';
  await recordWorker(db, worker, wish.workerId, at);
  return { claimToken, leaseUntil };
}
