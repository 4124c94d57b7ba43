// Last bulk decision, as the undo button shows it.
export interface UndoOffer {
  name: string;
  what: string;
  /** RFC 3339 time. */
  at: string;
}
