// Writes down what came of attempts.
import type { Tx } from '../../storage/store.ts';
import type { Claim } from './claim.ts';
import { type Attempt, isDelivered, judge, whyFailed } from './retries.ts';
import { endSubscription } from './subscriptions.ts';

export interface Ended {
  claim: Claim;
  /** Undefined when it was broken off, which counts as never begun. */
  attempt: Attempt | undefined;
  /** When the answer came, in milliseconds. */
  at: number;
}

/** Those that arrived, with the same status: in one statement, since nearly all do. */
async function recordDelivered(tx: Tx, ended: Ended[], status: number): Promise<void> {
  const at = Math.max(...ended.map((one) => one.at));
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

export type Outcome = 'delivered' | 'repeated' | 'exhausted' | 'gone' | 'broken_off';

async function recordOther(tx: Tx, { claim, attempt, at }: Ended, random: number): Promise<Outcome> {
  const own = tx.updateTable('deliveries').where('id', '=', claim.id).where('state', '=', 'pending');
  if (!attempt) {
    await own.set({ claimedUntil: 0 }).execute();
    return 'broken_off';
  }
  const attempts = claim.attempts + 1;
  const verdict = judge(attempt, attempts, at, random);
  const { status = null } = attempt;
  const facts = { attempts, lastAttemptAt: at, lastStatus: status, lastError: whyFailed(attempt), claimedUntil: 0 };
  if (verdict.state === 'pending') {
    await own.set({ ...facts, nextAttemptAt: verdict.nextAttemptAt }).execute();
    return 'repeated';
  }
  const state = verdict.state === 'gone' ? 'cancelled' : verdict.state;
  await own.set({ ...facts, state, finishedAt: at }).execute();
  if (verdict.state === 'gone') await endSubscription(tx, claim.subscriptionId, 'subscriber', at);
  return verdict.state;
}

/** `random` gives numbers from 0 to 1. */
export async function record(tx: Tx, ended: Ended[], random: () => number): Promise<Outcome[]> {
  const arrived = (one: Ended) => one.attempt !== undefined && isDelivered(one.attempt);
  const delivered = ended.filter(arrived);
  const outcomes: Outcome[] = delivered.map(() => 'delivered');
  for (const [status, ones] of Map.groupBy(delivered, ({ attempt }) => attempt!.status!))
    await recordDelivered(tx, ones, status);
  for (const one of ended) if (!arrived(one)) outcomes.push(await recordOther(tx, one, random()));
  return outcomes;
}
