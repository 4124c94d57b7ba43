// A queue that sidecars share, and the worker that takes from it. A claim has an end: what a worker that died held is
// free again then, so each job is done, and by one worker at a time.
import { setTimeout as sleep } from 'node:timers/promises';
import { type SelectQueryBuilder, sql } from 'kysely';
import PQueue from 'p-queue';
import { dayMs } from '#domain/instants.ts';
import type { Store } from './store.ts';

export interface Queue<J> {
  /** Takes jobs that are due and that nobody holds, at most `most`, which may be 0. */
  claim: (most: number) => Promise<J[]>;
  /** Holds a job for longer; false where it is no longer this worker's. Needed where a job may outlast a claim. */
  renew?: (job: J) => Promise<boolean>;
  /** Gives back a job that was broken off. */
  free: (job: J) => Promise<void>;
  /** Called once, before the first claim: frees what a process that died held. */
  freeAbandoned?: (() => Promise<void>) | undefined;
}

export interface Worker {
  /** Looks for jobs; cheap. */
  wake: () => void;
  /** Until nothing is due and nothing is under way. */
  whenIdle: () => Promise<void>;
  /** Claims no more, lets what is under way end, and breaks off what takes longer than `graceMs`. */
  stop: (graceMs?: number) => Promise<void>;
}

/** On a machine that leaves the work to others. */
export const idleWorker: Worker = { wake: () => {}, whenIdle: async () => {}, stop: async () => {} };

interface WorkerDeps<J> {
  queue: Queue<J>;
  /** Jobs under way at most. */
  atOnce: number;
  /** Rejects where `breakOff` ended it; anything else that it throws is a problem, and the claim runs out. */
  perform: (job: J, breakOff: AbortSignal) => Promise<void>;
  renewEveryMs?: number;
  onProblem: (error: Error) => void;
}

/** Renews a claim while `task` runs, and aborts its signal once the claim is lost. */
export async function runWithRenewal<T>(
  renew: () => Promise<boolean>,
  everyMs: number,
  onProblem: (error: Error) => void,
  task: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  const lost = new AbortController();
  const keepRenewing = async () => {
    for (;;) {
      await sleep(everyMs, undefined, { signal: ended.signal }).catch(() => undefined);
      if (ended.signal.aborted) return;
      if ((await renew().catch(onProblem)) === false) lost.abort();
    }
  };
  const renewals = keepRenewing();
  try {
    return await task(lost.signal);
  } finally {
    ended.abort();
    await renewals;
  }
}

/** Runs one job; if it is aborted, the job is released for another worker. */
async function perform<J>(job: J, deps: WorkerDeps<J>, breakOff: AbortSignal): Promise<void> {
  const { queue: { renew, free }, renewEveryMs, onProblem } = deps; // prettier-ignore
  let signal = breakOff;
  const task = (lost?: AbortSignal) => {
    if (lost) signal = AbortSignal.any([breakOff, lost]);
    return deps.perform(job, signal);
  };
  try {
    await (renew && renewEveryMs ? runWithRenewal(() => renew(job), renewEveryMs, onProblem, task) : task());
  } catch (error) {
    if (signal.aborted) await free(job).catch(onProblem);
    else onProblem(error as Error);
  }
}

export function queueWorker<J>(deps: WorkerDeps<J>): Worker {
  const { queue, atOnce, onProblem } = deps;
  const running = new Set<Promise<void>>();
  const breakOff = new AbortController();
  let [isBegun, isStopping] = [false, false];

  const start = (job: J): void => {
    const task: Promise<void> = perform(job, deps, breakOff.signal).finally(() => {
      running.delete(task);
      ask();
    });
    running.add(task);
  };
  const claimJobs = async () => {
    try {
      if (!isBegun) await queue.freeAbandoned?.();
      isBegun = true;
      for (const job of await queue.claim(isStopping ? 0 : atOnce - running.size)) start(job);
    } catch (error) {
      onProblem(error as Error);
    }
  };
  /** Holds at most one claim besides the one that runs: it sees everything that happened until it begins. */
  const claims = new PQueue({ concurrency: 1 });
  const ask = () => void (claims.size === 0 && claims.add(claimJobs));

  return {
    wake: ask,
    whenIdle: async () => {
      ask();
      while (claims.pending || running.size) await (claims.pending ? claims.onIdle() : Promise.race(running));
    },
    stop: async (graceMs = 0) => {
      isStopping = true;
      await claims.onIdle();
      await Promise.race([Promise.all(running), sleep(graceMs, undefined, { ref: false })]);
      breakOff.abort(new Error('The service stops.'));
      await Promise.all(running);
      ask();
      await claims.onIdle();
    },
  };
}

/** Rows of the table `of` that this worker may take: on PostgreSQL, those that no other worker holds at this moment. */
export const claimable = <DB, T extends keyof DB & string, O>(
  store: Pick<Store, 'kind'>,
  query: SelectQueryBuilder<DB, T, O>,
  of: T,
): SelectQueryBuilder<DB, T, O> => (store.kind === 'postgres' ? query.forUpdate(of).skipLocked() : query);

const dueColumns = { deliveries: 'nextAttemptAt', members: 'nextVisitAt' } as const;
/** A week with jitter is the longest that anything waits (NEXUS_VISIT_MINUTES). */
const longestWaitMs = 9 * dayMs;

/**
 * The embedded store has one worker: what is held at its start, is held by a process that died. What would wait for longer
 * than anything does was put off by a clock that was ahead, and is due.
 */
export async function releaseAbandoned(
  { kind, db }: Store,
  table: keyof typeof dueColumns,
  now: number,
): Promise<void> {
  if (kind !== 'sqlite') return;
  const [rows, due] = [sql.table(table), sql.ref(dueColumns[table])];
  await sql`update ${rows} set "claimedUntil" = 0 where "claimedUntil" > 0`.execute(db);
  await sql`update ${rows} set ${due} = ${now} where ${due} > ${now + longestWaitMs}`.execute(db);
}
