// The last decision about several items, as the console offers to undo it.
export interface Undoable {
  name: string;
  what: string;
  /** RFC 3339. */
  at: string;
}
