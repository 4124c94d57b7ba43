// Proposals for an episode from its transcript, with its current metadata.
import type { Proposals } from '../../proposals/propose.ts';

/** Selected values by form field. */
export type Ticks = Partial<Record<'take' | 'title' | 'quote' | 'keyword', string[]>>;

export interface ProposalsModel extends Proposals {
  id: string;
  title: string;
  has: { chapters: number; quotes: number; summary?: string };
  /** Revisions of the transcript and the item that the proposals were made from. */
  revisions: [transcript: string, item: string];
  /** Submitted values of a form that is shown again; without them, metadata that the episode lacks is selected. */
  typed?: Ticks;
  /** True if the proposals were accepted or rejected before. */
  isDecided: boolean;
}
