// Calls an endpoint for its HTTP route, an MCP tool, an A2A message, a page, or the handler of another endpoint.
import type { FastifyRequest } from 'fastify';
import { type Endpoint, offersSandbox } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { ApiError } from '#contract/errors.ts';
import { sandboxPath, sandboxPdfPath } from '#domain/release/headers.ts';
import { readDocument, type Release } from '../release/release.ts';
import type { Db, Store, Tx } from '../storage/store.ts';
import type { FindClient } from './client.ts';
import type { HttpDeps } from './deps.ts';
import { toApiError } from './errors.ts';
import type { Answer, CallEndpoint, ConditionalAnswer, Context, EndpointInput, EndpointReply } from './handler.ts';
import { runOnce, runOnceWithLease } from './idempotency.ts';
import { createMissingError } from './missing-error.ts';
import { withNotes } from './notes.ts';
import { type Admission, fullAdmission } from './paywall.ts';
import { compileValidator } from './query.ts';
import { checkRate } from './rate-limit.ts';
import { sandboxAnswers } from './sandbox-answers.ts';
import { trimAnswer } from './trim.ts';

async function runAndRollBack<T>({ db }: Pick<Store, 'db'>, work: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = await db.startTransaction().execute();
  try {
    return await work(tx);
  } finally {
    await tx.rollback().execute();
  }
}

/** The client of a call and the properties of its request. */
export interface Caller {
  /** Name that calls are counted by. */
  client: () => Promise<string>;
  /** Name of the verified agent that signed the request. */
  agent?: () => Promise<string | undefined>;
  /** Person for whom a hosted client calls. */
  person?: string | undefined;
  /** Network address. */
  address: string;
  /** The request asks for mock data and stores nothing. */
  sandbox: boolean;
  /** The Accept header. */
  accept: string | undefined;
  /** The Authorization header. */
  authorization: string | undefined;
  /** True for a HEAD request. */
  isHead?: boolean;
  /** The Accept-Payment header of MPP. */
  acceptPayment?: string | undefined;
  /** The Prefer header. */
  prefer?: string | undefined;
  /** Aborted when the client disconnects before its answer. */
  disconnected?: AbortSignal | undefined;
  /** Returns the Idempotency-Key. */
  key: () => string | undefined;
  /** Logs an unexpected error and returns the error that may be shown. */
  explain: (error: unknown) => ApiError;
}

/** A built file that is the answer, with the release that was live. */
interface BuiltFile {
  file: string;
  release: Release;
}

export type CallDeps = Pick<
  HttpDeps,
  'live' | 'now' | 'store' | 'handlers' | 'paywall' | 'beforePaywall' | 'takeRate' | 'calls'
>;

const fillTemplate = (template: string, params: Record<string, unknown> = {}): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));

/** Returns the path of a mock document. Any article id leads to a mock article. */
function findMockPath(
  { http: { path } }: Endpoint,
  own: string,
  mock: (path: string) => string,
  release: Release,
): string {
  if (release.pages.has(mock(own)) || !path.includes('{id}')) return mock(own);
  return mock(fillTemplate(path, { id: release.sandbox.room.items.find(({ type }) => type === 'article')!.id }));
}

/** Returns the path of a built file or its mock in the requested format. */
function findDocumentPath(
  record: Endpoint,
  { params, query }: EndpointInput,
  sandbox: boolean,
  release: Release,
): string {
  const pdf = query?.format === 'pdf' ? record.http.pdf : undefined;
  const mock = pdf === undefined ? sandboxPath : sandboxPdfPath;
  const compact = query?.compact === undefined ? undefined : record.http.compact;
  const own = compact ?? fillTemplate(record.http.path, params);
  const path = sandbox ? findMockPath(record, own, mock, release) : (pdf ?? own);
  if (!release.pages.has(path)) throw createMissingError(release, path);
  return path;
}

