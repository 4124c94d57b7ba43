// Requires a session, and redirects everyone else to the sign-in page.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { consolePath } from '#domain/live-pages.ts';
import type { ConsoleDeps } from '../deps.ts';
import { readSession } from './session-cookie.ts';
import type { Session } from './sessions.ts';
import { withQuery } from '../listing.ts';

/** Returns the session, or undefined after a redirect. */
export async function requireSession(
  deps: ConsoleDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  /** Path below /console to continue to after signing in. */
  to = '',
): Promise<Session | undefined> {
  const session = await readSession(deps, request);
  if (session) return session;
  const { notice } = request.query as { notice?: string };
  const cookieNotice = notice === 'signedIn' ? 'cookieLost' : undefined;
  reply.redirect(`${consolePath}${withQuery('/sign-in', { notice: cookieNotice, to: to || undefined })}`, 303);
  return undefined;
}
