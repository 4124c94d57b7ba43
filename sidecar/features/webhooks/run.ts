// Sends events while the sidecar runs: announces releases, versions and digests, and delivers them.
import { every as everyPause, type Every, type NextDue } from '../../jobs/scheduler.ts';
import type { Post } from '../../outgoing/post.ts';
import { newToken } from '../../storage/tokens.ts';
import type { Release } from '../../release/release.ts';
import type { StoredItems } from '../../release/stored-items.ts';
import { releaseAbandoned } from '../../storage/queue.ts';
import type { Db, Store, Tx } from '../../storage/store.ts';
import { announceRelease, announceReturned, forgetAnnouncements } from './announce.ts';
import { sendDigests } from './digest.ts';
import { emitChanges, type LiveChanges, emit } from './emit.ts';
import { createDeliveryWorker, maxLimits, type WorkerDeps } from './worker.ts';
import { changelogEntries } from '#contract/changelog.ts';
import { apiVersion } from '#contract/version.ts';
import { isoTime, dayMs } from '#domain/instants.ts';
import { endpointUrl } from '#domain/links.ts';
import { sql } from 'kysely';
import type { DeliveryState } from '../../storage/tables.ts';
import { endSubscription } from './subscriptions.ts';
import type { DeliveryLimits } from './claim.ts';

/** Time after its last report at which a worker no longer counts. */
const presentMs = 10_000;
const leaseName = (holder: string): string => `delivery ${holder}`;

/** Reports this worker as present, and counts all workers. */
async function countWorkers({ db }: Store, holder: string, now: number): Promise<number> {
  const lease = { holder, until: now + presentMs };
  await db
    .insertInto('leases')
    .values({ name: leaseName(holder), ...lease })
    .onConflict((on) => on.column('name').doUpdateSet(lease))
    .execute();
  const workerLeases = db.selectFrom('leases').where('name', 'like', leaseName('%'));
  const present = await workerLeases.select('name').where('until', '>', now).execute();
  await db.deleteFrom('leases').where('name', 'like', leaseName('%')).where('until', '<=', now).execute();
  return present.length;
}

export async function computeWorkerShare(
  store: Store,
  holder: string,
  max: DeliveryLimits,
  now: number,
): Promise<DeliveryLimits> {
  if (store.kind === 'sqlite') return max;
  const workers = await countWorkers(store, holder, now);
  const subscribers = await store.db
    .selectFrom('subscriptions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'approved')
    .executeTakeFirstOrThrow();
  const share = Math.max(1, Math.ceil(subscribers.count / workers));
  return { first: Math.min(max.first, share), retries: Math.min(max.retries, share) };
}

export async function leaveWorkers({ db }: Store, holder: string): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', leaseName(holder)).execute();
}

/** Time without a delivery after which a subscription ends, far longer than the three days of retries. */
const unreachableMs = 30 * dayMs;
const reason = 'No event could be delivered for 30 days.';

/** A literal, so that both databases use the partial index of exhausted deliveries. */
const exhausted = sql.lit<DeliveryState>('exhausted');

/**
 * Finds subscriptions with an exhausted delivery before `before`, another one since, and none that arrived in between.
 * A single exhausted event does not count, since a room may be silent for months, nor do failures before the last
 * approval.
 */
const findUnreachable = (db: Db, before: number): Promise<{ id: string }[]> =>
  db
    .selectFrom('subscriptions as s')
    .innerJoin('deliveries as first', 'first.subscriptionId', 's.id')
    .select('s.id')
    .distinct()
    .where('s.status', '=', 'approved')
    .where('first.state', '=', exhausted)
    .where('first.finishedAt', '<', before)
    .whereRef('first.finishedAt', '>', 's.decidedAt')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('deliveries as again')
          .select('again.id')
          .whereRef('again.subscriptionId', '=', 's.id')
          .where('again.state', '=', exhausted)
          .where('again.finishedAt', '>=', before),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries as arrived')
            .select('arrived.id')
            .whereRef('arrived.subscriptionId', '=', 's.id')
            .where('arrived.state', '=', 'delivered')
            .whereRef('arrived.finishedAt', '>', 'first.finishedAt'),
        ),
      ),
    )
    .execute();

