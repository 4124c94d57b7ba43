// Who asks, for rates and idempotency: a valid token, else a signature, else the address.
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { sha256 } from '#domain/ids.ts';
import { networkOf } from './network.ts';

export type ClientOf = (request: Pick<FastifyRequest, 'headers' | 'ip'> & { raw?: IncomingMessage }) => Promise<string>;

/** The name of the holder of what an Authorization header says; undefined when it is not valid. */
export type HolderOf = (authorization: string) => Promise<string | undefined>;

/** The token of `Authorization: Bearer`. */
export const parseBearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer +([\w-]{1,200})$/i.exec(authorization ?? '')?.[1];

/**
 * Returns the name of the agent whose signature a request carries; undefined where there is none, or it does not hold. An
 * agent whose keys are not in memory is looked up only if the address of the client is given, which is counted for it.
 */
export type AgentOf = (request: IncomingMessage, address?: string) => Promise<string | undefined>;

const knownAgent = 'agent ';
export const isKnownAgent = (client: string): boolean => client.startsWith(knownAgent);

/** Known only by an address, or by the signature of an agent that asks for many people. */
export const isSharedClient = (client: string): boolean =>
  isKnownAgent(client) || ipaddr.isValid(client) || ipaddr.isValidCIDR(client);

export const createClientFinder =
  (holderOf: HolderOf, agentOf: AgentOf = async () => undefined): ClientOf =>
  async ({ headers: { authorization }, ip, raw }) => {
    const holder = authorization && (await holderOf(authorization));
    if (holder) return holder;
    const agent = raw && (await agentOf(raw, ip));
    return agent ? knownAgent + agent : networkOf(ip);
  };

const subjectKey = 'openai/subject';

/** Whom a hosted client asks for, as it says so that servers can count people apart; never who it is. */
export function readPerson(body: unknown): string | undefined {
  const { params } = (body ?? {}) as { params?: { _meta?: Record<string, unknown> } };
  const subject = params?._meta?.[subjectKey];
  return typeof subject === 'string' && subject !== '' ? sha256(subject).slice(0, 16) : undefined;
}
