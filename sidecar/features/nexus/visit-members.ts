// Keeps the directory current: visits members that are due, some at once, and records what it saw.
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

/** Gives what ends it: the visits under way within five seconds. */
export function visitMembers(deps: VisitMembersDeps): () => Promise<void> {
  const { store, now, get, onProblem, every = everyPause } = deps;
  const worker = queueWorker<Member>({
    queue: {
      claim: (most) => claimDueMembers(store, now(), most),
      free: async ({ tenantId, claimedUntil }) => {
        const own = store.db.updateTable('members').where('tenantId', '=', tenantId);
        await own.where('claimedUntil', '=', claimedUntil).set({ claimedUntil: 0 }).execute();
      },
      freeAbandoned: () => releaseAbandoned(store, 'members', now()),
    },
    atOnce: maxVisits,
    perform: async (member, breakOff) => {
      const seen = await visitRoom(get, member.origin, member, breakOff);
      // What was broken off says nothing about the room.
      breakOff.throwIfAborted();
      await recordVisit(deps, member.origin, seen, member.claimedUntil);
    },
    onProblem,
  });
  const end = every(wakeEveryMs, async () => worker.wake(), onProblem);
  return async () => {
    await end();
    await worker.stop(graceMs);
  };
}
