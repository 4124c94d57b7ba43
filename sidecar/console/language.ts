// Language of the console for a browser: its own setting, or else the creator's language.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dayMs } from '#domain/instants.ts';
import type { ConsoleDeps } from './deps.ts';
import { sessionCookieSettings } from './sign-in/session-cookie.ts';
import { matchConsoleLanguage, type ConsoleTranslate, consoleTranslatorFor } from './messages/messages.ts';

/** Lifetime of the cookie, longer than any browser keeps one. */
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

/** Returns the language chosen in this browser, or undefined for the creator's language. */
export const requestedLanguage = (deps: ConsoleDeps, request: FastifyRequest): string | undefined =>
  request.cookies[languageCookie(deps, request).name] || undefined;

/** Stores the language in a cookie. An empty string restores the creator's language. */
export function setLanguageCookie(deps: ConsoleDeps, request: FastifyRequest, reply: FastifyReply, language: string) {
  const { name, options } = languageCookie(deps, request);
  if (language === '') return reply.clearCookie(name, options);
  return reply.setCookie(name, language, { ...options, maxAge: languageCookieMs / 1000 });
}
