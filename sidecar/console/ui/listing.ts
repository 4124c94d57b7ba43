// What lists of the console have in common: the choices above them and the ways to newer and older pages below.
import type { Text } from '../words/words.ts';

/** A choice of what is listed. */
export interface Tab {
  label: Text;
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
