// What was decided, by whom, as the console shows it.
import type { UndoOffer } from '../content/undo-offer.ts';
import type { Pager } from '../ui/listing.ts';

export interface AuditEntry {
  id: number;
  /** Milliseconds. */
  at: number;
  who: string;
  /** In words. */
  action: string;
  subject: string;
  /** Below /console, where the subject has a page. */
  subjectPath?: string;
  detail?: string;
}

export interface DecisionsModel {
  decisions: AuditEntry[];
  /** Only those about it. */
  subject: string;
  /** What can be taken back, newest first. */
  undo: UndoOffer[];
  pager: Pager;
}
