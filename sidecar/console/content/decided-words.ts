// What was decided about several items, as it can be taken back.
import type { Say } from '../words/words.ts';

export type Past = 'approved' | 'rejected' | 'retracted' | 'reopened';

export const decidedWords: Record<Past, (say: Say, count: number) => string> = {
  approved: (say, count) => say.count('one item approved', '{count} items approved', count),
  rejected: (say, count) => say.count('one item rejected', '{count} items rejected', count),
  retracted: (say, count) => say.count('one item retracted', '{count} items retracted', count),
  reopened: (say, count) => say.count('one item reopened', '{count} items reopened', count),
};

/** The commands of a terminal note their decisions in English. */
export function sayDecided(say: Say, what: string): string {
  const [, many, past, feed] = /^(\d+) items (approved|rejected)(?: of (.+))?$/.exec(what) ?? [];
  if (past !== undefined) return [decidedWords[past as Past](say, Number(many)), feed].filter(Boolean).join(', ');
  const [, count] = /^(\d+) items decided about$/.exec(what) ?? [];
  return count === undefined ? what : say('Decided about {count} items', { count: Number(count) });
}
