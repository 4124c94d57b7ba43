// Answers an endpoint for every caller: its HTTP route, an MCP tool, an A2A message.
import { type Endpoint, offersSandbox } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import type { ApiError } from '#contract/errors.ts';
import { sandboxPath, sandboxPdfPath } from '#domain/release/headers.ts';
import { readDocument, type Release } from '../release/release.ts';
import type { Db, Store } from '../storage/store.ts';
import { type Admission, type Paywall, openToAll } from './paywall.ts';
import { missing } from './missing.ts';
import { withNotes } from './notes.ts';
import { rehearse } from './rehearse.ts';
import { trimAnswer } from './trim.ts';
import { sandboxAnswers } from './sandbox-answers.ts';
import type { Answer, Ask, Asked, Conditional, Context, Handler, Reply } from './handler.ts';
import { once, onceWithOthers } from './idempotency.ts';

/** Who asks, and what holds for all that they ask with one request. */
export interface Asker {
  /** Who is counted. */
  client: () => Promise<string>;
  /** Name of the verified agent that signed the request. */
  agent?: () => Promise<string | undefined>;
  /** Of those for whom a hosted client asks. */
  person?: string | undefined;
  /** Network address. */
  address: string;
  /** X-Service-Sandbox: true. */
  sandbox: boolean;
  /** The Accept header. */
  accept: string | undefined;
  /** The Authorization header. */
  authorization: string | undefined;
  /** Asks for headers alone. */
  isHead?: boolean;
  /** The Accept-Payment header of MPP. */
  acceptPayment?: string | undefined;
  /** The Prefer header. */
  prefer?: string | undefined;
  /** Aborted when the client is gone before its answer. */
  gone?: AbortSignal | undefined;
  /** Idempotency-Key. */
  key: () => string | undefined;
  /** Logs what nobody expected, and says what may be shown of it. */
  explain: (error: unknown) => ApiError;
}

/** A built file that is the answer, by its address in the release that was live. */
interface BuiltFile {
  file: string;
  release: Release;
}

export interface AnswerParts {
  live: () => Release;
  now: () => number;
  store: Store;
  handlers: Partial<Record<string, Handler<never>>>;
  paywall: Paywall;
  /** Refuses what leads to nothing even when it is paid. */
  beforePaywall?: Partial<Record<string, (body: never) => Promise<void>>>;
  /** What a handler asks other endpoints with. */
  askFor: (asker: Asker) => Ask;
}

const fill = (template: string, params: Record<string, unknown> = {}): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));

/** Whatever article is asked for, the sandbox has one. */
function mockAt({ http: { path } }: Endpoint, own: string, mock: (path: string) => string, release: Release): string {
  if (release.entries.has(mock(own)) || !path.includes('{id}')) return mock(own);
  return mock(fill(path, { id: release.sandbox.room.items.find(({ type }) => type === 'article')!.id }));
}

/** The address of a built file, or of its sandbox twin, in the form that is asked for. */
function documentAt(record: Endpoint, { params, query }: Asked, sandbox: boolean, release: Release): string {
  const pdf = query?.format === 'pdf' ? record.http.pdf : undefined;
  const mock = pdf === undefined ? sandboxPath : sandboxPdfPath;
  const own = fill(record.http.path, params);
  const path = sandbox ? mockAt(record, own, mock, release) : (pdf ?? own);
  if (!release.entries.has(path)) throw missing(release, path);
  return path;
}

/** What lies outside the public folder is read only for clients that the paywall let through. */
async function documentOf(path: string, release: Release): Promise<BuiltFile | Answer> {
  const entry = release.entries.get(path)!;
  if (!entry.private) return { file: path, release };
  const headers: Record<string, string> = entry.tokens === undefined ? {} : { 'X-Markdown-Tokens': `${entry.tokens}` };
  return { body: (await readDocument(release, path)).text, type: entry.type, headers };
}

/** What is made of answers that were paid for was paid for, too. */
function noting(ask: Ask): { ask: Ask; told: Required<Pick<Reply, 'own' | 'varies'>> } {
  const told = { own: false, varies: false };
  const noted: Ask = async (...asked) => {
    const reply = await ask(...asked);
    told.own ||= reply.own === true;
    told.varies ||= reply.varies === true;
    return reply;
  };
  return { ask: noted, told };
}

type AnyHandler = (input: object, context: Context) => Promise<Answer | Conditional>;

export interface Answered {
  made: Answer | Conditional | BuiltFile;
  admission: Admission;
  /** The one that was live when it was asked. */
  release: Release;
}

/** A handler that creates something runs once for each Idempotency-Key. */
async function runHandler(
  record: Endpoint,
  asked: Asked,
  asker: Asker,
  parts: AnswerParts,
  run: (db: Db, askedAs?: string) => Promise<Answer | Conditional>,
  sandbox: boolean,
): Promise<Answer | Conditional> {
  if (sandbox) return record.http.creates ? rehearse(parts.store, run) : run(parts.store.db);
  if (!record.http.creates) return run(parts.store.db);
  const route = fill(record.http.path, asked.params);
  const { body, key } = asked;
  const keyed = key === undefined ? undefined : { route, client: await asker.client(), key, body, now: parts.now() };
  return record.http.creates === true
    ? once(parts.store, keyed, run)
    : onceWithOthers(parts.store, keyed, parts.now, (askedAs) => run(parts.store.db, askedAs));
}

export async function answerEndpoint(
  name: EndpointName,
  asked: Asked,
  asker: Asker,
  parts: AnswerParts,
): Promise<Answered> {
  const record = endpoints[name] as Endpoint;
  const { params, query, body } = asked;
  const sandbox = offersSandbox(record) && (asker.sandbox || query?.sandbox !== undefined);
  const handler = parts.handlers[name] as unknown as AnyHandler | undefined;
  const [release, now] = [parts.live(), parts.now()];
  // The sandbox refuses one that the real endpoint would refuse, too.
  const key = record.http.creates ? (asked.key ?? asker.key()) : undefined;
  // What is not there has no price.
  const path = handler ? undefined : documentAt(record, asked, sandbox, release);
  if (!sandbox && record.access?.paywall) await parts.beforePaywall?.[name]?.(body as never);
  const admission = sandbox ? openToAll : await parts.paywall(record, asked, asker, release);
  if (!handler) return { made: await documentOf(path!, release), admission, release };
  const { accept, prefer, address, client, agent = async () => undefined, gone } = asker;
  const { newest, maxMinutes, uses, pass } = admission;
  const who = { accept, prefer, address, client, agent, gone };
  const seen = sandbox ? release.sandbox.release : release;
  const { ask, told } = noting(parts.askFor(sandbox ? { ...asker, sandbox } : asker));
  const mock = sandbox ? sandboxAnswers[name] : undefined;
  const shared = { release: seen, now, sandbox, ...who, newest, pass, uses, maxMinutes, ask };
  const run = (db: Db, askedAs?: string) => handler({ params, query, body }, { ...shared, db, askedAs });
  const made = mock
    ? mock(body as Record<string, unknown>, release.facts)
    : await runHandler(record, { ...asked, key }, asker, parts, run, sandbox).catch(async (error: unknown) => {
        await uses?.giveBack();
        throw error;
      });
  const all = { ...admission, own: admission.own || told.own, varies: admission.varies || told.varies };
  return { made: trimAnswer(withNotes(made, record, body, sandbox), record, query), admission: all, release };
}
