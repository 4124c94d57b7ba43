// Remembers the filters of each list for the duration of a session, in a session cookie of the browser.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { consolePath } from '#domain/live-pages.ts';
import { withQuery } from './listing.ts';
import type { ConsoleDeps } from './deps.ts';
import { sessionCookieSettings } from './sign-in/session-cookie.ts';
import type { Session } from './sign-in/sessions.ts';

type Query = Record<string, string>;
interface StoredFilters {
  /** First part of the session id. */
  session: string;
  lists: Record<string, Query>;
}

/** Limit in bytes: browsers store at least 4,096, including name and attributes. */
const maxCookieBytes = 3000;
const shortSessionId = ({ id }: Session): string => id.slice(0, 16);

const filterCookie = (deps: ConsoleDeps, request: FastifyRequest) => {
  const { name, options } = sessionCookieSettings(deps, request);
  return { name: `${name}-filters`, options };
};

const isQuery = (value: unknown): value is Query =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string');

function readStoredFilters(text: string | undefined, session: Session): StoredFilters['lists'] {
  try {
    const { session: of, lists } = JSON.parse(text ?? '{}') as Partial<StoredFilters>;
    if (of !== shortSessionId(session) || typeof lists !== 'object' || lists === null) return {};
    return Object.fromEntries(Object.entries(lists).filter(([, query]) => isQuery(query)));
  } catch {
    return {};
  }
}

/** Serializes the filters, dropping the oldest if they exceed the limit. */
function serializeFilters(session: Session, lists: StoredFilters['lists']): string {
  const entries = Object.entries(lists);
  for (;;) {
    const text = JSON.stringify({ session: shortSessionId(session), lists: Object.fromEntries(entries) });
    if (encodeURIComponent(text).length <= maxCookieBytes || entries.length === 0) return text;
    entries.shift();
  }
}

/** Parameters for paging. An address with one of them also states its filters. */
const pagingParameters = ['page', 'before'];

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
  const { name, options } = filterCookie(deps, request);
  const lists = readStoredFilters(request.cookies[name], session);
  const { [path]: kept = {}, ...others } = lists;
  if (![...names, ...pagingParameters].some((one) => one in query)) {
    const own = Object.entries(kept).filter(([one]) => names.includes(one));
    if (own.length === 0) return undefined;
    const { notice, count } = query as Query;
    return consolePath + withQuery(path, { ...Object.fromEntries(own), notice, count });
  }
  const newFilters = names.flatMap((one): [string, string][] => {
    const value = query[one];
    return typeof value === 'string' && value !== '' ? [[one, value.slice(0, 200)]] : [];
  });
  const now = Object.fromEntries(newFilters);
  if (JSON.stringify(now) === JSON.stringify(kept)) return undefined;
  reply.setCookie(
    name,
    serializeFilters(session, newFilters.length > 0 ? { ...others, [path]: now } : others),
    options,
  );
  return undefined;
}
