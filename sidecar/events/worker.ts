// Delivers: claims what is due, sends it, records what came of it; many subscribers at once, none waiting for another.
//
// Recording and claiming share one transaction, and one runs at a time: what ended meanwhile is recorded together.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Post } from '../outgoing/post.ts';
import type { Store } from '../store/store.ts';
import { type Claim, claimDue, type Limits } from './claim.ts';
import { type Ended, type Outcome, record } from './record.ts';
import { signedHeaders } from './signature.ts';
import { turns } from './turns.ts';

export interface WorkerParts {
  store: Store;
  post: Post;
  /** Milliseconds. */
  now: () => number;
  /** 0 to 1. */
  random: () => number;
  onProblem: (error: Error) => void;
  /** Hears of each attempt once what came of it is on disk. */
  onOutcome?: (outcome: Outcome) => void;
  /** Requests under way at most. */
  limits?: () => Limits;
}

/** Each subscriber has one request of each kind under way, so only hundreds of dead ones reach this. */
export const mostLimits: Limits = { first: 256, again: 64 };
/** While others are under way, a turn waits this long for more to end: one commit then serves many. */
const gatherMs = 5;

/** One of each kind for each subscriber (see claim.ts). */
interface UnderWay {
  running: Map<Claim, Promise<void>>;
  /** Not yet recorded. */
  ended: Ended[];
}

async function send({ post, now }: WorkerParts, claim: Claim, breakOff: AbortSignal): Promise<Ended> {
  try {
    const headers = signedHeaders(claim, now());
    const answer = await post(claim.callbackUrl, headers, claim.payload, breakOff);
    return { claim, attempt: answer, at: now() };
  } catch (error) {
    return { claim, attempt: breakOff.aborted ? undefined : { error: (error as Error).message }, at: now() };
  }
}

function free(parts: WorkerParts, { running }: UnderWay): Limits {
  const limits = parts.limits?.() ?? mostLimits;
  const first = [...running.keys()].filter(({ lastAttemptAt }) => lastAttemptAt === null).length;
  return { first: limits.first - first, again: limits.again - (running.size - first) };
}

/** Records what ended and claims what is due; when that fails, what ended waits for the next turn. */
async function turn(parts: WorkerParts, underWay: UnderWay, mayClaim: boolean): Promise<Claim[]> {
  const { store, now, random, onProblem, onOutcome } = parts;
  const results = underWay.ended;
  underWay.ended = [];
  try {
    let outcomes: Outcome[] = [];
    const claims = await store.db.transaction().execute(async (tx) => {
      outcomes = await record(tx, results, random);
      return mayClaim ? claimDue(store, tx, free(parts, underWay), now()) : [];
    });
    for (const outcome of outcomes) onOutcome?.(outcome);
    return claims;
  } catch (error) {
    underWay.ended = [...results, ...underWay.ended];
    onProblem(error as Error);
    return [];
  }
}

export interface Worker {
  /** Looks for due deliveries; cheap. */
  wake: () => void;
  /** Until nothing is due and nothing is under way. */
  settled: () => Promise<void>;
  /** Claims no more, lets what is under way end, and breaks off what takes longer. */
  stop: (graceMs: number) => Promise<void>;
}

export function deliveryWorker(parts: WorkerParts): Worker {
  const underWay: UnderWay = { running: new Map(), ended: [] };
  const { running } = underWay;
  const breakOff = new AbortController();
  let stopping = false;

  const { ask, quiet } = turns(async () => {
    if (running.size > 0 && !stopping) await sleep(gatherMs);
    for (const claim of await turn(parts, underWay, !stopping)) running.set(claim, deliver(claim));
  });

  async function deliver(claim: Claim): Promise<void> {
    const result = await send(parts, claim, breakOff.signal);
    underWay.ended.push(result);
    running.delete(claim);
    ask();
  }

  return {
    wake: ask,
    settled: async () => {
      do {
        if (running.size > 0) await Promise.race(running.values());
        ask();
        await quiet();
      } while (running.size > 0);
    },
    stop: async (graceMs) => {
      stopping = true;
      await quiet();
      await Promise.race([Promise.all(running.values()), sleep(graceMs, undefined, { ref: false })]);
      breakOff.abort();
      await Promise.all(running.values());
      ask();
      await quiet();
    },
  };
}