/** Reads files outside the public folder only for clients that the paywall admitted. */
async function readBuiltDocument(path: string, release: Release): Promise<BuiltFile | Answer> {
  const page = release.pages.get(path)!;
  if (!page.private) return { file: path, release };
  const headers: Record<string, string> = page.tokens === undefined ? {} : { 'X-Markdown-Tokens': `${page.tokens}` };
  return { body: (await readDocument(release, path)).text, type: page.type, headers };
}

/** Calls other endpoints and records in `admission` whether any of their answers was paid for or varies. */
const recordReplies =
  (admission: Admission, call: CallEndpoint): CallEndpoint =>
  async (...input) => {
    const reply = await call(...input);
    admission.isPersonal ||= reply.isPersonal === true;
    admission.varies ||= reply.varies === true;
    return reply;
  };

type AnyHandler = (input: object, context: Context) => Promise<Answer | ConditionalAnswer>;

/** Runs a handler with a connection to the store and the name of a repeatable request. */
type RunHandler = (db: Db, requestKey?: string) => Promise<Answer | ConditionalAnswer>;

/** Runs a handler; one that creates something runs once for each Idempotency-Key. */
async function runHandler(
  { http: { creates, path } }: Endpoint,
  { params, body, key }: EndpointInput,
  { client }: Caller,
  { store, now }: CallDeps,
  run: RunHandler,
): Promise<Answer | ConditionalAnswer> {
  if (!creates) return run(store.db);
  const route = fillTemplate(path, params);
  const keyed = key === undefined ? undefined : { route, client: await client(), key, body, now: now() };
  return creates === true
    ? runOnce(store, keyed, run)
    : runOnceWithLease(store, keyed, now, (requestKey) => run(store.db, requestKey));
}

/** Returns a mock answer, or runs the handler on mock data and stores nothing. */
async function runInSandbox(
  name: EndpointName,
  body: unknown,
  { facts }: Release,
  { store }: CallDeps,
  run: RunHandler,
): Promise<Answer | ConditionalAnswer> {
  const mock = sandboxAnswers[name];
  if (mock) return mock(body as Record<string, unknown>, facts);
  return (endpoints[name] as Endpoint).http.creates ? runAndRollBack(store, run) : run(store.db);
}

/** Returns the part of a handler's context that describes the client and its request. */
const createContext = (caller: Caller, input: EndpointInput, admission: Admission) => ({
  accept: caller.accept,
  prefer: input.prefer ?? caller.prefer,
  address: caller.address,
  client: caller.client,
  agent: caller.agent ?? (async () => undefined),
  disconnected: caller.disconnected,
  newest: admission.newest,
  maxMinutes: admission.maxMinutes,
  tokenUse: admission.tokenUse,
  pass: admission.pass,
});

const isForSandbox = (record: Endpoint, { query }: EndpointInput, caller: Caller): boolean =>
  offersSandbox(record) && (caller.sandbox || query?.sandbox !== undefined);

async function admit(
  name: EndpointName,
  input: EndpointInput,
  caller: Caller,
  { beforePaywall, paywall }: CallDeps,
  release: Release,
): Promise<Admission> {
  await beforePaywall?.[name]?.(input.body as never);
  return paywall(endpoints[name], input, caller, release);
}

/** Answers a call whose input is validated and counted. Throws an ApiError for an error response. */
export async function answerEndpoint(name: EndpointName, input: EndpointInput, caller: Caller, deps: CallDeps) {
  const record = endpoints[name] as Endpoint;
  const { params, query, body } = input;
  const sandbox = isForSandbox(record, input, caller);
  const handler = deps.handlers[name] as unknown as AnyHandler | undefined;
  const release = deps.live();
  const now = deps.now();
  // The sandbox refuses a key that the real endpoint would refuse.
  const key = record.http.creates ? (input.key ?? caller.key()) : undefined;
  // A missing document is reported before its price.
  const path = handler ? undefined : findDocumentPath(record, input, sandbox, release);
  const initial = sandbox ? fullAdmission : await admit(name, input, caller, deps, release);
  if (!handler) return { answer: await readBuiltDocument(path!, release), admission: initial, release };
  const admission = { ...initial };
  const context = {
    ...createContext(caller, input, admission),
    sandbox,
    release: sandbox ? release.sandbox.release : release,
    now,
    call: recordReplies(admission, createEndpointCaller(deps)(sandbox ? { ...caller, sandbox } : caller)),
  };
  const run: RunHandler = (db, requestKey) =>
    handler({ params, query, body }, { ...context, db, requestKey } as Context);
  const answer = await (
    sandbox ? runInSandbox(name, body, release, deps, run) : runHandler(record, { ...input, key }, caller, deps, run)
  ).catch(async (error: unknown) => {
    await admission.tokenUse?.giveBack();
    throw error;
  });
  return { answer: trimAnswer(withNotes(answer, record, body, sandbox), record, query), admission, release };
}

