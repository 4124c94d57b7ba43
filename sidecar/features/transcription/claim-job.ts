// Claims the next job, and requeues jobs whose worker died.
import { claimable } from '../../storage/queue.ts';
import type { Store, Tx } from '../../storage/store.ts';
import { claimMs, type TranscriptionJob } from './jobs.ts';

/** Running jobs of one client or one host, so that others are served, too. */
const atOnceOfOne = 3;

/** Waits before a job is tried again after its worker died. After the last attempt it fails without a wait. */
const pausesMs = [10_000, 60_000];

type RunningJob = Pick<TranscriptionJob, 'id' | 'attempts' | 'claimedUntil' | 'client' | 'host' | 'takesPlace'>;

const readRunningJobs = (tx: Tx): Promise<RunningJob[]> =>
  tx
    .selectFrom('transcribeJobs')
    .select(['id', 'attempts', 'claimedUntil', 'client', 'host', 'takesPlace'])
    .where('status', '=', 'running')
    .execute();

/** Requeues jobs whose worker died, with a wait that grows with each attempt. */
async function requeueJobs(tx: Tx, jobs: RunningJob[], now: number): Promise<void> {
  for (const { id, attempts, claimedUntil } of jobs)
    await tx
      .updateTable('transcribeJobs')
      .set({ status: 'queued', claimedUntil: now + (pausesMs[attempts - 1] ?? 0) })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .where('claimedUntil', '=', claimedUntil)
      .execute();
}

/** Requeues running jobs when the sidecar starts. The embedded store has one worker, so their process has died. */
export const requeueAbandonedJobs = ({ kind, db }: Store, now: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (kind === 'sqlite') await requeueJobs(tx, await readRunningJobs(tx), now);
  });

/** Returns the clients or hosts that have the most jobs running that are allowed. */
function findFull(jobs: RunningJob[], by: 'client' | 'host'): string[] {
  const names = jobs.map((job) => job[by]);
  return names.filter(
    (name, index) => names.slice(0, index).filter((other) => other === name).length === atOnceOfOne - 1,
  );
}

/**
 * Claims the oldest queued job of a client and a host below their limits. `takesPlace` selects jobs with or without a
 * slot. `ofCreator` includes jobs for the creator's own episodes, whose transcripts go to the content folder.
 */
export const claimJob = (
  store: Store,
  takesPlace: boolean,
  now: number,
  ofCreator = true,
): Promise<TranscriptionJob | undefined> =>
  store.db.transaction().execute(async (tx) => {
    const running = await readRunningJobs(tx);
    const dead = running.filter(({ claimedUntil }) => claimedUntil <= now);
    await requeueJobs(tx, dead, now);
    const withSlot = running.filter((job) => job.takesPlace && !dead.includes(job));
    let query = tx
      .selectFrom('transcribeJobs as j')
      .selectAll()
      .where('j.status', '=', 'queued')
      .where('j.takesPlace', '=', takesPlace ? 1 : 0)
      .where('j.claimedUntil', '<=', now)
      .orderBy('j.createdAt')
      .limit(1);
    for (const by of takesPlace ? (['client', 'host'] as const) : []) {
      const names = findFull(withSlot, by);
      if (names.length > 0) query = query.where(`j.${by}`, 'not in', names);
    }
    if (!ofCreator) query = query.where('j.episode', 'is', null);
    const job = await claimable(store, query, 'j').executeTakeFirst();
    if (!job) return undefined;
    const change = { status: 'running', claimedUntil: now + claimMs, updatedAt: now } as const;
    await tx.updateTable('transcribeJobs').set(change).where('id', '=', job.id).execute();
    return { ...job, ...change };
  });
