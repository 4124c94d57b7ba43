// Conditional requests (RFC 9110 §13).
import type { IncomingHttpHeaders } from 'node:http';

/** Other formats are ignored (§13.1.3); Date.parse finds a year in almost any text. */
const httpDate = /^[A-Z][a-z]+, \d\d[ -][A-Z][a-z]{2}[ -]\d{2,4} \d\d:\d\d:\d\d GMT$/;
/** The obsolete asctime format, which must be accepted (§5.6.7): Sun Nov  6 08:49:37 1994. */
const asctimeDate = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;

/** Returns milliseconds; NaN if the text is no HTTP-date. */
function readDate(text: string): number {
  if (asctimeDate.test(text)) return Date.parse(`${text} GMT`);
  return httpDate.test(text) ? Date.parse(text) : Number.NaN;
}

/**
 * Returns true if the client's copy is current. `etag` is quoted. If-None-Match takes precedence over If-Modified-Since
 * and uses weak comparison (§13.1.2).
 */
export function isNotModified(headers: IncomingHttpHeaders, etag: string, lastModified: string): boolean {
  const match = headers['if-none-match'];
  if (match !== undefined) {
    if (match === etag || match.trim() === '*') return true;
    return match.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
  }
  const since = headers['if-modified-since'];
  if (since === undefined || since === lastModified) return since !== undefined;
  return readDate(since) >= Date.parse(lastModified);
}
