// Who asks, for rates and idempotency: a valid token, else the address (decisions.md, Limits and rates).
import type { FastifyRequest } from 'fastify';
import { networkOf } from './network.ts';

export type ClientOf = (request: Pick<FastifyRequest, 'headers' | 'ip'>) => Promise<string>;

/** The name of a token's owner; undefined when the token is not valid. */
export type OwnerOf = (token: string) => Promise<string | undefined>;

export const clientFinder =
  (ownerOf: OwnerOf): ClientOf =>
  async ({ headers, ip }) => {
    const token = /^Bearer +([\w-]{1,200})$/i.exec(headers.authorization ?? '')?.[1];
    return (token && (await ownerOf(token))) || networkOf(ip);
  };
