// Paths of the pages that the sidecar fills in, and the limits of their forms.
import { ApiError } from '#contract/errors.ts';

/** Path of the console, which only the creator may open. */
export const consolePath = '/console';
/** Maximum size of a console form, which may contain a long article. */
export const maxFormBytes = 4 * 1024 * 1024;

export const nexusPath = '/nexus';
/** Id of the element in the directory page whose content a Nexus replaces. */
export const nexusFrame = 'nexus-members';

export const searchPage = {
  path: '/search',
  queryMaxLength: 200,
  resultsPerPage: 20,
} as const;

/** Page for paying for a text and reading it. */
export const readPage = {
  path: '/read',
  /** Id of the element that the sidecar fills. */
  frame: 'reading',
} as const;

/** Returns the path for reading a resource. `payment` is a secret that opens the text in any browser. */
export const readPath = (resourceId: string, payment?: string, more: Record<string, string> = {}): string =>
  `${readPage.path}?${new URLSearchParams({ for: resourceId, ...more, ...(payment && { payment }) })}`;

export const preparePage = {
  path: '/prepare',
  /** Path of the briefing pack for download. */
  markdownPath: '/prepare/briefing.md',
  urlMaxLength: 2048,
  topicMaxLength: 200,
} as const;

/** Page for making a guest kit and reading it. */
export const guestKitPage = {
  path: '/guest-kit',
  /** Id of the element that the sidecar fills. */
  frame: 'kit',
} as const;

/** Returns the path of an existing kit, or of the form with a payment (a secret) or a show filled in. */
export const guestKitPath = (query: { id?: string; payment?: string; showUrl?: string; topic?: string }): string =>
  `${guestKitPage.path}?${new URLSearchParams(Object.entries(query))}`;

/** Returns the path of a briefing pack, as a page or as a file. */
export const briefingPath = (path: string, showUrl: string, topic: string | undefined): string =>
  `${path}?${new URLSearchParams({ showUrl, ...(topic && { topic }) })}`;

/** Throws an ApiError for an address that the `uri` format of the contract accepts but no URL parser does. */
export function assertShowUrl(showUrl: string): void {
  if (URL.canParse(showUrl)) return;
  throw new ApiError('bad_request', 'showUrl is not a web address. Use an http or https address.', {
    field: 'showUrl',
  });
}
