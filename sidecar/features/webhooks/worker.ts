// Delivers: claims what is due, sends it, records what came of it; many subscribers at once, none waiting for another.
//
// Recording and claiming share one transaction, and one runs at a time: what ended meanwhile is recorded together.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Post } from '../../outgoing/post.ts';
import { queueWorker, type Worker } from '../../storage/queue.ts';
import type { Store } from '../../storage/store.ts';
import { type Claim, claimDueDeliveries, type DeliveryLimits } from './claim.ts';
import { type EndedAttempt, type AttemptOutcome, recordAttempts } from './record-attempts.ts';
import { signedHeaders } from './signature.ts';

export interface WorkerDeps {
  store: Store;
  post: Post;
  /** Milliseconds. */
  now: () => number;
  /** 0 to 1. */
  random: () => number;
  onProblem: (error: Error) => void;
  /** Called after each attempt, once its outcome is on disk. */
  onOutcome?: (outcome: AttemptOutcome) => void;
  /** Requests under way at most. */
  limits?: () => DeliveryLimits;
  /** Before the first claim: frees what a process that died held. */
  freeAbandoned?: () => Promise<void>;
}

/** Each subscriber has one request of each kind under way, so only hundreds of dead ones reach this. */
export const maxLimits: DeliveryLimits = { first: 256, retries: 64 };
/** While others are under way, a turn waits this long for more to end: one commit then serves many. */
const gatherMs = 5;

async function sendDelivery({ post, now }: WorkerDeps, claim: Claim, breakOff: AbortSignal): Promise<EndedAttempt> {
  try {
    const answer = await post(claim.callbackUrl, signedHeaders(claim, now()), claim.payload, breakOff);
    return { claim, attempt: answer, at: now() };
  } catch (error) {
    breakOff.throwIfAborted();
    return { claim, attempt: { error: (error as Error).message }, at: now() };
  }
}

/** One of each kind for each subscriber (see claim.ts). */
function remainingLimits(limits: DeliveryLimits, underWay: Set<Claim>): DeliveryLimits {
  const first = [...underWay].filter(({ lastAttemptAt }) => lastAttemptAt === null).length;
  return { first: limits.first - first, retries: limits.retries - (underWay.size - first) };
}

/** A claim also records what ended since the last; where that fails, it is recorded with the next. */
export function createDeliveryWorker(deps: WorkerDeps): Worker {
  const { store, now, random, onProblem, onOutcome, limits = () => maxLimits } = deps;
  const underWay = new Set<Claim>();
  let ended: EndedAttempt[] = [];
  const end = (one: EndedAttempt) => {
    ended.push(one);
    underWay.delete(one.claim);
  };

  async function recordAndClaim(mayClaim: boolean): Promise<Claim[]> {
    if (underWay.size > 0 && mayClaim) await sleep(gatherMs);
    const results = ended;
    ended = [];
    try {
      let outcomes: AttemptOutcome[] = [];
      const claims = await store.db.transaction().execute(async (tx) => {
        outcomes = await recordAttempts(tx, results, random);
        return mayClaim ? claimDueDeliveries(store, tx, remainingLimits(limits(), underWay), now()) : [];
      });
      for (const outcome of outcomes) onOutcome?.(outcome);
      for (const claim of claims) underWay.add(claim);
      return claims;
    } catch (error) {
      ended = [...results, ...ended];
      throw error;
    }
  }

  return queueWorker<Claim>({
    queue: {
      claim: (most) => recordAndClaim(most > 0),
      free: async (claim) => end({ claim, attempt: undefined, at: now() }),
      freeAbandoned: deps.freeAbandoned,
    },
    atOnce: Infinity,
    perform: async (claim, breakOff) => end(await sendDelivery(deps, claim, breakOff)),
    onProblem,
  });
}
