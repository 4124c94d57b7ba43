// What came of a decision, in words and with what to do next.
import { showControlsInLine } from '#domain/text/invisible.ts';
import type { ReviewOutcome } from '../../sidecar/content/review.ts';

export type SuccessfulOutcome = 'approved' | 'rejected' | 'retracted' | 'reopened' | 'edited' | 'chosen';
export type AnyOutcome = ReviewOutcome<SuccessfulOutcome> | { outcome: 'already_waiting' };

const refusals = { not_found: true, invalid: true, changed: true, conflict: true, already_waiting: true };
export const isSuccessful = ({ outcome }: AnyOutcome): boolean => !Object.hasOwn(refusals, outcome);

export function describeOutcome(id: string, result: AnyOutcome): string {
  const name = showControlsInLine(id);
  if (result.outcome === 'invalid') return `${name}: ${result.problems.map(showControlsInLine).join('; ')}`;
  if (result.outcome === 'not_found') return `${name}: not found; --list shows what waits.`;
  if (result.outcome === 'conflict') {
    const fields = result.fields.map(showControlsInLine);
    return `${name}: you and the source both changed ${fields.join(', ')}. Choose: --choose ${name} --mine FIELD --theirs FIELD`;
  }
  if (result.outcome === 'changed') return `${name}: has changed since it was listed; look at it again.`;
  if (result.outcome === 'already_waiting') return `${name}: a newer version waits already; decide about that one.`;
  return `${name}: ${result.outcome}`;
}
