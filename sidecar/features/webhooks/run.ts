// Sends events while the sidecar runs: announces releases, versions and digests, and delivers them.
import { every as everyPause, type Every, type NextDue } from '../../jobs/scheduler.ts';
import type { Post } from '../../outgoing/post.ts';
import { newToken } from '../../storage/tokens.ts';
import type { Release } from '../../release/release.ts';
import type { StoredItems } from '../../release/stored-items.ts';
import { releaseAbandoned } from '../../storage/queue.ts';
import type { Db, Store, Tx } from '../../storage/store.ts';
import { announceRelease, announceReturned, forgetAnnouncements } from './announce.ts';
import { announceVersion } from './announce-version.ts';
import { sendDigests } from './digest.ts';
import { emitChanges, type LiveChanges } from './emit.ts';
import { leaveWorkers, computeWorkerShare } from './share.ts';
import { endUnreachable } from './unreachable.ts';
import { createDeliveryWorker, maxLimits, type WorkerDeps } from './worker.ts';

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
