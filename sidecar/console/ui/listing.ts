// Models of tabs and pagers.
import type { ConsoleMessage } from '../messages/messages.ts';

/** Tab that filters a list. */
export interface Tab {
  label: ConsoleMessage;
  /** Path with query below /console. */
  path: string;
  isHere: boolean;
  count?: number;
}

/** Paths below /console; undefined at the ends of the list. */
export interface Pager {
  newer?: string;
  older?: string;
}
