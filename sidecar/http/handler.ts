// Types of handlers: parsed input in, an answer out. Headers and envelopes are added elsewhere.
import type { BodyOf, ParamsOf, QueryOf, ResponseOf } from '#contract/endpoint.ts';
import type { EndpointOf, EndpointName } from '#contract/endpoints.ts';
import { sha256 } from '#domain/ids.ts';
import type { Pass } from '../release/priced-texts.ts';
import type { Release } from '../release/release.ts';
import type { Db, Tx } from '../storage/store.ts';

/** Input of an endpoint. */
export interface EndpointInput {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  /** Replaces the Idempotency-Key of the request. */
  key?: string | undefined;
  /** Replaces the Prefer header of the request. */
  prefer?: string | undefined;
  /** Id of the requested item if params do not name it. */
  item?: string | undefined;
}

export interface EndpointReply {
  /** Media type without parameters. */
  type: string;
  text: string;
  /** True if the answer was paid for or belongs to one client. */
  isPersonal?: boolean;
  /** True if other clients may get a different answer. */
  varies?: boolean;
}

/** Calls an endpoint internally for a client; throws an ApiError for an error response. */
export type CallEndpoint = (name: EndpointName, input: EndpointInput) => Promise<EndpointReply>;

/** A one-time token that a request spends. */
export interface TokenUse {
  tokenId: string;
  /** Returns the token if the request is rejected or fails; does nothing after `handOver` or a second time. */
  giveBack: () => Promise<void>;
  /** Passes the token to a job, which returns it if it fails. */
  handOver: () => void;
}

export interface Context<N extends EndpointName = EndpointName> {
  release: Release;
  /** Milliseconds. */
  now: number;
  /** True for ?sandbox=1 or X-Service-Sandbox: 1. */
  sandbox: boolean;
  /** The store; for endpoints that create something, the transaction that also stores their answer. */
  db: EndpointOf<N> extends { http: { creates: true } } ? Tx : Db;
  /** The Accept header. */
  accept: string | undefined;
  /** Number of newest items that the client may see; undefined if it may see all. */
  newest: number | undefined;
  /** Pass for priced texts; set if the endpoint reads texts. */
  pass: Pass | undefined;
  /** Network address of the client. */
  address: string;
  /** Returns the name that requests are counted by: the holder of a valid token, otherwise the address. */
  client: () => Promise<string>;
  /** Name of the verified agent that signed the request. */
  agent: () => Promise<string | undefined>;
  /** The Prefer header (RFC 7240). */
  prefer: string | undefined;
  /** One-time token that this request spends. */
  tokenUse: Pick<TokenUse, 'tokenId' | 'handOver'> | undefined;
  /** Aborted if the client disconnects before its answer; set only for endpoints that take long. */
  disconnected: AbortSignal | undefined;
  /**
   * Name of a request with an Idempotency-Key that runs outside a transaction; a repeat has the same name and finds
   * existing results.
   */
  requestKey: string | undefined;
  /** Number of minutes that were paid for. */
  maxMinutes: number | undefined;
  /** Calls another endpoint for the same client. */
  call: CallEndpoint;
}

export interface Answer {
  /** Status; 200 by default. */
  status?: number;
  /** JSON text, or lines. */
  body: string;
  type?: string;
  headers?: Record<string, string>;
  /**
   * Format that the body is rendered in after it is stored, outside of any transaction, since rendering may take long.
   */
  rendered?: RenderedForm;
}

declare const bodyShape: unique symbol;

/** An answer whose body is JSON of the contract's type. Only the compiler knows the type. */
export interface JsonAnswer<N extends EndpointName> extends Answer {
  readonly [bodyShape]?: ResponseOf<EndpointOf<N>>;
}

type RenderedForm = 'guestKitPdf';
/** Renderers that return bytes in place of a body. */
export type Render = Record<RenderedForm, (body: string, release: Release) => Promise<Buffer>>;

/** An answer with validators that are known before its body is created. */
export interface ConditionalAnswer<N extends EndpointName = EndpointName> {
  /** Unquoted; changes whenever the body may. */
  etag: string;
  /** RFC 3339 instant. */
  lastModified: string;
  answer: () => JsonAnswer<N>;
  /** True if the answer depends on the store, so that it is not cached with the release. */
  dependsOnStore?: true;
}

interface Input<N extends EndpointName> {
  params: ParamsOf<EndpointOf<N>>;
  query: QueryOf<EndpointOf<N>>;
  body: BodyOf<EndpointOf<N>>;
}

export type Handler<N extends EndpointName> = (
  input: Input<N>,
  context: Context<N>,
) => JsonAnswer<N> | ConditionalAnswer<N> | Promise<JsonAnswer<N> | ConditionalAnswer<N>>;

/** Creates an answer; `value` must have the type of the contract. */
export const json = <N extends EndpointName>(value: ResponseOf<EndpointOf<N>>): JsonAnswer<N> => ({
  body: JSON.stringify(value),
});

/** Returns the validator of an answer that depends only on these values. */
export const createEtag = (...parts: unknown[]): string => sha256(JSON.stringify(parts)).slice(0, 32);
