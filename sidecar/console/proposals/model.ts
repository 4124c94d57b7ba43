// What the console proposes for an episode from its transcript, beside what the episode has.
import type { Proposals } from '../../transcribe/proposals/propose.ts';

export interface ProposalsModel extends Proposals {
  id: string;
  title: string;
  has: { chapters: number; quotes: number; summary?: string };
  /** Of the transcript and of the episode. */
  revisions: [transcript: string, item: string];
  /** All of this was decided before. */
  isDecided: boolean;
}
