// The last decision about several items, as the console offers to undo it.
export interface UndoOffer {
  name: string;
  what: string;
  /** RFC 3339. */
  at: string;
}
