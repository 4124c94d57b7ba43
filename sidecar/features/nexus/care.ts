// Keeps the directory current: visits members that are due, some at once, and records what it saw.
import { every as everyPause, type Every } from '../../jobs/every.ts';
import type { Get } from '../../outgoing/get-json.ts';
import { freeAbandoned, queueWorker } from '../../storage/queue.ts';
import { claimDue } from './claim.ts';
import type { Member } from './members.ts';
import { record, type RecordDeps } from './record.ts';
import { visit } from './visit.ts';

export interface CareDeps extends RecordDeps {
  get: Get;
  onProblem: (error: Error) => void;
  every?: Every;
}

const atOnce = 16;
const graceMs = 5000;
const lookEveryMs = 1000;

/** Gives what ends it: the visits under way within five seconds. */
export function careFor(deps: CareDeps): () => Promise<void> {
  const { store, now, get, onProblem, every = everyPause } = deps;
  const worker = queueWorker<Member>({
    queue: {
      claim: (most) => claimDue(store, now(), most),
      free: async ({ tenantId, claimedUntil }) => {
        const own = store.db.updateTable('members').where('tenantId', '=', tenantId);
        await own.where('claimedUntil', '=', claimedUntil).set({ claimedUntil: 0 }).execute();
      },
      freeAbandoned: () => freeAbandoned(store, 'members', now()),
    },
    atOnce,
    perform: async (member, breakOff) => {
      const seen = await visit(get, member.origin, member, breakOff);
      // What was broken off says nothing about the room.
      breakOff.throwIfAborted();
      await record(deps, member.origin, seen, member.claimedUntil);
    },
    onProblem,
  });
  const end = every(lookEveryMs, async () => worker.wake(), onProblem);
  return async () => {
    await end();
    await worker.stop(graceMs);
  };
}
