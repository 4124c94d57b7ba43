// The pool: tasks that anyone may take, kept filled, listed while nobody holds them, held by one at a time.
import { v7 } from 'uuid';
import type { TaskType } from '#contract/schemas/work.ts';
import { taskTypes } from '#contract/schemas/work.ts';
import { offersWork, priceSats, workTasksFor } from '#domain/access/access.ts';
import { dayMs } from '#domain/instants.ts';
import { makeTask } from './rules/make.ts';
import { sha256 } from '#domain/ids.ts';
import { newToken, tokenHash } from '../../storage/tokens.ts';
import type { Release } from '../../release/release.ts';
import type { Db } from '../../storage/store.ts';
import { materialOf } from './material.ts';
import { isCurrent, keptTask } from './sources.ts';
import { findTask, type Task, taskMs, type WorkDeps } from './tasks.ts';

/** Tasks of each type that wait. */
const waitingOfType = 4;
const mostOpen = 400;
/** Older tasks of the pool are replaced by new ones, made from what is published then. */
const poolMs = dayMs;
const heldAtOnce = 3;

const openTasks = (db: Db) => db.selectFrom('workTasks').where('origin', '=', 'pool').where('state', '=', 'open');

/** What one task is worth: what one is enough for. */
const rewards = ({ facts: { access } }: Release): string[] =>
  Object.keys(access.prices ?? {}).filter((name) => workTasksFor(access, name) === 1);

async function addTask({ db, now }: WorkDeps, release: Release, type: TaskType, at: number): Promise<void> {
  const id = v7();
  const made = makeTask(materialOf(release), type, newToken());
  const worth = rewards(release);
  if (!made || worth.length === 0) return;
  const createdAt = now();
  const free = { client: null, leaseHash: null, leaseWorker: null, leaseUntil: 0 };
  const about = {
    id,
    origin: 'pool' as const,
    type,
    task: keptTask(release, made),
    resourceId: worth[at % worth.length]!,
  };
  await db
    .insertInto('workTasks')
    .values({ ...about, ...free, state: 'open', createdAt, expiresAt: createdAt + poolMs })
    .execute();
}

/** Expires tasks that nobody holds: those that are old, and those made of what is no longer published as it was. Gives the others. */
async function dropOld({ db, now }: WorkDeps, release: Release) {
  const at = now();
  const open = await openTasks(db).select(['id', 'type', 'task', 'leaseUntil', 'expiresAt']).execute();
  const isOld = (task: (typeof open)[number]) =>
    task.leaseUntil <= at && (task.expiresAt <= at || !isCurrent(release, task));
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
  const open = await dropOld(deps, release);
  if (open.length >= mostOpen) return;
  for (const type of taskTypes) {
    // Claimed tasks do not count, so that hoarding claims keeps nobody from work.
    const waiting = open.filter((task) => task.type === type && task.leaseUntil <= now()).length;
    for (let at = waiting; at < waitingOfType; at++) await addTask(deps, release, type, at);
  }
}

export interface Listed {
  tasks: (Task & { amountSats: number })[];
  total: number;
}

/** Oldest first; none whose reward has no price any more, or whose texts are not published as they were. */
export async function listPool(
  { db, now }: WorkDeps,
  release: Release,
  { type, limit }: { type?: TaskType | undefined; limit: number },
): Promise<Listed> {
  const { access } = release.facts;
  if (!offersWork(access)) return { tasks: [], total: 0 };
  const free = await openTasks(db)
    .selectAll()
    .where('expiresAt', '>', now())
    .where('leaseUntil', '<=', now())
    .$if(type !== undefined, (query) => query.where('type', '=', type!))
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  const priced = free.flatMap((task) => {
    const amountSats = priceSats(access, task.resourceId);
    return amountSats !== undefined && isCurrent(release, task) ? [{ ...task, amountSats }] : [];
  });
  return { tasks: priced.slice(0, limit), total: priced.length };
}

/** A record is kept for a name at an address or of a token: nobody works under another's. */
const workerOf = (client: string, workerId: string): string => sha256(`${client}\n${workerId}`);

export interface ClaimWish {
  taskId: string;
  workerId: string;
  /** Whose name it is: the holder of a token, else the address. */
  client: string;
  address: string;
}

export type Unclaimed = 'unknown' | 'taken' | 'answered_before' | 'too_many_claims';

/** Who answered a task has no second opinion about it. */
async function whyNot({ db, now }: WorkDeps, { taskId, client, workerId, address }: ClaimWish) {
  const before = await db
    .selectFrom('workAnswers')
    .select('id')
    .where('taskId', '=', taskId)
    .where(({ or, eb }) => or([eb('worker', '=', workerOf(client, workerId)), eb('client', '=', address)]))
    .executeTakeFirst();
  if (before) return 'answered_before';
  const held = await openTasks(db)
    .select('id')
    .where('client', '=', address)
    .where('leaseUntil', '>', now())
    .limit(heldAtOnce)
    .execute();
  return held.length < heldAtOnce ? undefined : 'too_many_claims';
}

async function writeDownWorker(db: Db, id: string, name: string, seenAt: number): Promise<void> {
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
  wish: ClaimWish,
): Promise<{ claimToken: string; leaseUntil: number } | Unclaimed> {
  const { db, now } = deps;
  const refused = await whyNot(deps, wish);
  if (refused) return refused;
  const task = await findTask(db, 'pool', wish.taskId);
  if (!task || !isCurrent(release, task)) return 'unknown';
  const [claimToken, at, worker] = [newToken(), now(), workerOf(wish.client, wish.workerId)];
  const leaseUntil = at + taskMs;
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
    return (await openTasks(db).select('id').where('id', '=', wish.taskId).executeTakeFirst()) ? 'taken' : 'unknown';
  await writeDownWorker(db, worker, wish.workerId, at);
  return { claimToken, leaseUntil };
}
