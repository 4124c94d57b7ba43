// Runs the Nexus in the sidecar: visits members if this room is a Nexus, and reports this room to another one.
import type { Settings } from '../../settings/settings.ts';
import type { Every } from '../../jobs/scheduler.ts';
import { createJsonGetter, type GetJson } from '../../outgoing/get-json.ts';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import { createPoster } from '../../outgoing/post.ts';
import type { Release } from '../../release/release.ts';
import { queueWorker, releaseAbandoned } from '../../storage/queue.ts';
import type { Store } from '../../storage/store.ts';
import { createNexusReporter } from './report-room.ts';
import { type Nexus, openNexus } from './nexus.ts';
import { claimDueMembers } from './claim.ts';
import type { Member } from './members.ts';
import { recordVisit, type RecordVisitDeps } from './record-visit.ts';
import { visitRoom } from './visit.ts';

export interface NexusDeps {
  settings: Pick<Settings, 'nexus'>;
  outgoing: Outgoing;
  store: Store;
  live: () => Release;
  /** Milliseconds. */
  now: () => number;
  random: () => number;
  onProblem: (error: Error, task: string) => void;
  every: Every;
  /** Called when a Nexus cannot be reached or refuses this room. */
  onFailure: (message: string, isRefused: boolean) => void;
}

export interface RunningNexus {
  /** Undefined if this room is not a Nexus. */
  nexus: Nexus | undefined;
  start: () => void;
  stop: () => Promise<void>;
}

/** Maximum size of an answer that is read. */
const maxAnswerBytes = 2 * 1024 * 1024;
const reportCheckMs = 1000;

const maxVisits = 16;
const graceMs = 5000;
const wakeEveryMs = 1000;

type VisitDeps = RecordVisitDeps & { get: GetJson; onProblem: (error: Error) => void; every: Every };

/** Starts visiting. Returns a function that stops it within five seconds. */
function visitMembers(deps: VisitDeps): () => Promise<void> {
  const { store, now, get, onProblem, every } = deps;
  const worker = queueWorker<Member>({
    queue: {
      claim: (most) => claimDueMembers(store, now(), most),
      free: async ({ tenantId, claimedUntil }) => {
        const member = store.db.updateTable('members').where('tenantId', '=', tenantId);
        await member.where('claimedUntil', '=', claimedUntil).set({ claimedUntil: 0 }).execute();
      },
      freeAbandoned: () => releaseAbandoned(store, 'members', now()),
    },
    atOnce: maxVisits,
    perform: async (member, signal) => {
      const outcome = await visitRoom(get, member.origin, member, signal);
      // An aborted visit says nothing about the room.
      signal.throwIfAborted();
      await recordVisit(deps, member.origin, outcome, member.claimedUntil);
    },
    onProblem,
  });
  const end = every(wakeEveryMs, async () => worker.wake(), onProblem);
  return async () => {
    await end();
    await worker.stop(graceMs);
  };
}

export function runNexus(deps: NexusDeps): RunningNexus {
  const { settings, outgoing, store, now, random, onProblem, every } = deps;
  const { isOn, url, visitMinutes } = settings.nexus;
  const reportFor = (task: string) => (error: Error) => onProblem(error, task);
  const nexusDeps = {
    store,
    get: createJsonGetter(outgoing, { bytes: maxAnswerBytes }),
    everyMs: visitMinutes * 60_000,
    now,
    random,
    every,
  };
  const stopTasks: (() => Promise<void>)[] = [];
  const breakOff = new AbortController();

  function announce(nexusUrl: string): void {
    // The creator chose the Nexus, so it may be in the private network.
    const post = createPoster(outgoing, { isOwners: true });
    const report = createNexusReporter({ ...deps, nexusUrl, post });
    stopTasks.push(every(reportCheckMs, () => report(breakOff.signal), reportFor('reporting to the Nexus')));
  }

  return {
    nexus: isOn ? openNexus(nexusDeps) : undefined,
    start: () => {
      if (isOn) stopTasks.push(visitMembers({ ...nexusDeps, onProblem: reportFor('visiting members') }));
      if (url) announce(url);
    },
    stop: async () => {
      breakOff.abort();
      await Promise.all(stopTasks.map((stopTask) => stopTask()));
    },
  };
}
