// A browser that has signed in before is known by a cookie, and what strangers try does not lock it out.
// (OWASP, Slow Down Online Guessing Attacks with Device Cookies)
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dayMs } from '#domain/instants.ts';
import { networkOf } from '../../http/network.ts';
import { tokenHash } from '../../storage/tokens.ts';
import type { ConsoleDeps } from '../deps.ts';
import { sessionCookieSettings } from './session-cookie.ts';
import { verifyChallenge, consoleKey, newChallenge } from './challenges.ts';
import type { Guesser } from './lock-out.ts';

/** Longer than browsers keep any cookie. */
const knownForMs = 400 * dayMs;
const purpose = 'known browser';

const browserCookieName = (deps: ConsoleDeps, request: FastifyRequest): string =>
  `${sessionCookieSettings(deps, request).name}-browser`;

/** For a browser that has just signed in. It opens nothing: it only says whose tries are counted. */
export async function rememberBrowser(deps: ConsoleDeps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const value = newChallenge(await consoleKey(deps.store.db), purpose, deps.now());
  const { options } = sessionCookieSettings(deps, request);
  const cookie = Buffer.from(value).toString('base64url');
  void reply.setCookie(browserCookieName(deps, request), cookie, { ...options, maxAge: knownForMs / 1000 });
}

/** Who tries a password: a known browser for itself, everybody else for their network and among all strangers. */
export async function identifyGuesser(deps: ConsoleDeps, request: FastifyRequest): Promise<Guesser> {
  const cookie = request.cookies[browserCookieName(deps, request)];
  const key = await consoleKey(deps.store.db);
  const isKnown = cookie !== undefined && verifyChallenge(key, purpose, cookie, deps.now(), knownForMs) !== undefined;
  return isKnown ? { client: `browser ${tokenHash(cookie)}`, isKnown } : { client: networkOf(request.ip), isKnown };
}
