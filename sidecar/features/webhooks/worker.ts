// Delivers events: claims due deliveries, sends them and records the outcomes, for many subscribers concurrently.
//
// Recording and claiming share one transaction, and one runs at a time: attempts that end meanwhile are recorded
// together.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Post } from '../../outgoing/post.ts';
import { queueWorker, type Worker } from '../../storage/queue.ts';
import type { Store } from '../../storage/store.ts';
import { type Claim, claimDueDeliveries, type DeliveryLimits } from './claim.ts';
import { type EndedAttempt, type AttemptOutcome, recordAttempts } from './record-attempts.ts';
import { createSignedHeaders } from './signature.ts';

export interface WorkerDeps {
  store: Store;
  post: Post;
  /** Milliseconds. */
  now: () => number;
  /** 0 to 1. */
  random: () => number;
  onProblem: (error: Error) => void;
  /** Called after the outcome of an attempt is stored. */
  onOutcome?: (outcome: AttemptOutcome) => void;
  /** Returns the maximum number of concurrent requests. */
  limits?: () => DeliveryLimits;
  /** Called before the first claim: frees deliveries of a process that died. */
  freeAbandoned?: () => Promise<void>;
}

/** Only hundreds of unreachable subscribers reach these limits, since each has at most one request of each kind. */
export const maxLimits: DeliveryLimits = { first: 256, retries: 64 };
/** Time to wait for more attempts to end while others are in progress, so that one commit records many. */
const gatherMs = 5;

async function sendDelivery({ post, now }: WorkerDeps, claim: Claim, signal: AbortSignal): Promise<EndedAttempt> {
  try {
    const answer = await post(claim.callbackUrl, createSignedHeaders(claim, now()), claim.payload, signal);
    return { claim, attempt: answer, at: now() };
  } catch (error) {
    signal.throwIfAborted();
    return { claim, attempt: { error: (error as Error).message }, at: now() };
  }
}

/** Returns the limits minus the deliveries that are in progress. */
function remainingLimits(limits: DeliveryLimits, inProgress: Set<Claim>): DeliveryLimits {
  const first = [...inProgress].filter(({ lastAttemptAt }) => lastAttemptAt === null).length;
  return { first: limits.first - first, retries: limits.retries - (inProgress.size - first) };
}

/**
 * A claim also records attempts that ended since the last one. If that fails, they are recorded with the next claim.
 */
export function createDeliveryWorker(deps: WorkerDeps): Worker {
  const { store, now, random, onProblem, onOutcome, limits = () => maxLimits } = deps;
  const inProgress = new Set<Claim>();
  let endedAttempts: EndedAttempt[] = [];
  const end = (one: EndedAttempt) => {
    endedAttempts.push(one);
    inProgress.delete(one.claim);
  };

  async function recordAndClaim(mayClaim: boolean): Promise<Claim[]> {
    if (inProgress.size > 0 && mayClaim) await sleep(gatherMs);
    const results = endedAttempts;
    endedAttempts = [];
    try {
      let outcomes: AttemptOutcome[] = [];
      const claims = await store.db.transaction().execute(async (tx) => {
        outcomes = await recordAttempts(tx, results, random);
        return mayClaim ? claimDueDeliveries(store, tx, remainingLimits(limits(), inProgress), now()) : [];
      });
      for (const outcome of outcomes) onOutcome?.(outcome);
      for (const claim of claims) inProgress.add(claim);
      return claims;
    } catch (error) {
      endedAttempts = [...results, ...endedAttempts];
      throw error;
    }
  }

  return queueWorker<Claim>({
    queue: {
      claim: (limit) => recordAndClaim(limit > 0),
      free: async (claim) => end({ claim, attempt: undefined, at: now() }),
      freeAbandoned: deps.freeAbandoned,
    },
    atOnce: Infinity,
    perform: async (claim, signal) => end(await sendDelivery(deps, claim, signal)),
    onProblem,
  });
}
