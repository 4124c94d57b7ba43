// Where the page for shows is, and what its form asks.
import { ApiError } from '#contract/errors.ts';

export const preparePage = {
  path: '/prepare',
  /** The pack to keep. */
  markdownPath: '/prepare/briefing.md',
  urlMaxLength: 2048,
  topicMaxLength: 200,
} as const;

/** Address of a pack, at the page or as a file. */
export const packPath = (path: string, showUrl: string, topic: string | undefined): string =>
  `${path}?${new URLSearchParams({ showUrl, ...(topic && { topic }) })}`;

/** The format of the contract is RFC 3986, which knows neither ports nor the numbers of an address. */
export function assertShowUrl(showUrl: string): void {
  if (URL.canParse(showUrl)) return;
  throw new ApiError('bad_request', 'showUrl is no web address. Address of the show.', { field: 'showUrl' });
}
