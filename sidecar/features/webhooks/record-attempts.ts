// Records the outcomes of delivery attempts.
import type { Tx } from '../../storage/store.ts';
import type { Claim } from './claim.ts';
import { endSubscription } from './subscriptions.ts';
import { parseRetryAfter } from '../../outgoing/retry-after.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
/** Pauses between attempts. @spec-gap webhook-retries */
const pausesMs = [5 * second, 5 * minute, ...[0.5, 2, 5, 10, 14, 20, 24].map((hours) => hours * hour)];
/** Share of a pause by which it is randomly lengthened or shortened. */
const jitter = 0.1;
const maxRetryAfterMs = 24 * hour;

interface Attempt {
  /** HTTP status, or undefined if there was no response. */
  status?: number | undefined;
  retryAfter?: string | undefined;
  /** Reason for the missing response. */
  error?: string | undefined;
}

type Verdict =
  | { state: 'delivered' }
  /** The subscriber ended the subscription. */
  | { state: 'gone' }
  | { state: 'exhausted' }
  | { state: 'pending'; nextAttemptAt: number };

const isDelivered = ({ status = 0 }: Attempt): boolean => status >= 200 && status < 300;

/** `attempts` includes this one; `random` is from 0 to 1. A Retry-After header lengthens the pause to a day at most. */
export function judgeAttempt(attempt: Attempt, attempts: number, now: number, random: number): Verdict {
  if (isDelivered(attempt)) return { state: 'delivered' };
  if (attempt.status === 410) return { state: 'gone' };
  const pauseMs = pausesMs[attempts - 1];
  if (pauseMs === undefined) return { state: 'exhausted' };
  const jittered = Math.round(pauseMs * (1 - jitter + 2 * jitter * random));
  const waitMs = Math.min(parseRetryAfter(attempt.retryAfter, now), maxRetryAfterMs);
  return { state: 'pending', nextAttemptAt: now + Math.max(jittered, waitMs) };
}

function failureReason({ status, error }: Attempt): string | null {
  if (error !== undefined) return error;
  if (status === undefined) return null;
  if (status === 410) return 'The subscriber ended the subscription (410).';
  return status >= 300 && status < 400
    ? `Answered with a redirect (${status}), which is not followed.`
    : `Answered with status ${status}.`;
}

export interface EndedAttempt {
  claim: Claim;
  /** Undefined if the attempt was aborted, which counts as not started. */
  attempt: Attempt | undefined;
  /** Time of the response in milliseconds since the epoch. */
  at: number;
}

/** Records deliveries that arrived with the same status, in one statement, since nearly all do. */
async function recordDelivered(tx: Tx, ended: EndedAttempt[], status: number): Promise<void> {
  const at = Math.max(...ended.map(({ at }) => at));
  await tx
    .updateTable('deliveries')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), lastAttemptAt: at, lastStatus: status, lastError: null }))
    .set({ state: 'delivered', claimedUntil: 0, finishedAt: at })
    .where(
      'id',
      'in',
      ended.map(({ claim }) => claim.id),
    )
    .where('state', '=', 'pending')
    .execute();
}

export type AttemptOutcome = 'delivered' | 'repeated' | 'exhausted' | 'gone' | 'broken_off';

async function recordOther(tx: Tx, { claim, attempt, at }: EndedAttempt, random: number): Promise<AttemptOutcome> {
  const delivery = tx.updateTable('deliveries').where('id', '=', claim.id).where('state', '=', 'pending');
  if (!attempt) {
    await delivery.set({ claimedUntil: 0 }).execute();
    return 'broken_off';
  }
  const attempts = claim.attempts + 1;
  const verdict = judgeAttempt(attempt, attempts, at, random);
  const { status = null } = attempt;
  const columns = {
    attempts,
    lastAttemptAt: at,
    lastStatus: status,
    lastError: failureReason(attempt),
    claimedUntil: 0,
  };
  if (verdict.state === 'pending') {
    await delivery.set({ ...columns, nextAttemptAt: verdict.nextAttemptAt }).execute();
    return 'repeated';
  }
  const state = verdict.state === 'gone' ? 'cancelled' : verdict.state;
  await delivery.set({ ...columns, state, finishedAt: at }).execute();
  if (verdict.state === 'gone') await endSubscription(tx, claim.subscriptionId, 'subscriber', at);
  return verdict.state;
}

/** Records attempts and returns their outcomes. `random` returns numbers from 0 to 1. */
export async function recordAttempts(tx: Tx, ended: EndedAttempt[], random: () => number): Promise<AttemptOutcome[]> {
  const isArrived = ({ attempt }: EndedAttempt) => attempt !== undefined && isDelivered(attempt);
  const delivered = ended.filter(isArrived);
  const outcomes: AttemptOutcome[] = delivered.map(() => 'delivered');
  for (const [status, attempts] of Map.groupBy(delivered, ({ attempt }) => attempt!.status!))
    await recordDelivered(tx, attempts, status);
  for (const attempt of ended) if (!isArrived(attempt)) outcomes.push(await recordOther(tx, attempt, random()));
  return outcomes;
}
