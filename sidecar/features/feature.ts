// The parts of a capability of the sidecar. Each folder next to this file exports one Feature, and app.ts lists them.
import type { FastifyInstance } from 'fastify';
import type { HandlerName, ProtocolName } from '#contract/endpoints.ts';
import type { ConsoleContribution } from '../console/contribution.ts';
import type { HttpDeps, Protocol } from '../http/deps.ts';
import type { Handler, Render } from '../http/handler.ts';
import type { PeriodicJob } from '../jobs/scheduler.ts';
import type { ExpiryRule } from '../storage/expiry.ts';

/** A handler of every endpoint that the sidecar answers. */
export type Handlers = { [N in HandlerName]: Handler<N> };

export interface Feature {
  /** Answers of endpoints. */
  handlers?: Partial<Handlers>;
  /** Endpoints that speak a protocol of their own. */
  protocols?: Partial<Record<ProtocolName, Protocol>>;
  /** Checks that refuse a request before anything else of it is looked at, by endpoint. */
  guards?: HttpDeps['guards'];
  /** Refuses requests that would lead to nothing even when paid, by endpoint. */
  beforePaywall?: HttpDeps['beforePaywall'];
  /** Forms of answers that are made outside of transactions. */
  render?: Partial<Render>;
  /** Adds pages and forms for people. */
  addPages?: (app: FastifyInstance, deps: HttpDeps) => void;
  jobs?: PeriodicJob[];
  /** Finishes work under way, or breaks it off, when the room stops. */
  stop?: () => Promise<void>;
  /** Rows that expire. */
  expiry?: ExpiryRule[];
  console?: ConsoleContribution;
}

type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type HandlersOf<F> = F extends { handlers: infer H } ? H : never;

/** Returns the handlers of all features; the compiler compares them with the contract where the result is used. */
export const mergeHandlers = <F extends readonly Feature[]>(features: F): Intersection<HandlersOf<F[number]>> =>
  Object.assign({}, ...features.map(({ handlers }) => handlers)) as Intersection<HandlersOf<F[number]>>;
