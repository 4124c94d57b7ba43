// Interface through which features add pages, sections, search results and notices to the console.
import type { NoticeText } from './notices.ts';
import type { RunAction, LoadDownload, LoadPage, RunUpload } from './page.ts';
import type { ConsoleDeps } from './deps.ts';
import type { SearchKind } from './search/hits.ts';
import type { ConsoleProblem } from './ui/frame.ts';
import type { PageSection } from './ui/section.ts';
import type { CountedConsoleMessage, ConsoleTranslate, ConsoleMessage } from './messages/messages.ts';

/** Things that wait for the creator, counted in the navigation and listed on Today. */
export interface WaitingEntry {
  count: (deps: ConsoleDeps) => Promise<number>;
  one: string;
  many: CountedConsoleMessage;
  /** Path below /console. */
  path: string;
}

/** Groups of the navigation in their order. During setup only `Set up` has an entry. */
export const navigationGroups = [
  'Today',
  'Set up',
  'Content',
  'Requests',
  'Room',
  'Statistics',
  'Access',
  'Settings',
] as const satisfies ConsoleMessage[];

export interface NavigationEntry {
  group: (typeof navigationGroups)[number];
  label: ConsoleMessage;
  /** Position in the group; lower numbers come first. */
  order: number;
  waiting?: WaitingEntry;
  /** Returns false if the page is of no use for this room. */
  isUsed?: (deps: ConsoleDeps) => boolean;
  /** True if the entry is shown only during setup, when all others are hidden. */
  isForSetup?: true;
}

export interface PageEntry {
  /** Folder of the view. */
  view: string;
  /** Pages by their address below /console. */
  pages: Record<string, LoadPage>;
  /** Actions of forms by the address that they post to. */
  actions?: Record<string, RunAction>;
  /** Actions and uploads whose forms can be shown again with everything that was typed. */
  restores?: string[];
  /** Actions of forms with files. */
  uploads?: Record<string, RunUpload>;
  /** Downloads by their address. */
  files?: Record<string, LoadDownload>;
  /** Query parameters that filter its lists. They are remembered during the session. */
  filters?: string[];
  /** True if decisions on these pages start a build. Opening such a page warms up the builder. */
  isBuilt?: true;
  /** Entry in the navigation, which leads to the first address. */
  section?: NavigationEntry;
}

/** Pages of the console that show sections of features. `notices` is the form of settings.json. */
export type SectionPlace = 'today' | 'settings' | 'notices';

/** File at a secret address, for programs that cannot sign in. */
export interface PrivateFeed {
  /** File name in the address. */
  name: string;
  label: ConsoleMessage;
  /** Media type. */
  type: string;
  read: (deps: ConsoleDeps) => Promise<string>;
}

export interface ConsoleContribution {
  pages?: PageEntry[];
  sections?: Partial<Record<SectionPlace, (deps: ConsoleDeps, t: ConsoleTranslate) => Promise<PageSection[]>>>;
  searchKinds?: SearchKind[];
  /** Returns the problem that is shown above every page until it is solved. */
  findProblem?: (deps: ConsoleDeps, t: ConsoleTranslate) => Promise<ConsoleProblem | undefined>;
  privateFeeds?: PrivateFeed[];
  /** Notices after a change, by the name that an action returns. */
  notices?: Record<string, NoticeText>;
}

/** Console with its pages, contributions and dependencies. */
export interface ConsoleSite extends ConsoleDeps {
  pages: PageEntry[];
  contributions: ConsoleContribution[];
  notices: Record<string, NoticeText>;
}

/** Returns the sections that features show on a page, sorted by position. */
export async function readSections(
  contributions: ConsoleContribution[],
  place: SectionPlace,
  deps: ConsoleDeps,
  t: ConsoleTranslate,
): Promise<PageSection[]> {
  const sections: PageSection[] = [];
  for (const contribution of contributions) {
    sections.push(...((await contribution.sections?.[place]?.(deps, t)) ?? []));
  }
  return sections.sort((one, other) => one.order - other.order);
}
