// The language that a browser is spoken to in: the one that was chosen in it, or the creator's.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dayMs } from '#domain/instants.ts';
import type { ConsoleParts } from './parts.ts';
import { cookieKind } from './sign-in/session-cookie.ts';
import { languageOf, type Say, sayIn } from './words/words.ts';

/** Longer than browsers keep any cookie. */
const keptForMs = 400 * dayMs;

const cookieOf = (parts: ConsoleParts, request: FastifyRequest) => {
  const { name, options } = cookieKind(parts, request);
  return { name: `${name}-language`, options };
};

const made = new Map<string, Say>();

export function sayTo(parts: ConsoleParts, request: FastifyRequest): Say {
  const language = languageOf(chosenLanguage(parts, request), parts.live().facts.creator.language);
  const say = made.get(language) ?? sayIn(language);
  made.set(language, say);
  return say;
}

/** Undefined where the creator's holds. */
export const chosenLanguage = (parts: ConsoleParts, request: FastifyRequest): string | undefined =>
  request.cookies[cookieOf(parts, request).name] || undefined;

/** An empty one goes back to the creator's. */
export function chooseLanguage(parts: ConsoleParts, request: FastifyRequest, reply: FastifyReply, language: string) {
  const { name, options } = cookieOf(parts, request);
  if (language === '') return reply.clearCookie(name, options);
  return reply.setCookie(name, language, { ...options, maxAge: keptForMs / 1000 });
}
