// What the console proposes for an episode from its transcript, beside what the episode has.
import type { Proposals } from '../../transcribe/proposals/propose.ts';

export interface ProposalsModel extends Proposals {
  id: string;
  title: string;
  has: { chapters: number; quotes: number; summary?: string };
  /** Revisions of the two files that the proposals were made from. */
  revisions: [transcript: string, item: string];
  /** Every proposal has been decided on. */
  isDecided: boolean;
}
