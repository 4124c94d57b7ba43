// Admits the signed-in creator and sends everybody else to the sign-in page.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { consolePath } from '#domain/live-pages.ts';
import type { ConsoleDeps } from '../deps.ts';
import { readSession } from './session-cookie.ts';
import type { Session } from './sessions.ts';
import { withQuery } from '../listing.ts';

/** Undefined when the answer is on its way already. */
export async function requireSession(
  deps: ConsoleDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  /** The page that is shown after signing in, below /console. */
  to = '',
): Promise<Session | undefined> {
  const session = await readSession(deps, request);
  if (session) return session;
  const { notice } = request.query as { notice?: string };
  const cookieNotice = notice === 'signedIn' ? 'cookieLost' : undefined;
  reply.redirect(`${consolePath}${withQuery('/sign-in', { notice: cookieNotice, to: to || undefined })}`, 303);
  return undefined;
}
