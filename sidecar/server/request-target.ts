// What a request asks for, in its first line (RFC 9112 §3.2).

/** A whole address, as a proxy sends it, means its path here (§3.2.2). */
export const originForm = (url: string): string =>
  url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');

/** Without the query. */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}
