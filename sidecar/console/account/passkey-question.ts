// Serves the options with which a browser creates a passkey for the signed-in creator.
import type { FastifyInstance } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import { consolePath } from '#domain/live-pages.ts';
import { requireSession } from '../sign-in/require-session.ts';
import type { ConsoleDeps } from '../deps.ts';
import { createPasskeyOptions } from '../sign-in/passkeys.ts';

export function addPasskeyQuestion(scope: FastifyInstance, deps: ConsoleDeps): void {
  scope.get(`${consolePath}/account/passkey`, async (request, reply) => {
    const session = await requireSession(deps, request, reply);
    if (!session) return reply;
    const question = await createPasskeyOptions(deps, session);
    if (!question) throw new ApiError('not_found', 'Passkeys are not supported at this address.');
    return reply.send(question);
  });
}
