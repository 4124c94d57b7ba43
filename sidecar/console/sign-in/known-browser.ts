// Remembers browsers that have signed in before, so that failed attempts of strangers do not lock them out.
// See OWASP, Slow Down Online Guessing Attacks with Device Cookies.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dayMs } from '#domain/instants.ts';
import { networkOf } from '../../http/network.ts';
import { tokenHash } from '../../storage/tokens.ts';
import type { ConsoleDeps } from '../deps.ts';
import { sessionCookieSettings } from './session-cookie.ts';
import { verifyChallenge, readConsoleKey, newChallenge } from './challenges.ts';
import type { Guesser } from './lock-out.ts';

/** Lifetime of the cookie, longer than any browser keeps one. */
const knownForMs = 400 * dayMs;
const purpose = 'known browser';

const browserCookieName = (deps: ConsoleDeps, request: FastifyRequest): string =>
  `${sessionCookieSettings(deps, request).name}-browser`;

/** Sets the cookie after sign-in. It grants no access and only selects the counter of attempts. */
export async function rememberBrowser(deps: ConsoleDeps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const value = newChallenge(await readConsoleKey(deps.store.db), purpose, deps.now());
  const { options } = sessionCookieSettings(deps, request);
  const cookie = Buffer.from(value).toString('base64url');
  void reply.setCookie(browserCookieName(deps, request), cookie, { ...options, maxAge: knownForMs / 1000 });
}

/** Returns the counter for attempts: one for each known browser, otherwise by network. */
export async function identifyGuesser(deps: ConsoleDeps, request: FastifyRequest): Promise<Guesser> {
  const cookie = request.cookies[browserCookieName(deps, request)];
  const key = await readConsoleKey(deps.store.db);
  const isKnown = cookie !== undefined && verifyChallenge(key, purpose, cookie, deps.now(), knownForMs) !== undefined;
  return isKnown ? { client: `browser ${tokenHash(cookie)}`, isKnown } : { client: networkOf(request.ip), isKnown };
}
