// What the console's pages are given to show. The sidecar computes it, the pages only render it.
import type { Say, Text } from '../words/words.ts';

export interface Counts {
  /** Items that wait for a decision. */
  inbox: number;
  /** Booking requests without an answer. */
  bookings: number;
  /** Subscriptions that wait for a decision. */
  subscriptions: number;
}

/** A line of the navigation. */
export interface SectionLink {
  /** Below /console. */
  path: string;
  label: Text;
  /** How much waits there. */
  waiting?: number;
}

export interface BuildState {
  state: 'idle' | 'running' | 'failed';
  /** What the program said, of a failed build. */
  output?: string;
  /** Milliseconds since 1970. */
  finishedAt?: number;
  /** From the decision until it was live, where that was a moment ago. */
  tookMs?: number;
}

export interface Notice {
  kind: 'done' | 'problem';
  text: string;
}

/** What stands around every page. */
export interface ConsoleFrame {
  publication: string;
  /** Path of the page below /console. */
  path: string;
  /** Undefined until somebody has signed in: then there is no navigation. */
  signedIn?: {
    csrf: string;
    sections: SectionLink[];
    build: BuildState;
    /** The reason why what is sold brings no income. */
    income?: string;
    /** What was searched for; undefined while there is nothing to search. */
    searched?: string;
  };
  notice?: Notice;
}

export interface Shown<Model> {
  frame: ConsoleFrame;
  model: Model;
  say: Say;
}
