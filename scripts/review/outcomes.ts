// Describes the outcomes of decisions for the terminal.
import { showControlsInLine } from '#domain/text/invisible.ts';
import type { ReviewOutcome } from '../../sidecar/content/review.ts';

export type SuccessfulOutcome = 'approved' | 'rejected' | 'retracted' | 'reopened' | 'edited' | 'chosen';
export type AnyOutcome = ReviewOutcome<SuccessfulOutcome> | { outcome: 'already_waiting' };

const refusals = {
  not_found: true,
  invalid: true,
  changed: true,
  conflict: true,
  undated: true,
  already_waiting: true,
};
export const isSuccessful = ({ outcome }: AnyOutcome): boolean => !Object.hasOwn(refusals, outcome);

export function describeOutcome(id: string, result: AnyOutcome): string {
  const name = showControlsInLine(id);
  if (result.outcome === 'invalid') return `${name}: ${result.problems.map(showControlsInLine).join('; ')}`;
  if (result.outcome === 'not_found') return `${name}: not found. List waiting items with --list.`;
  if (result.outcome === 'conflict') {
    const fields = result.fields.map(showControlsInLine);
    return `${name}: you and the source have both changed ${fields.join(', ')}. Choose with --choose ${name} --mine FIELD --theirs FIELD`;
  }
  if (result.outcome === 'changed') return `${name}: has changed since it was listed. Review it again.`;
  if (result.outcome === 'undated') return `${name}: has no date. Set it with --edit ${name} --set date=2026-05-01`;
  if (result.outcome === 'already_waiting')
    return `${name}: a newer version is already waiting. Decide about that one.`;
  return `${name}: ${result.outcome}`;
}
