// What lists of the console have in common: the choices above them and the ways to newer and older pages below.
import type { ConsoleMessage } from '../messages/messages.ts';

/** A choice of what is listed. */
export interface Tab {
  label: ConsoleMessage;
  /** Below /console, with its query. */
  path: string;
  isHere: boolean;
  count?: number;
}

/** Below /console; undefined where there is nothing further. */
export interface Pager {
  newer?: string;
  older?: string;
}
