// Conditional GET (RFC 9110 §13): whether what the client holds is still current.
import type { IncomingHttpHeaders } from 'node:http';

/** `etag` is quoted. If-None-Match wins over If-Modified-Since and compares weakly (§13.1.2). */
export function isCurrent(headers: IncomingHttpHeaders, etag: string, lastModified: string): boolean {
  const match = headers['if-none-match'];
  if (match !== undefined) {
    if (match === etag || match.trim() === '*') return true;
    return match.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
  }
  const since = headers['if-modified-since'];
  return since !== undefined && (since === lastModified || Date.parse(since) >= Date.parse(lastModified));
}
