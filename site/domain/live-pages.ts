// Where the pages are that the sidecar answers, and what the forms on them take.
import { ApiError } from '#contract/errors.ts';

/** Below this everything is the creator's alone. */
export const consolePath = '/console';
/** Of a form of the console: long articles are edited there. */
export const maxFormBytes = 4 * 1024 * 1024;

/** The page of the directory for people. */
export const nexusPath = '/nexus';
/** Id of the element in that page's frame whose content a Nexus replaces. */
export const nexusFrame = 'nexus-members';

export const searchPage = {
  path: '/search',
  queryMaxLength: 200,
  resultsPerPage: 20,
} as const;

/** Where people pay for a text and read it. */
export const readPage = {
  path: '/read',
  /** Id of the element that the sidecar fills. */
  frame: 'reading',
} as const;

/** `payment` is a secret: it shows the text in any browser. */
export const readPath = (resourceId: string, payment?: string, more: Record<string, string> = {}): string =>
  `${readPage.path}?${new URLSearchParams({ for: resourceId, ...more, ...(payment && { payment }) })}`;

/** The page for shows. */
export const preparePage = {
  path: '/prepare',
  /** The pack to keep. */
  markdownPath: '/prepare/briefing.md',
  urlMaxLength: 2048,
  topicMaxLength: 200,
} as const;

/** Where people make a guest kit and read it. */
export const guestKitPage = {
  path: '/guest-kit',
  /** Id of the element that the sidecar fills. */
  frame: 'kit',
} as const;

/** A kit that was made, or the form with a payment (a secret) or a show filled in. */
export const guestKitPath = (query: { id?: string; payment?: string; showUrl?: string; topic?: string }): string =>
  `${guestKitPage.path}?${new URLSearchParams(Object.entries(query))}`;

/** Address of a pack, at the page or as a file. */
export const briefingPath = (path: string, showUrl: string, topic: string | undefined): string =>
  `${path}?${new URLSearchParams({ showUrl, ...(topic && { topic }) })}`;

/** The format of the contract is RFC 3986, which knows neither ports nor the numbers of an address. */
export function assertShowUrl(showUrl: string): void {
  if (URL.canParse(showUrl)) return;
  throw new ApiError('bad_request', 'showUrl is no web address. Address of the show.', { field: 'showUrl' });
}
