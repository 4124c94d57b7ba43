// A queue that sidecars share, and the worker that takes jobs from it. Claims expire, so that a job of a crashed worker
// becomes available again; each job is done by one worker at a time.
import { setTimeout as sleep } from 'node:timers/promises';
import { type SelectQueryBuilder, sql } from 'kysely';
import PQueue from 'p-queue';
import { dayMs } from '#domain/instants.ts';
import type { Store } from './store.ts';

export interface Queue<J> {
  /** Claims at most `most` jobs that are due and unclaimed; `most` may be 0. */
  claim: (limit: number) => Promise<J[]>;
  /** Renews a claim; false if another worker has the job. Needed for jobs that may outlast a claim. */
  renew?: (job: J) => Promise<boolean>;
  /** Releases a job that was aborted. */
  free: (job: J) => Promise<void>;
  /** Called once, before the first claim: releases the claims of a crashed process. */
  freeAbandoned?: (() => Promise<void>) | undefined;
}

export interface Worker {
  /** Checks for jobs; this is cheap. */
  wake: () => void;
  /** Resolves when no job is due or running. */
  whenIdle: () => Promise<void>;
  /** Stops claiming, waits for running jobs, and aborts those that take longer than `graceMs`. */
  stop: (graceMs?: number) => Promise<void>;
}

/** The worker of a machine that leaves jobs to others. */
export const idleWorker: Worker = { wake: () => {}, whenIdle: async () => {}, stop: async () => {} };

interface WorkerDeps<J> {
  queue: Queue<J>;
  /** Maximum number of concurrent jobs. */
  atOnce: number;
  /** Rejects if `breakOff` aborted it. Any other error is reported, and the claim expires. */
  perform: (job: J, abortSignal: AbortSignal) => Promise<void>;
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
  const endController = new AbortController();
  const lossController = new AbortController();
  const keepRenewing = async () => {
    for (;;) {
      await sleep(everyMs, undefined, { signal: endController.signal }).catch(() => undefined);
      if (endController.signal.aborted) return;
      if ((await renew().catch(onProblem)) === false) lossController.abort();
    }
  };
  const renewals = keepRenewing();
  try {
    return await task(lossController.signal);
  } finally {
    endController.abort();
    await renewals;
  }
}

/** Runs one job; if it is aborted, the job is released for another worker. */
async function perform<J>(job: J, deps: WorkerDeps<J>, abortSignal: AbortSignal): Promise<void> {
  const { renewEveryMs, onProblem } = deps;
  const { renew, free } = deps.queue;
  let signal = abortSignal;
  const task = (lost?: AbortSignal) => {
    if (lost) signal = AbortSignal.any([abortSignal, lost]);
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
  const controller = new AbortController();
  let isBegun = false;
  let isStopping = false;

  const start = (job: J): void => {
    const task: Promise<void> = perform(job, deps, controller.signal).finally(() => {
      running.delete(task);
      requestClaim();
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
  /** Contains at most one pending claim besides the running one: it sees everything that happens before it begins. */
  const claims = new PQueue({ concurrency: 1 });
  const requestClaim = () => void (claims.size === 0 && claims.add(claimJobs));

  return {
    wake: requestClaim,
    whenIdle: async () => {
      requestClaim();
      while (claims.pending || running.size) await (claims.pending ? claims.onIdle() : Promise.race(running));
    },
    stop: async (graceMs = 0) => {
      isStopping = true;
      await claims.onIdle();
      await Promise.race([Promise.all(running), sleep(graceMs, undefined, { ref: false })]);
      controller.abort(new Error('The service stops.'));
      await Promise.all(running);
      requestClaim();
      await claims.onIdle();
    },
  };
}

/** Selects rows of the table `of` that this worker may claim; on PostgreSQL, rows that no other worker has locked. */
export const claimable = <DB, T extends keyof DB & string, O>(
  store: Pick<Store, 'kind'>,
  query: SelectQueryBuilder<DB, T, O>,
  of: T,
): SelectQueryBuilder<DB, T, O> => (store.kind === 'postgres' ? query.forUpdate(of).skipLocked() : query);

const dueColumns = { deliveries: 'nextAttemptAt', members: 'nextVisitAt' } as const;
/** Longest regular wait: a week with jitter (NEXUS_VISIT_MINUTES). */
const longestWaitMs = 9 * dayMs;

/**
 * Releases the claims that a crashed process left in the embedded store, which has one worker. A longer wait than any
 * regular one was set by a clock that was ahead; such rows become due.
 */
export async function releaseAbandoned(
  { kind, db }: Store,
  table: keyof typeof dueColumns,
  now: number,
): Promise<void> {
  if (kind !== 'sqlite') return;
  const rows = sql.table(table);
  const due = sql.ref(dueColumns[table]);
  await sql`update ${rows} set "claimedUntil" = 0 where "claimedUntil" > 0`.execute(db);
  await sql`update ${rows} set ${due} = ${now} where ${due} > ${now + longestWaitMs}`.execute(db);
}
