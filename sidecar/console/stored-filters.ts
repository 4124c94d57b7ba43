// How each list is narrowed stays so while the session lasts: who comes back to a list without saying how finds it as it was.
// It is kept in the browser, in a cookie that ends with it and counts for its session alone.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { consolePath } from '#domain/live-pages.ts';
import { withQuery } from './listing.ts';
import type { ConsoleDeps } from './deps.ts';
import { sessionCookieSettings } from './sign-in/session-cookie.ts';
import type { Session } from './sign-in/sessions.ts';

type Query = Record<string, string>;
interface StoredFilters {
  /** Digest of the session's token, in part. */
  session: string;
  lists: Record<string, Query>;
}

/** Browsers keep at least 4,096 bytes, name and attributes included. */
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

/** Of several lists, those narrowed last stay. */
function serializeFilters(session: Session, lists: StoredFilters['lists']): string {
  const entries = Object.entries(lists);
  for (;;) {
    const text = JSON.stringify({ session: shortSessionId(session), lists: Object.fromEntries(entries) });
    if (encodeURIComponent(text).length <= maxCookieBytes || entries.length === 0) return text;
    entries.shift();
  }
}

/** Ways to turn the pages; who names one says how the list is narrowed, too. */
const pagingParameters = ['page', 'before'];

/**
 * Where an address says nothing about the list at `path`: the address with what is kept. Where it says something, an empty
 * value included, that is kept from now on.
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
