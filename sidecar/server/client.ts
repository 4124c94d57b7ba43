// Who asks, for rates and idempotency: a valid token, else the address.
import type { FastifyRequest } from 'fastify';
import { networkOf } from './network.ts';

export type ClientOf = (request: Pick<FastifyRequest, 'headers' | 'ip'>) => Promise<string>;

/** The name of the holder of what an Authorization header says; undefined when it is not valid. */
export type HolderOf = (authorization: string) => Promise<string | undefined>;

/** The token of `Authorization: Bearer`. */
export const bearerIn = (authorization: string | undefined): string | undefined =>
  /^Bearer +([\w-]{1,200})$/i.exec(authorization ?? '')?.[1];

export const clientFinder =
  (holderOf: HolderOf): ClientOf =>
  async ({ headers: { authorization }, ip }) =>
    (authorization && (await holderOf(authorization))) || networkOf(ip);
