// Session cookie: not readable by scripts, never sent across sites, and with TLS restricted to this host.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { consolePath } from '#domain/live-pages.ts';
import type { ConsoleDeps } from '../deps.ts';
import { longestSessionMs, type Session, findSession } from './sessions.ts';

/**
 * `__Host-` prevents subdomains and plain http from setting the cookie, and requires the path `/`. Browsers reject the
 * prefix without TLS, where the path keeps the cookie from other programs on the machine.
 */
const secure = { name: '__Host-greenroom', path: '/', secure: true };
const plain = { name: 'greenroom-session', path: consolePath, secure: false };

/** Returns name and options of the session cookie. */
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

/** Returns the session of a request, or undefined. */
export const readSession = (deps: ConsoleDeps, request: FastifyRequest): Promise<Session | undefined> =>
  findSession(deps.store.db, request.cookies[sessionCookieSettings(deps, request).name], deps.now());
