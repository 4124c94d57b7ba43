// The language that a browser is spoken to in: the one that was chosen in it, or the creator's.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dayMs } from '#domain/instants.ts';
import type { ConsoleDeps } from './deps.ts';
import { sessionCookieSettings } from './sign-in/session-cookie.ts';
import { matchConsoleLanguage, type ConsoleTranslate, consoleTranslatorFor } from './messages/messages.ts';

/** Longer than browsers keep any cookie. */
const languageCookieMs = 400 * dayMs;

const languageCookie = (deps: ConsoleDeps, request: FastifyRequest) => {
  const { name, options } = sessionCookieSettings(deps, request);
  return { name: `${name}-language`, options };
};

const translators = new Map<string, ConsoleTranslate>();

export function requestTranslator(deps: ConsoleDeps, request: FastifyRequest): ConsoleTranslate {
  const language = matchConsoleLanguage(requestedLanguage(deps, request), deps.live().facts.creator.language);
  const t = translators.get(language) ?? consoleTranslatorFor(language);
  translators.set(language, t);
  return t;
}

/** Undefined where the creator's holds. */
export const requestedLanguage = (deps: ConsoleDeps, request: FastifyRequest): string | undefined =>
  request.cookies[languageCookie(deps, request).name] || undefined;

/** An empty one goes back to the creator's. */
export function setLanguageCookie(deps: ConsoleDeps, request: FastifyRequest, reply: FastifyReply, language: string) {
  const { name, options } = languageCookie(deps, request);
  if (language === '') return reply.clearCookie(name, options);
  return reply.setCookie(name, language, { ...options, maxAge: languageCookieMs / 1000 });
}
