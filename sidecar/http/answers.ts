// Answers an endpoint for whoever asks: the route of its address, a tool, a message of another agent.
import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { ApiError } from '#contract/errors.ts';
import { articlePriceSats } from '#domain/access.ts';
import { sandboxPath, sandboxPdfPath } from '#domain/headers.ts';
import type { Release } from '../release/release.ts';
import type { Db, Store } from '../store/store.ts';
import type { Answer, Ask, Asked, Conditional, Context, Handler } from './handler.ts';
import { once } from './idempotency.ts';

/** Who asks, and what holds for all that they ask with one request. */
export interface Asker {
  /** Who is counted. */
  client: () => Promise<string>;
  /** X-Service-Sandbox: true. */
  sandbox: boolean;
  /** The Accept header. */
  accept: string | undefined;
  /** Idempotency-Key. */
  key: () => string | undefined;
  /** Logs what nobody expected, and says what may be shown of it. */
  explain: (error: unknown) => ApiError;
}

/** A built file that is the answer, by its address in the release that was live. */
export interface BuiltFile {
  file: string;
  release: Release;
}

export interface AnswerParts {
  live: () => Release;
  now: () => number;
  store: Store;
  handlers: Partial<Record<string, Handler<never>>>;
  /** What a handler asks other endpoints with. */
  askFor: (asker: Asker) => Ask;
}

const fill = (template: string, params: Record<string, unknown> = {}): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));

const pdfPath = (record: Endpoint, sandbox: boolean): string => (sandbox ? sandboxPdfPath(record.path) : record.pdf!);
const jsonPath = (record: Endpoint, params: Asked['params'], sandbox: boolean): string =>
  sandbox ? sandboxPath(record.path) : fill(record.path, params);

/** A built file, or its sandbox twin, or the reason why there is none. */
function documentOf(record: Endpoint, { params, query }: Asked, sandbox: boolean, release: Release): BuiltFile {
  const path = query?.format === 'pdf' && record.pdf ? pdfPath(record, sandbox) : jsonPath(record, params, sandbox);
  const entry = release.entries.get(path);
  if (entry?.private) {
    const id = String(params!.id);
    const amountSats = articlePriceSats(release.facts.access, id);
    throw new ApiError('payment_required', 'This text must be paid for.', { resourceId: `article:${id}`, amountSats });
  }
  if (!entry) throw new ApiError('not_found', `Nothing is at ${path}.`);
  return { file: path, release };
}

type AnyHandler = (input: object, context: Context) => Promise<Answer | Conditional>;

/** A handler that creates something runs once for each Idempotency-Key, in one transaction with its answer. */
export async function answerEndpoint(
  name: EndpointName,
  asked: Asked,
  asker: Asker,
  parts: AnswerParts,
): Promise<Answer | Conditional | BuiltFile> {
  const record = endpoints[name] as Endpoint;
  const { params, query, body } = asked;
  const sandbox = record.sandbox === true && (asker.sandbox || query?.sandbox !== undefined);
  const handler = parts.handlers[name] as unknown as AnyHandler | undefined;
  const [release, now] = [parts.live(), parts.now()];
  if (!handler) return documentOf(record, asked, sandbox, release);
  const { accept } = asker;
  const run = (db: Db) =>
    handler({ params, query, body }, { release, now, sandbox, db, accept, ask: parts.askFor(asker) });
  if (!record.creates) return run(parts.store.db);
  const key = asked.key ?? asker.key();
  const route = fill(record.path, params);
  return once(
    parts.store,
    key === undefined ? undefined : { route, client: await asker.client(), key, body, now },
    run,
  );
}
