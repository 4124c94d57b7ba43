// What is said about an endpoint.
import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorKind } from './errors.ts';
import type { RateClass } from './limits.ts';

type Method = 'GET' | 'POST' | 'DELETE';

/**
 * Who answers a GET.
 * `static`: a built file. `query`: a built file, and the sidecar when parameters are given. `sidecar`: always the sidecar.
 * `protocol`: the sidecar, in the messages and with the errors of a protocol of its own.
 */
type Lane = 'static' | 'query' | 'sidecar' | 'protocol';

/** The parts of the API, in the order in which they are shown. */
export const groups = {
  Discovery: 'What a client reads first. Free, no credentials.',
  Content: 'The creator, and everything published.',
  Actions: 'Requests that the service keeps and the creator answers.',
  Access: 'Payment or work for access.',
  MCP: 'The same as tools for language models.',
  A2A: 'Messages from agent to agent.',
  Nexus: 'The directory of creators.',
};

/** What must be paid for where the creator put a price on it. */
export interface Paywall {
  /** `{id}` is the parameter of the path. */
  resource: 'article:{id}' | 'guest-kit' | 'transcribe' | 'content-index';
  /** Who gets the newest items without paying: nobody, registered agents, or anyone. */
  slice?: 'agents' | 'anyone';
  /** Reads texts that have a price of their own, for who holds a pass for them: always, or with this query parameter. */
  texts?: 'always' | 'include';
  /** The query parameter that asks for nothing that has a price. */
  freeWith?: string;
  /** One payment buys one: these members of the body say whether a request asks for the same again. @spec-gap what-a-price-means */
  once?: readonly string[];
  /** The member of the body that says how many minutes are paid for, where minutes have a price. */
  minutes?: string;
}

export interface Endpoint {
  method: Method;
  /** RFC 6570 level 1 template: `/api/agent/articles/{id}`. */
  path: string;
  group: keyof typeof groups;
  summary: string;
  /** Key in `endpoints` of the API index; `articles.list` nests. */
  indexKey?: string;
  rate?: RateClass;
  /** Routes of the same bucket are counted together; any other by its path. */
  bucket?: string;
  /** Of a protocol: only messages of this method count. */
  counts?: string;
  /** Counted by address even for who has a token: it gives tokens out, each of which would be counted anew. */
  countsAddress?: boolean;
  /** Further addresses, where clients look for it. */
  aliases?: readonly string[];
  lane: Lane;
  description?: string;
  params?: TObject;
  query?: TObject;
  body?: TSchema;
  /** Media type of the 200 answer; JSON unless said. */
  mediaType?: string;
  /** Further media types that it has by format or Accept. */
  alsoTypes?: readonly string[];
  /** Where the same lies as PDF, for `format=pdf`. */
  pdf?: string;
  response: TSchema;
  /** Headers of the 200 answer beside those that follow from the rest. */
  headers?: Record<string, TSchema>;
  /** The 202 answer to a client that sends `Prefer: respond-async` (RFC 7240 §4.1). */
  accepted?: TSchema;
  /** When the answer is 202 without a body. */
  bodiless?: string;
  /** How long a response may take to begin, where that can be slow. */
  answerSeconds?: number;
  errors?: ErrorKind[];
  /** Answers ?sandbox=1 and X-Service-Sandbox: true with mock data; a POST answers them in any case, and keeps nothing. */
  sandbox?: boolean;
  paywall?: Paywall;
  /**
   * Makes something, and honours Idempotency-Key: its effects and its answer are kept together, or, where it waits for a
   * wallet or an engine or has transactions of its own, the answer right after them.
   */
  creates?: true | 'with others';
  /** For one client alone: without validators, kept by no cache. */
  private?: boolean;
  /** Its address stands in a field of another endpoint's answer. */
  foundIn?: readonly [endpoint: string, field: string];
  /** Name of the MCP tool that gives the same answer. */
  tool?: string;
  /** For a model that chooses a tool, after the summary: when to use it and when another, what comes back, limits. */
  toolUse?: string;
  /** What the tool takes unless a client says otherwise. */
  toolDefaults?: Readonly<Record<string, unknown>>;
  /** The tool is offered where a Nexus is run, or where something has a price, and nowhere else. */
  toolOnlyIn?: 'nexus' | 'paywall';
  /** A request that works on any room: path and query, or a body. */
  example?: { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };
}

/** Whether a request may ask for mock data, or for an answer that keeps nothing. */
export const offersSandbox = ({ method, sandbox }: Endpoint): boolean => sandbox === true || method === 'POST';

/** A request that works on any room; one that does not fit the schemas does not compile. */
interface Example<E> {
  example?: { params?: ParamsOf<E>; query?: QueryOf<E>; body?: BodyOf<E> };
}

export const endpoint = <const E extends Endpoint>(record: E & Example<E>): E => record;

type SchemaOf<E, K extends string> = E extends Record<K, infer S extends TSchema> ? Static<S> : undefined;
export type ParamsOf<E> = SchemaOf<E, 'params'>;
export type QueryOf<E> = SchemaOf<E, 'query'>;
export type BodyOf<E> = SchemaOf<E, 'body'>;
/** The JSON body of a 200 or 202 answer. */
export type ResponseOf<E> = E extends { accepted: infer A extends TSchema }
  ? SchemaOf<E, 'response'> | Static<A>
  : SchemaOf<E, 'response'>;
