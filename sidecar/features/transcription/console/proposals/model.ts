// What the console proposes for an episode from its transcript, beside what the episode has.
import type { Proposals } from '../../proposals/propose.ts';

/** By the names of the fields. */
export type Ticks = Partial<Record<'take' | 'title' | 'quote' | 'keyword', string[]>>;

export interface ProposalsModel extends Proposals {
  id: string;
  title: string;
  has: { chapters: number; quotes: number; summary?: string };
  /** Revisions of the two files that the proposals were made from. */
  revisions: [transcript: string, item: string];
  /** What the form said before it came back; otherwise what the episode lacks is ticked. */
  typed?: Ticks;
  /** Every proposal has been decided on. */
  isDecided: boolean;
}
