// Models of the audit log.
import type { UndoOffer } from '../content/undo-offer.ts';
import type { Pager } from '../ui/listing.ts';

export interface AuditEntry {
  id: number;
  /** Time of the decision in milliseconds since the epoch. */
  at: number;
  who: string;
  /** Action as text. */
  action: string;
  subject: string;
  /** Path of the subject's page below /console, if it has one. */
  subjectPath?: string;
  detail?: string;
}

export interface DecisionsModel {
  decisions: AuditEntry[];
  /** Subject by which the list is filtered, or an empty string. */
  subject: string;
  /** Decisions that can be undone, newest first. */
  undo: UndoOffer[];
  pager: Pager;
}
