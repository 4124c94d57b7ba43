// Data for the frame of every page. The sidecar computes it; pages only render it.
import type { ConsoleTranslate, ConsoleMessage } from '../messages/messages.ts';

/** Entry of the navigation. */
export interface NavigationLink {
  /** Group in which the entry is listed. */
  group: ConsoleMessage;
  /** Path below /console. */
  path: string;
  label: ConsoleMessage;
  /** Number of waiting things. */
  waiting?: number;
}

export interface BuildState {
  state: 'idle' | 'running' | 'failed';
  /** Output of a failed build. */
  output?: string;
  /** Milliseconds since the epoch. */
  finishedAt?: number;
  /** Time from the decision until it was live, if that was recent. */
  tookMs?: number;
}

/** Problem that is shown above every page until it is solved. */
export interface ConsoleProblem {
  text: string;
  link: { label: ConsoleMessage; href: string };
}

export interface PageNotice {
  kind: 'done' | 'problem';
  text: string;
}

/** Frame of a page. */
export interface ConsoleFrame {
  publication: string;
  /** Path of the page below /console. */
  path: string;
  /** Undefined without a session; there is no navigation then. */
  signedIn?: {
    csrf: string;
    sections: NavigationLink[];
    build: BuildState;
    problems: ConsoleProblem[];
    /** Search words; undefined during setup, when there is nothing to search. */
    searchText?: string;
  };
  notice?: PageNotice;
}

export interface ViewModel<Model> {
  frame: ConsoleFrame;
  model: Model;
  t: ConsoleTranslate;
}
