// The request target: the address in the first line of a request (RFC 9112 §3.2).

/** Removes scheme and host from the absolute form, which clients send to proxies (§3.2.2). */
export const toOriginForm = (url: string): string =>
  url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');

const apiTrailingSlash = /^(\/(?:(?:api|\.well-known)\/[^?]*?[^/?]|mcp|ask|oembed))\/+(?=\?|$)/;

/** Removes slashes at the end of an API path, which some clients append to every address. */
export const trimApiPath = (url: string): string => url.replace(apiTrailingSlash, '$1');

/** Removes the query. */
export function stripQuery(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}
