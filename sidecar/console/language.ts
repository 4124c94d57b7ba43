// The language that a browser is spoken to in: the one that was chosen in it, or the creator's.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dayMs } from '#domain/instants.ts';
import type { ConsoleDeps } from './deps.ts';
import { cookieKind } from './sign-in/session-cookie.ts';
import { matchConsoleLanguage, type ConsoleTranslate, consoleTranslatorFor } from './messages/messages.ts';

/** Longer than browsers keep any cookie. */
const keptForMs = 400 * dayMs;

const cookieOf = (deps: ConsoleDeps, request: FastifyRequest) => {
  const { name, options } = cookieKind(deps, request);
  return { name: `${name}-language`, options };
};

const made = new Map<string, ConsoleTranslate>();

export function requestTranslator(deps: ConsoleDeps, request: FastifyRequest): ConsoleTranslate {
  const language = matchConsoleLanguage(chosenLanguage(deps, request), deps.live().facts.creator.language);
  const t = made.get(language) ?? consoleTranslatorFor(language);
  made.set(language, t);
  return t;
}

/** Undefined where the creator's holds. */
export const chosenLanguage = (deps: ConsoleDeps, request: FastifyRequest): string | undefined =>
  request.cookies[cookieOf(deps, request).name] || undefined;

/** An empty one goes back to the creator's. */
export function chooseLanguage(deps: ConsoleDeps, request: FastifyRequest, reply: FastifyReply, language: string) {
  const { name, options } = cookieOf(deps, request);
  if (language === '') return reply.clearCookie(name, options);
  return reply.setCookie(name, language, { ...options, maxAge: keptForMs / 1000 });
}
