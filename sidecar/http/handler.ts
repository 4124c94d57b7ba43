// What a handler gets and gives: parsed input in, an answer out; headers and envelopes are made in one place.
import type { BodyOf, ParamsOf, QueryOf, ResponseOf } from '#contract/endpoint.ts';
import type { EndpointOf, EndpointName } from '#contract/endpoints.ts';
import { sha256 } from '#domain/ids.ts';
import type { Pass } from '../release/priced-texts.ts';
import type { Release } from '../release/release.ts';
import type { Db, Tx } from '../storage/store.ts';

/** What an endpoint is asked with. */
export interface EndpointInput {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  /** In place of the Idempotency-Key of the request. */
  key?: string | undefined;
  /** The item that is wanted, where params do not name it. */
  item?: string | undefined;
}

export interface EndpointReply {
  /** Media type without parameters. */
  type: string;
  text: string;
  /** It was paid for, or is one client's share. */
  own?: boolean;
  /** Others may get another one. */
  varies?: boolean;
}

/** Asks an endpoint from inside for a client; throws ApiError where HTTP would answer with an error. */
export type CallEndpoint = (name: EndpointName, asked: EndpointInput) => Promise<EndpointReply>;

/** A one-time token that a request spends. */
export interface TokenUse {
  tokenId: string;
  /** Where the request is refused or fails: nothing after `handOver`, and the second time. */
  giveBack: () => Promise<void>;
  /** To a job, which gives the token back itself where it fails. */
  handOver: () => void;
}

export interface Context<N extends EndpointName = EndpointName> {
  release: Release;
  /** Milliseconds. */
  now: number;
  /** Asked for by ?sandbox=1 or X-Service-Sandbox: true. */
  sandbox: boolean;
  /** The store; for endpoints that create something, the transaction that also keeps their answer. */
  db: EndpointOf<N> extends { http: { creates: true } } ? Tx : Db;
  /** The Accept header. */
  accept: string | undefined;
  /** The newest items that the client may see; undefined: all. */
  newest: number | undefined;
  /** Where the endpoint reads texts. */
  pass: Pass | undefined;
  /** Network address of the client. */
  address: string;
  /** Who is counted: the holder of a valid token, else the address. */
  client: () => Promise<string>;
  /** Name of the verified agent that signed the request. */
  agent: () => Promise<string | undefined>;
  /** The Prefer header (RFC 7240). */
  prefer: string | undefined;
  /** The one-time token spent by this request. */
  uses: Pick<TokenUse, 'tokenId' | 'handOver'> | undefined;
  /** Aborted when the client closes the connection before its answer; only where answers take long. */
  disconnected: AbortSignal | undefined;
  /** Names the request where it has an Idempotency-Key and works with others: a repeat of it finds what the first began. */
  requestKey: string | undefined;
  /** What was paid for, where minutes have a price. */
  maxMinutes: number | undefined;
  /** Asks another endpoint for the same client. */
  call: CallEndpoint;
}

export interface Answer {
  /** 200 unless said. */
  status?: number;
  /** JSON text, or lines. */
  body: string;
  type?: string;
  headers?: Record<string, string>;
  /** The form that the body is turned into once it is kept, outside of any transaction: that may take long. */
  rendered?: RenderedForm;
}

declare const bodyShape: unique symbol;

/** An answer whose body is JSON of the shape that the contract gives; the compiler alone knows the shape. */
export interface JsonAnswer<N extends EndpointName> extends Answer {
  readonly [bodyShape]?: ResponseOf<EndpointOf<N>>;
}

type RenderedForm = 'guestKitPdf';
/** Bytes in place of a body. */
export type Render = Record<RenderedForm, (body: string, release: Release) => Promise<Buffer>>;

/** An answer that can be asked for again: its validators are known before its body is made. */
export interface ConditionalAnswer<N extends EndpointName = EndpointName> {
  /** Unquoted; changes whenever the body may. */
  etag: string;
  /** RFC 3339 instant. */
  lastModified: string;
  answer: () => JsonAnswer<N>;
  /** The store has a part in it, so that it is not kept with the release. */
  isOfStore?: true;
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

/** `value` is what the contract says that the endpoint answers; another shape does not compile. */
export const json = <N extends EndpointName>(value: ResponseOf<EndpointOf<N>>): JsonAnswer<N> => ({
  body: JSON.stringify(value),
});

/** The validator of an answer that is made of nothing but these. */
export const createEtag = (...parts: unknown[]): string => sha256(JSON.stringify(parts)).slice(0, 32);
