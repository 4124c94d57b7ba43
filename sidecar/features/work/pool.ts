// The pool of tasks that anyone may claim: filled regularly, listed while unclaimed, claimed by one worker at a
// time.
import { v7 } from 'uuid';
import { type TaskType, taskTypes } from '#contract/schemas/work.ts';
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

/** Number of unclaimed tasks of each type. */
const waitingPerType = 4;
const maxOpen = 400;
/** Lifetime of a task of the pool, after which a new one is made from newer content. */
const poolMs = dayMs;
const maxClaims = 3;

const selectOpenTasks = (db: Db) => db.selectFrom('workTasks').where('origin', '=', 'pool').where('state', '=', 'open');

/** Lists resources that a single task pays for. */
const listRewards = ({ facts: { access } }: Release): string[] =>
  Object.keys(access.prices ?? {}).filter((name) => workTasksFor(access, name) === 1);

async function addTask({ db, now }: WorkDeps, release: Release, type: TaskType, index: number): Promise<void> {
  const id = v7();
  const task = makeTask(materialForRelease(release), type, newToken());
  const resources = listRewards(release);
  if (!task || resources.length === 0) return;
  const createdAt = now();
  const noLease = { client: null, leaseHash: null, leaseWorker: null, leaseUntil: 0 };
  const poolTask = {
    id,
    origin: 'pool' as const,
    type,
    task: serializeTask(release, task),
    resourceId: resources[index % resources.length]!,
  };
  await db
    .insertInto('workTasks')
    .values({ ...poolTask, ...noLease, state: 'open', createdAt, expiresAt: createdAt + poolMs })
    .execute();
}

/** Expires unclaimed tasks that are old or whose content has changed. Returns the other open tasks. */
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

/** Replaces old tasks and adds missing ones. Is called periodically. */
export async function fillPool(deps: WorkDeps, release: Release): Promise<void> {
  const { now } = deps;
  // A room without work may have no texts to make or compare tasks.
  if (!offersWork(release.facts.access)) return;
  const open = await expireOldTasks(deps, release);
  if (open.length >= maxOpen) return;
  for (const type of taskTypes) {
    // Claimed tasks do not count, so that hoarding claims does not keep others from work.
    const waiting = open.filter((task) => task.type === type && task.leaseUntil <= now()).length;
    for (let index = waiting; index < waitingPerType; index++) await addTask(deps, release, type, index);
  }
}

export interface PoolListing {
  tasks: (StoredTask & { amountSats: number })[];
  total: number;
}

/** Lists tasks, oldest first, except those whose reward has lost its price or whose texts have changed. */
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

/** Returns the id of a worker: a name of one client. Nobody can work under somebody else's id. */
const workerIdFor = (client: string, workerId: string): string => sha256(`${client}\n${workerId}`);

export interface PoolClaim {
  taskId: string;
  workerId: string;
  /** Owner of the worker id: the holder of a token, or else the address. */
  client: string;
  address: string;
}

export type ClaimRefusal = 'unknown' | 'taken' | 'answered_before' | 'too_many_claims';

/** Returns why the worker may not claim the task. A worker cannot give a second opinion on an own answer. */
async function findClaimProblem({ db, now }: WorkDeps, { taskId, client, workerId, address }: PoolClaim) {
  const before = await db
    .selectFrom('workAnswers')
    .select('id')
    .where('taskId', '=', taskId)
    .where(({ or, eb }) => or([eb('worker', '=', workerIdFor(client, workerId)), eb('client', '=', address)]))
    .executeTakeFirst();
  if (before) return 'answered_before';
  const claims = await selectOpenTasks(db)
    .select('id')
    .where('client', '=', address)
    .where('leaseUntil', '>', now())
    .limit(maxClaims)
    .execute();
  return claims.length < maxClaims ? undefined : 'too_many_claims';
}

async function recordWorker(db: Db, id: string, name: string, seenAt: number): Promise<void> {
  await db
    .insertInto('workers')
    .values({ id, name, accepted: 0, rejected: 0, seenAt })
    .onConflict((on) => on.column('id').doUpdateSet({ seenAt }))
    .execute();
}

/** Claims the task for this worker, unless another one was faster. */
export async function claimTask(
  deps: WorkDeps,
  release: Release,
  claim: PoolClaim,
): Promise<{ claimToken: string; leaseUntil: number } | ClaimRefusal> {
  const { db, now } = deps;
  const problem = await findClaimProblem(deps, claim);
  if (problem) return problem;
  const task = await findTask(db, 'pool', claim.taskId);
  if (!task || !isTaskCurrent(release, task)) return 'unknown';
  const claimToken = newToken();
  const at = now();
  const worker = workerIdFor(claim.client, claim.workerId);
  const leaseUntil = at + taskLifetimeMs;
  const claimedTask = await db
    .updateTable('workTasks')
    .set({ leaseHash: tokenHash(claimToken), leaseWorker: worker, leaseUntil, client: claim.address })
    .where('id', '=', claim.taskId)
    .where('origin', '=', 'pool')
    .where('state', '=', 'open')
    .where('expiresAt', '>', at)
    .where('leaseUntil', '<=', at)
    .returning('id')
    .executeTakeFirst();
  if (!claimedTask)
    return (await selectOpenTasks(db).select('id').where('id', '=', claim.taskId).executeTakeFirst())
      ? 'taken'
      : 'unknown';
  await recordWorker(db, worker, claim.workerId, at);
  return { claimToken, leaseUntil };
}