type Validate = ReturnType<typeof compileValidator>;
const validators = new Map<string, Validate>();

function validate(name: EndpointName, part: 'params' | 'query' | 'body', value: unknown): unknown {
  const schema = (endpoints[name] as Endpoint).http[part];
  if (!schema) return undefined;
  const key = `${name} ${part}`;
  if (!validators.has(key)) validators.set(key, compileValidator(schema, part === 'query' ? 'querystring' : part));
  // Parameters are coerced in place.
  const result = validators.get(key)!(structuredClone(value ?? {}));
  if ('error' in result) throw result.error;
  return result.value;
}

/** Rejects PDF before any work is done: internal calls accept only text. */
function rejectPdf({ query, body }: EndpointInput): void {
  const { format } = { ...query, ...(body as { format?: unknown } | undefined) };
  if (format !== 'pdf') return;
  const message = 'A PDF is given by HTTP alone: at pdfUrl, or at the url of a guest kit with format=pdf.';
  throw new ApiError('bad_request', message, { field: 'format' });
}

async function answerCall(
  name: EndpointName,
  input: EndpointInput,
  caller: Caller,
  deps: CallDeps,
): Promise<EndpointReply> {
  await checkRate(endpoints[name], caller, deps);
  const checked: EndpointInput = {
    params: validate(name, 'params', input.params) as EndpointInput['params'],
    query: validate(name, 'query', input.query) as EndpointInput['query'],
    body: validate(name, 'body', input.body),
    key: input.key,
    prefer: input.prefer,
  };
  rejectPdf(checked);
  const { answer, admission } = await answerEndpoint(name, checked, caller, deps);
  const { item = checked.params?.id as string | undefined } = input;
  // Tools, resources and messages are used by agents. Items of other types than articles request their text themselves.
  if (item !== undefined && name !== 'item') deps.calls.countItem(item, 'agent');
  const { isPersonal, varies } = admission;
  if ('file' in answer) return { ...(await readDocument(answer.release, answer.file)), isPersonal, varies };
  const { body, type = 'application/json' } = 'answer' in answer ? answer.answer() : answer;
  return { type: type.split(';')[0]!, text: body, isPersonal, varies };
}

/** Calls endpoints internally with the same checks, rates and answers as over HTTP. */
export const createEndpointCaller =
  (deps: CallDeps) =>
  (caller: Caller): CallEndpoint =>
  (name, input) =>
    answerCall(name, input, caller, deps).catch((error: unknown) => {
      throw caller.explain(error);
    });

/** Calls endpoints for the visitor of a page, whom the page's request identifies. */
export const createVisitorCaller =
  (deps: CallDeps & { findClient: FindClient }) =>
  (request: FastifyRequest, options: Pick<Caller, 'authorization' | 'isHead' | 'prefer'>): CallEndpoint =>
    createEndpointCaller(deps)({
      // The holder of a token is counted by it, like a request that has it in its header.
      client: () => deps.findClient({ ip: request.ip, headers: { authorization: options.authorization } }),
      address: request.ip,
      sandbox: false,
      accept: undefined,
      key: () => undefined,
      explain: (error) => toApiError(error, request),
      ...options,
    });
