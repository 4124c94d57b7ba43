// Keeps the directory up to date: visits members that are due, several concurrently, and records the outcomes.
import { every as everyPause, type Every } from '../../jobs/scheduler.ts';
import type { GetJson } from '../../outgoing/get-json.ts';
import { releaseAbandoned, queueWorker } from '../../storage/queue.ts';
import { claimDueMembers } from './claim.ts';
import type { Member } from './members.ts';
import { recordVisit, type RecordVisitDeps } from './record-visit.ts';
import { visitRoom } from './visit.ts';

export interface VisitMembersDeps extends RecordVisitDeps {
  get: GetJson;
  onProblem: (error: Error) => void;
  every?: Every;
}

const maxVisits = 16;
const graceMs = 5000;
const wakeEveryMs = 1000;

/** Starts visiting. Returns a function that stops it within five seconds. */
export function visitMembers(deps: VisitMembersDeps): () => Promise<void> {
  const { store, now, get, onProblem, every = everyPause } = deps;
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
