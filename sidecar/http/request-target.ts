// The request target: the address in the first line of a request (RFC 9112 §3.2).

/** Removes scheme and host from the absolute form, which clients send to proxies (§3.2.2). */
export const toOriginForm = (url: string): string =>
  url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');

/** Removes the query. */
export function stripQuery(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}
