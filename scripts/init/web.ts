// Pages of the web as discovery uses them. All requests use the fetcher of ingest.
import type { SourceProblem } from '#contract/source-problems.ts';

export interface WebPage {
  /** Address after redirects. */
  url: string;
  contentType: string;
  bytes: Uint8Array;
}

/** Fetches a page. Throws an Error with the reason if that fails. */
export type GetPage = (url: string) => Promise<WebPage>;

/** Returns an absolute http(s) address without fragment, or undefined for anything else. */
export function webAddress(href: string | undefined, base?: string): string | undefined {
  if (!href || !URL.canParse(href.trim(), base)) return undefined;
  const url = new URL(href.trim(), base);
  url.hash = '';
  const isPlain = /^https?:$/.test(url.protocol) && !url.username && !url.password;
  return isPlain && url.href.length <= 2048 ? url.href : undefined;
}

/** Returns true if a request was refused because of a private address. */
export const isPrivateAddressProblem = ({ code }: SourceProblem): boolean =>
  code === 'address_private' || code === 'redirect_private' || code === 'host_private';
