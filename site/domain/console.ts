// What the console's pages are given to show. The sidecar computes it, the pages only render it.

export interface Counts {
  /** Items that wait for a decision. */
  inbox: number;
  /** Booking requests without an answer. */
  bookings: number;
  /** Subscriptions that wait for a decision. */
  subscriptions: number;
}

export interface BuildState {
  state: 'idle' | 'running' | 'failed';
  /** What the program said, of a failed build. */
  output?: string;
  /** Milliseconds since 1970. */
  finishedAt?: number;
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
  signedIn?: { csrf: string; counts: Counts; build: BuildState; runsNexus: boolean };
  notice?: Notice;
}

export interface Shown<Model> {
  frame: ConsoleFrame;
  model: Model;
}

/** Below this everything is the creator's alone. */
export const consolePath = '/console';

/** Long articles are edited here. */
export const maxFormBytes = 4 * 1024 * 1024;

const directory = '/directory';

const sections = [
  { path: '', label: 'Today' },
  { path: '/inbox', label: 'Inbox' },
  { path: '/published', label: 'Published' },
  { path: '/transcripts', label: 'Transcripts' },
  { path: '/bookings', label: 'Bookings' },
  { path: '/subscriptions', label: 'Subscriptions' },
  { path: '/agents', label: 'Agents' },
  { path: directory, label: 'Directory' },
  { path: '/prices', label: 'Prices' },
  { path: '/income', label: 'Income' },
  { path: '/work', label: 'Work' },
  { path: '/stats', label: 'Figures' },
  { path: '/feeds', label: 'Feeds' },
  { path: '/seen', label: 'What agents see' },
  { path: '/settings', label: 'Settings' },
  { path: '/audit', label: 'Decisions' },
] as const;

/** Of the navigation, by their path below /console. */
export const sectionsFor = (runsNexus: boolean) => sections.filter(({ path }) => runsNexus || path !== directory);

/** Where a problem is shown: no such page, no such item, a form that was refused. */
export interface ProblemModel {
  status: number;
  title: string;
  message: string;
  /** What would be lost with the form. */
  typed: string[];
}

export interface SignInModel {
  /** Token of a one-time link. */
  link?: string;
  passwordProblem?: string;
  /** Where passkeys work; undefined when the room's address takes none. */
  passkeyOrigin?: string;
  /** A link of another site led here: then the browser did not send the cookie of who is signed in. */
  isFromElsewhere: boolean;
}

interface CredentialView {
  id: string;
  kind: 'password' | 'passkey';
  label: string;
  /** Milliseconds since 1970, as all instants here. */
  createdAt: number;
  usedAt: number | null;
}

interface SignedInView {
  id: string;
  /** `Firefox on Linux`. */
  browser: string;
  method: 'password' | 'passkey' | 'link';
  createdAt: number;
  seenAt: number;
  isThis: boolean;
}

export interface AccountModel {
  credentials: CredentialView[];
  hasPassword: boolean;
  asksOldPassword: boolean;
  /** Signed in a moment ago, so that the way in may be changed. */
  isFresh: boolean;
  /** Undefined when the room's address takes no passkeys. */
  passkeyOrigin?: string;
  baseUrl: string;
  /** What this browser calls itself: a first name for its passkey. */
  browser: string;
  signedIn: SignedInView[];
  problems: Partial<Record<'old' | 'password' | 'again', string>>;
}

/** Asked before the last way in besides the link is removed. */
export type RemoveLastModel = Pick<CredentialView, 'id' | 'kind' | 'label'>;
