// Labels of bulk decisions, as the undo button shows them.
import type { ConsoleTranslate } from '../messages/messages.ts';

export type DecisionVerb = 'approved' | 'rejected' | 'retracted' | 'reopened';

export const describeDecision: Record<DecisionVerb, (t: ConsoleTranslate, count: number) => string> = {
  approved: (t, count) => t.count('one item approved', '{count} items approved', count),
  rejected: (t, count) => t.count('one item rejected', '{count} items rejected', count),
  retracted: (t, count) => t.count('one item retracted', '{count} items retracted', count),
  reopened: (t, count) => t.count('one item moved to the inbox', '{count} items moved to the inbox', count),
};

/** Translates the label of a decision. Decisions made on the command line have English labels. */
export function translateDecision(t: ConsoleTranslate, what: string): string {
  const [, many, past] = /^(\d+) items (approved|rejected)\b/.exec(what) ?? [];
  if (past !== undefined) return describeDecision[past as DecisionVerb](t, Number(many));
  const [, count] = /^(\d+) items decided about$/.exec(what) ?? [];
  return count === undefined ? what : t('Decided {count} items', { count: Number(count) });
}
