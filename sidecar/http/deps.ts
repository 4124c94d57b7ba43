// The dependencies of the request path, created once for each room.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProtocolName } from '#contract/endpoints.ts';
import type { Release } from '../release/release.ts';
import type { Store } from '../storage/store.ts';
import type { CallCounter } from './calls.ts';
import type { FindAgent, FindClient } from './client.ts';
import type { CallEndpoint, Handler, Render } from './handler.ts';
import type { CheckPaywall } from './paywall.ts';
import type { TakeRate } from './rate-limit.ts';
import type { SendFile } from './static-files.ts';
import type { AnswerCache } from './answer-cache.ts';

/** Answers a request in the messages of its protocol. */
export type Protocol = (request: FastifyRequest, reply: FastifyReply, call: CallEndpoint) => unknown;

export interface HttpDeps {
  live: () => Release;
  /** Milliseconds. */
  now: () => number;
  store: Store;
  /** By endpoint; an endpoint without one is a built file. */
  handlers: Partial<Record<string, Handler<never>>>;
  protocols: Record<ProtocolName, Protocol>;
  /** Checks that reject or redirect a request before anything else of it is read, by endpoint. */
  guards: Partial<Record<string, (request: FastifyRequest, reply: FastifyReply) => void>>;
  paywall: CheckPaywall;
  /** Rejects requests that would fail even if paid, by endpoint. */
  beforePaywall?: Partial<Record<string, (body: never) => Promise<void>>>;
  takeRate: TakeRate;
  /** Throws while the process is overloaded. */
  shed: () => void;
  calls: Pick<CallCounter, 'countItem'>;
  findClient: FindClient;
  /** Finds the verified agent that signed a request. */
  findAgent?: FindAgent | undefined;
  sendFile: SendFile;
  sameForAll: AnswerCache['sameForAll'];
  render: Render;
}
