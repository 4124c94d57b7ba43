// What discovery sees of the web: a page as bytes, and how one is got. Every request goes through the safe fetch.

export interface WebPage {
  /** Where the bytes came from, after redirects. */
  url: string;
  contentType: string;
  bytes: Uint8Array;
}

/** Throws an Error that says why the page could not be had. */
export type GetPage = (url: string) => Promise<WebPage>;

/** An absolute http(s) address without fragment; `undefined` for anything else. */
export function webAddress(href: string | undefined, base?: string): string | undefined {
  if (!href || !URL.canParse(href.trim(), base)) return undefined;
  const url = new URL(href.trim(), base);
  url.hash = '';
  const isPlain = /^https?:$/.test(url.protocol) && !url.username && !url.password;
  return isPlain && url.href.length <= 2048 ? url.href : undefined;
}

/** Whether a request was refused for leading into the own network. */
export const isPrivateAddressError = (message: string): boolean => /private|public internet/i.test(message);
