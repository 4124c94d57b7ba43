// Asks endpoints for a visitor of a page, as the page's request says who that is.
import type { FastifyRequest } from 'fastify';
import type { Asker } from './answers.ts';
import { asking, type AskParts } from './ask.ts';
import type { ClientOf } from './client.ts';
import { explain } from './errors.ts';
import type { Ask } from './handler.ts';

export const askAs =
  (parts: Omit<AskParts, 'askFor'> & { clientOf: ClientOf }) =>
  (request: FastifyRequest, how: Pick<Asker, 'authorization' | 'isHead' | 'prefer'>): Ask =>
    asking(parts)({
      // The holder of a token is counted by it, as with a request that has it in its header.
      client: () => parts.clientOf({ ip: request.ip, headers: { authorization: how.authorization } }),
      address: request.ip,
      sandbox: false,
      accept: undefined,
      key: () => undefined,
      explain: (error) => explain(error, request),
      ...how,
    });
