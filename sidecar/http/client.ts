// Identifies clients for rates and idempotency: by a valid token, otherwise a signature, otherwise the network address.
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { sha256 } from '#domain/ids.ts';
import { networkOf } from './network.ts';

export type FindClient = (
  request: Pick<FastifyRequest, 'headers' | 'ip'> & { raw?: IncomingMessage },
) => Promise<string>;

/** Returns the name of the holder of an Authorization header; undefined if it is not valid. */
export type FindHolder = (authorization: string) => Promise<string | undefined>;

/** Returns the token of `Authorization: Bearer`. */
export const parseBearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer +([\w-]{1,200})$/i.exec(authorization ?? '')?.[1];

/**
 * Returns the name of the agent that signed a request; undefined without a valid signature. An agent whose keys are not
 * cached is looked up only if the client's address is given, and the lookup counts for that address.
 */
export type FindAgent = (request: IncomingMessage, address?: string) => Promise<string | undefined>;

const agentPrefix = 'agent ';
export const isKnownAgent = (client: string): boolean => client.startsWith(agentPrefix);

/** Returns true for clients that may be many people: an address, or an agent that acts for many people. */
export const isSharedClient = (client: string): boolean =>
  isKnownAgent(client) || ipaddr.isValid(client) || ipaddr.isValidCIDR(client);

export const createClientFinder =
  (findHolder: FindHolder, findAgent: FindAgent = async () => undefined): FindClient =>
  async ({ headers: { authorization }, ip, raw }) => {
    const holder = authorization && (await findHolder(authorization));
    if (holder) return holder;
    const agent = raw && (await findAgent(raw, ip));
    return agent ? agentPrefix + agent : networkOf(ip);
  };

const subjectKey = 'openai/subject';

/** Returns the anonymous id of a person that a hosted client sends so that servers can count people separately. */
export function readPerson(body: unknown): string | undefined {
  const { params } = (body ?? {}) as { params?: { _meta?: Record<string, unknown> } };
  const subject = params?._meta?.[subjectKey];
  return typeof subject === 'string' && subject !== '' ? sha256(subject).slice(0, 16) : undefined;
}