/** Returns the number of ended subscriptions. Their owners can subscribe again. */
export async function endUnreachable(db: Db, now: number): Promise<number> {
  let endedCount = 0;
  for (const { id } of await findUnreachable(db, now - unreachableMs))
    if (await db.transaction().execute((tx) => endSubscription(tx, id, 'room', now, reason))) endedCount++;
  return endedCount;
}

/** Returns true if the version was new. */
export const announceVersion = (db: Db, baseUrl: string, now: number, version: string = apiVersion): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const fresh = await tx
      .insertInto('announcedVersions')
      .values({ version, announcedAt: now })
      .onConflict((on) => on.column('version').doNothing())
      .returning('version')
      .executeTakeFirst();
    if (!fresh) return false;
    const [latestEntry] = changelogEntries;
    const changelogUrl = endpointUrl(baseUrl, 'changelog');
    const deliveredAt = isoTime(now);
    await emit(
      tx,
      'changelog.updated',
      { version, changelogUrl, ...(latestEntry && { latestEntry }), deliveredAt },
      now,
    );
    return true;
  });

export interface EventDeps {
  store: Store;
  live: () => Release;
  post: Post;
  /** Milliseconds. */
  now: () => number;
  random: () => number;
  onProblem: (error: Error, task: string) => void;
  onOutcome?: WorkerDeps['onOutcome'];
  /** Returns true if every machine of a fleet serves the release, so that it may be announced. */
  isEverywhere?: ((release: string) => Promise<boolean>) | undefined;
  every?: Every;
}

export interface Events {
  /** Stops within five seconds, and aborts requests that take longer. */
  stop: () => Promise<void>;
}

const graceMs = 5000;
const second = 1000;

/** Announces changed and retracted items, and items that are published again after a retraction (`restored`). */
export async function announceChanges(
  tx: Tx,
  { restored, forgotten, ...changes }: LiveChanges & { restored: string[]; forgotten: string[] },
  now: number,
  release: Release,
): Promise<void> {
  await emitChanges(tx, changes, now);
  await announceReturned(tx, release, restored, now);
  await forgetAnnouncements(tx, forgotten);
}

async function readNextDelivery(db: Db, now: number): Promise<NextDue> {
  const next = await db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.min('nextAttemptAt').as('at'))
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return { dueInMs: (next?.at ?? Infinity) - now };
}

export function runEvents(deps: EventDeps): Events {
  const { store, live, now, onProblem, every = everyPause, isEverywhere = async () => true } = deps;
  const reportFor = (task: string) => (error: Error) => onProblem(error, task);
  let limits = maxLimits;
  const worker = createDeliveryWorker({
    ...deps,
    limits: () => limits,
    freeAbandoned: () => releaseAbandoned(store, 'deliveries', now()),
    onProblem: reportFor('delivering events'),
  });
  const holder = newToken();
  let announced: { id?: string; items?: StoredItems } = {};
  const wakeIf = (hasEvents: number | boolean): void => void (hasEvents && worker.wake());

  async function announceLive(): Promise<void> {
    const release = live();
    if (release.id === announced.id || !(await isEverywhere(release.id))) return;
    wakeIf(await announceRelease(store.db, release, now(), announced.items));
    announced = { id: release.id, items: release.index.items };
  }
  const announceApiVersion = async () => wakeIf(await announceVersion(store.db, live().facts.baseUrl, now()));
  const deliver = async () => {
    limits = await computeWorkerShare(store, holder, maxLimits, now());
    worker.wake();
    return readNextDelivery(store.db, now());
  };
  const sendDueDigests = async () => wakeIf(await sendDigests(store, live().index, now()));

  const stopTasks = [
    every(second, announceLive, reportFor('announcing a release')),
    every(6 * 3600 * second, announceApiVersion, reportFor('announcing a version')),
    every(60 * second, sendDueDigests, reportFor('sending digests')),
    every(3600 * second, () => endUnreachable(store.db, now()), reportFor('ending unreachable subscriptions')),
    every(second, deliver, reportFor('delivering events')),
  ];
  return {
    stop: async () => {
      await Promise.all(stopTasks.map((stopTask) => stopTask()));
      await worker.stop(graceMs);
      // If this fails, the other workers notice within seconds.
      await leaveWorkers(store, holder).catch(() => undefined);
    },
  };
}
