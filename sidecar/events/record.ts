// Writes down what came of an attempt.
import type { Tx } from '../store/store.ts';
import type { Claim } from './claim.ts';
import { type Attempt, judge, whyFailed } from './retries.ts';
import { endSubscription } from './subscriptions.ts';

export interface Ended {
  claim: Claim;
  /** Undefined when it was broken off, which counts as never begun. */
  attempt: Attempt | undefined;
  /** When the answer came, in milliseconds. */
  at: number;
}

export async function record(tx: Tx, { claim, attempt, at }: Ended, random: number): Promise<void> {
  const own = tx.updateTable('deliveries').where('id', '=', claim.id).where('state', '=', 'pending');
  if (!attempt) {
    await own.set({ claimedUntil: 0 }).execute();
    return;
  }
  const attempts = claim.attempts + 1;
  const verdict = judge(attempt, attempts, at, random);
  const { status = null } = attempt;
  const facts = { attempts, lastAttemptAt: at, lastStatus: status, lastError: whyFailed(attempt), claimedUntil: 0 };
  if (verdict.state === 'pending') {
    await own.set({ ...facts, nextAttemptAt: verdict.nextAttemptAt }).execute();
    return;
  }
  const state = verdict.state === 'gone' ? 'cancelled' : verdict.state;
  await own.set({ ...facts, state, finishedAt: at }).execute();
  if (verdict.state === 'gone') await endSubscription(tx, claim.subscriptionId, 'subscriber', at);
}
