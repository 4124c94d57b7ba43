// Remembers the filters of each list for the duration of a session, in one cookie per list.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { consolePath } from '#domain/live-pages.ts';
import { withQuery } from './listing.ts';
import type { ConsoleDeps } from './deps.ts';
import { sessionCookieSettings } from './sign-in/session-cookie.ts';
import type { Session } from './sign-in/sessions.ts';

/** Parameters for paging. An address with one of them also states its filters. */
const pagingParameters = ['page', 'before'];
/** Browsers store at least 4,096 bytes, including name and attributes. */
const maxCookieBytes = 3000;

/**
 * Returns the address with the stored filters if the request has none. If it has some, even empty ones, they are stored
 * instead.
 */
export function restoreFilters(
  deps: ConsoleDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
  { path, names }: { path: string; names: string[] },
): string | undefined {
  const query = request.query as Record<string, unknown>;
  const { name: sessionCookie, options } = sessionCookieSettings(deps, request);
  const cookie = `${sessionCookie}-filters${path.replaceAll(/\W+/g, '-')}`;
  // The first part of the session id keeps filters from a later session in the same browser.
  const sessionPrefix = `${session.id.slice(0, 16)}?`;
  const storedQuery = request.cookies[cookie] ?? '';
  if (![...names, ...pagingParameters].some((name) => name in query)) {
    if (!storedQuery.startsWith(sessionPrefix)) return undefined;
    const filters = Object.fromEntries(new URLSearchParams(storedQuery.slice(sessionPrefix.length)));
    const knownFilters = Object.entries(filters).filter(([name]) => names.includes(name));
    if (knownFilters.length === 0) return undefined;
    const { notice, count } = query as Record<string, string>;
    return consolePath + withQuery(path, { ...Object.fromEntries(knownFilters), notice, count });
  }
  const filters = new URLSearchParams();
  for (const name of names) {
    const value = query[name];
    if (typeof value === 'string' && value !== '') filters.set(name, value);
  }
  const value = sessionPrefix + filters.toString();
  if (encodeURIComponent(value).length > maxCookieBytes) reply.clearCookie(cookie, options);
  else if (value !== storedQuery) reply.setCookie(cookie, value, options);
  return undefined;
}
