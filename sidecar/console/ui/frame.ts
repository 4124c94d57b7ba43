// What the console's pages are given to show. The sidecar computes it, the pages only render it.
import type { ConsoleTranslate, ConsoleMessage } from '../messages/messages.ts';

/** A line of the navigation. */
export interface NavigationLink {
  /** Below /console. */
  path: string;
  label: ConsoleMessage;
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

/** A problem that stands above every page until it is solved. */
export interface ConsoleProblem {
  text: string;
  link: { label: ConsoleMessage; href: string };
}

export interface PageNotice {
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
    sections: NavigationLink[];
    build: BuildState;
    problems: ConsoleProblem[];
    /** What was searched for; undefined while there is nothing to search. */
    searched?: string;
  };
  notice?: PageNotice;
}

export interface ViewModel<Model> {
  frame: ConsoleFrame;
  model: Model;
  t: ConsoleTranslate;
}
