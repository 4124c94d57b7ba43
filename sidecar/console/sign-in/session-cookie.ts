// The cookie that says which session a browser has: unreadable for scripts, never sent across sites, and behind TLS set by this host alone.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { consolePath } from '#domain/live-pages.ts';
import type { ConsoleDeps } from '../deps.ts';
import { longestSessionMs, type Session, findSession } from './sessions.ts';

/**
 * `__Host-` keeps a neighbour's subdomain and plain http from setting it in this room's place, and wants the path `/`;
 * without TLS no browser takes that name, and the path keeps the cookie from whatever else runs on the machine.
 */
const secure = { name: '__Host-greenroom', path: '/', secure: true };
const plain = { name: 'greenroom-session', path: consolePath, secure: false };

/** What a cookie of the console is called, and how it is kept. */
export function sessionCookieSettings({ live }: ConsoleDeps, request: FastifyRequest) {
  const isSecure = request.protocol === 'https' || live().facts.baseUrl.startsWith('https:');
  const { name, ...options } = isSecure ? secure : plain;
  return { name, options: { ...options, httpOnly: true, sameSite: 'strict' } as const };
}

export function setSessionCookie(deps: ConsoleDeps, request: FastifyRequest, reply: FastifyReply, token: string) {
  const { name, options } = sessionCookieSettings(deps, request);
  return reply.setCookie(name, token, { ...options, maxAge: longestSessionMs / 1000 });
}

export function clearSessionCookie(deps: ConsoleDeps, request: FastifyRequest, reply: FastifyReply) {
  const { name, options } = sessionCookieSettings(deps, request);
  return reply.clearCookie(name, options);
}

/** Undefined when nobody is signed in in this browser. */
export const readSession = (deps: ConsoleDeps, request: FastifyRequest): Promise<Session | undefined> =>
  findSession(deps.store.db, request.cookies[sessionCookieSettings(deps, request).name], deps.now());
