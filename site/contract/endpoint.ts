// The record of an endpoint: its HTTP interface, documentation, access rules and tool.
import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorKind } from './errors.ts';
import type { RateClass } from './limits.ts';

type Method = 'GET' | 'POST' | 'DELETE';

/**
 * The program that answers a GET. `static`: a built file. `query`: a built file, or the sidecar if the request has
 * parameters. `sidecar`: always the sidecar. `protocol`: the sidecar, in the messages of a protocol such as MCP or A2A.
 */
type ServedBy = 'static' | 'query' | 'sidecar' | 'protocol';

/** Groups of endpoints, in the order of the documentation. */
export const groups = {
  Discovery: 'Documents that a client reads first. Free, no credentials.',
  Content: 'The creator and all published items.',
  Actions: 'Requests to the creator, and jobs.',
  Access: 'Payment or work in exchange for access.',
  MCP: 'The API as tools for language models.',
  A2A: 'Messages between agents.',
  Nexus: 'The directory of creators.',
};

/** Payment rule of an endpoint. It applies only if the creator has set a price for the resource. */
export interface PaywallRule {
  /** Resource that has the price; `{id}` is the path parameter. */
  resource: 'article:{id}' | 'guest-kit' | 'transcribe' | 'content-index';
  /** Clients that get the newest items without payment; absent if there are none. */
  freeSlice?: 'agents' | 'anyone';
  /** Includes texts with a price for clients whose token opens them: always, or if this query parameter is present. */
  pricedTexts?: 'always' | 'include';
  /** Query parameter that makes a request free of charge. */
  freeParameter?: string;
  /**
   * Body members that identify a purchase: a repeated request with the same values is free.
   * @spec-gap what-a-price-means
   */
  singleUseFields?: readonly string[];
  /** Body member with the number of minutes to pay for, if the price is per minute. */
  minutesField?: string;
}

/** The request and its responses. */
interface Http {
  method: Method;
  /** RFC 6570 level 1 template: `/api/agent/articles/{id}`. */
  path: string;
  /** Further paths at which clients expect the endpoint. */
  aliases?: readonly string[];
  servedBy: ServedBy;
  params?: TObject;
  query?: TObject;
  body?: TSchema;
  response: TSchema;
  /** Body of the 202 response to `Prefer: respond-async` (RFC 7240 §4.1). */
  accepted?: TSchema;
  /** Description of the 202 response that has no body. */
  acceptedWithoutBody?: string;
  /** Media type of the 200 response; JSON by default. */
  mediaType?: string;
  /** Further media types, chosen by `format` or the Accept header. */
  alsoTypes?: readonly string[];
  /** Path of the same content as PDF, for `format=pdf`. */
  pdf?: string;
  /** Path of the same content in a compact form, for `compact=1`. */
  compact?: string;
  /** Headers that only this endpoint sends with its 200 response. */
  headers?: Record<string, TSchema>;
  /** Errors in addition to those that the other fields imply. */
  errors?: readonly ErrorKind[];
  /**
   * The request creates something and honours Idempotency-Key. `true`: its effects and its response are stored in one
   * transaction. `'across transactions'`: the response is stored after several transactions, or after waiting for a
   * wallet or an engine.
   */
  creates?: true | 'across transactions';
  /** Seconds until a slow response begins at the latest. */
  answerSeconds?: number;
}

/** The text that people and programs read about the endpoint. */
interface Docs {
  group: keyof typeof groups;
  /** Key in `endpoints` of the API index; `articles.list` nests. */
  indexKey?: string;
  summary: string;
  description?: string;
  /** Field of another endpoint's response that contains the address. */
  foundIn?: readonly [endpoint: string, field: string];
  /** A request that works on any room. */
  example?: { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };
}

/** The limits, price and privacy of the endpoint; without them it is free, unlimited and public. */
interface Access {
  rate?: RateClass;
  /** Endpoints with the same bucket share a count; by default each path has its own. */
  bucket?: string;
  /** The only method of a protocol whose messages are counted. */
  countedMethod?: string;
  /** Ignores tokens when counting, because the endpoint issues them and each would start a new count. */
  countsByAddress?: boolean;
  paywall?: PaywallRule;
  /** The response is for one client: it has no validators and no cache stores it. */
  private?: boolean;
  /** Answers `?sandbox=1` and `X-Service-Sandbox: 1` with mock data. Every POST does, and then stores nothing. */
  sandbox?: boolean;
}

/** The tool that offers the endpoint to language models. */
export interface ToolRecord {
  /** Name of the MCP tool. */
  tool: string;
  /**
   * Follows the summary in the tool's description: when to use this tool, when another, what it returns, its limits.
   */
  usage: string;
  /** Arguments that the tool adds unless a client sends its own. */
  defaults?: Readonly<Record<string, unknown>>;
  /** The Prefer header with which the tool calls its endpoint. */
  prefer?: string;
  /** The tool changes something, although its endpoint creates nothing. */
  changes?: true;
  /** Restricts the tool to rooms that run a Nexus, or to rooms that have a price. */
  onlyIn?: 'nexus' | 'paywall';
}

export interface Endpoint {
  http: Http;
  docs: Docs;
  access?: Access;
  agents?: ToolRecord;
}

/** Returns whether a request may ask for mock data, or for a response that stores nothing. */
export const offersSandbox = ({ http, access }: Endpoint): boolean =>
  access?.sandbox === true || http.method === 'POST';

/** A request that works on any room; one that does not fit the schemas does not compile. */
interface Example<E> {
  docs: { example?: { params?: ParamsOf<E>; query?: QueryOf<E>; body?: BodyOf<E> } };
}

export const endpoint = <const E extends Endpoint>(record: E & Example<E>): E => record;

type SchemaOf<E, K extends string> = E extends { http: Record<K, infer S extends TSchema> } ? Static<S> : undefined;
export type ParamsOf<E> = SchemaOf<E, 'params'>;
export type QueryOf<E> = SchemaOf<E, 'query'>;
export type BodyOf<E> = SchemaOf<E, 'body'>;
/** The JSON body of a 200 or 202 response. */
export type ResponseOf<E> = E extends { http: { accepted: infer A extends TSchema } }
  ? SchemaOf<E, 'response'> | Static<A>
  : SchemaOf<E, 'response'>;
