// Which job is taken next, and what becomes of one whose worker died.
import { claimable } from '../../storage/queue.ts';
import type { Store, Tx } from '../../storage/store.ts';
import { claimMs, type Job } from './jobs.ts';

/** Jobs under way of one client or one host, at most, so that others find room. */
const atOnceOfOne = 3;

/** Waits after each death of a worker during the job's turn; after the last there is no other try, and it fails at once. */
const pausesMs = [10_000, 60_000];

type Held = Pick<Job, 'id' | 'attempts' | 'claimedUntil' | 'client' | 'host' | 'takesPlace'>;

const underWay = (tx: Tx): Promise<Held[]> =>
  tx
    .selectFrom('transcribeJobs')
    .select(['id', 'attempts', 'claimedUntil', 'client', 'host', 'takesPlace'])
    .where('status', '=', 'running')
    .execute();

/** What may have killed its worker is not tried again at once, and never as soon as the last time. */
async function putOff(tx: Tx, jobs: Held[], now: number): Promise<void> {
  for (const { id, attempts, claimedUntil } of jobs)
    await tx
      .updateTable('transcribeJobs')
      .set({ status: 'queued', claimedUntil: now + (pausesMs[attempts - 1] ?? 0) })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .where('claimedUntil', '=', claimedUntil)
      .execute();
}

/** The embedded store has one worker: what runs at its start, was left by a process that died. */
export const putOffAbandoned = ({ kind, db }: Store, now: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (kind === 'sqlite') await putOff(tx, await underWay(tx), now);
  });

/** Those that have as many jobs under way as one may have. */
function full(jobs: Held[], who: 'client' | 'host'): string[] {
  const names = jobs.map((job) => job[who]);
  return names.filter(
    (name, index) => names.slice(0, index).filter((other) => other === name).length === atOnceOfOne - 1,
  );
}

/**
 * The oldest job that nobody holds, of a client and a host that have room. `takesPlace`: of those that take a place;
 * `ofCreator`: also of those for the creator's own episodes, whose results are kept in the content folder.
 */
export const claimJob = (store: Store, takesPlace: boolean, now: number, ofCreator = true): Promise<Job | undefined> =>
  store.db.transaction().execute(async (tx) => {
    const running = await underWay(tx);
    const dead = running.filter(({ claimedUntil }) => claimedUntil <= now);
    await putOff(tx, dead, now);
    const held = running.filter((job) => job.takesPlace && !dead.includes(job));
    let query = tx
      .selectFrom('transcribeJobs as j')
      .selectAll()
      .where('j.status', '=', 'queued')
      .where('j.takesPlace', '=', takesPlace ? 1 : 0)
      .where('j.claimedUntil', '<=', now)
      .orderBy('j.createdAt')
      .limit(1);
    for (const who of takesPlace ? (['client', 'host'] as const) : []) {
      const names = full(held, who);
      if (names.length > 0) query = query.where(`j.${who}`, 'not in', names);
    }
    if (!ofCreator) query = query.where('j.episode', 'is', null);
    const job = await claimable(store, query, 'j').executeTakeFirst();
    if (!job) return undefined;
    const change = { status: 'running', claimedUntil: now + claimMs, updatedAt: now } as const;
    await tx.updateTable('transcribeJobs').set(change).where('id', '=', job.id).execute();
    return { ...job, ...change };
  });
