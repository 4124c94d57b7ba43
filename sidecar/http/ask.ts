// Asks an endpoint from inside, as a client would by HTTP: the same checks, the same rate, the same answer.
import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { ApiError } from '#contract/errors.ts';
import { readDocument } from '../release/release.ts';
import { type AnswerParts, answerEndpoint, type Asker } from './answers.ts';
import type { CallCounter } from './calls.ts';
import type { Ask, Asked, Reply } from './handler.ts';
import { type MakeAnswer, toBytes } from './response-cache.ts';
import { compile } from './query.ts';
import { checkRate, type TakeRate } from './rate-limit.ts';

export interface AskParts extends Omit<AnswerParts, 'askFor'> {
  takeRate: TakeRate;
  makeAnswer: MakeAnswer;
  calls: Pick<CallCounter, 'countItem'>;
}

type Validate = ReturnType<typeof compile>;
const validators = new Map<string, Validate>();

function validate(name: EndpointName, part: 'params' | 'query' | 'body', value: unknown): unknown {
  const schema = (endpoints[name] as Endpoint).http[part];
  if (!schema) return undefined;
  const key = `${name} ${part}`;
  if (!validators.has(key)) validators.set(key, compile(schema, part === 'query' ? 'querystring' : part));
  // Parameters are coerced in place.
  const result = validators.get(key)!(structuredClone(value ?? {}));
  if ('error' in result) throw result.error;
  return result.value;
}

/** Before anything is made: what asks from inside takes text alone. */
function refusePdf({ query, body }: Asked): void {
  const { format } = { ...query, ...(body as { format?: unknown } | undefined) };
  if (format !== 'pdf') return;
  const message = 'A PDF is given by HTTP alone: at pdfUrl, or at the url of a guest kit with format=pdf.';
  throw new ApiError('bad_request', message, { field: 'format' });
}

async function reply(name: EndpointName, asked: Asked, asker: Asker, parts: AskParts): Promise<Reply> {
  await checkRate(endpoints[name], asker, parts);
  const checked: Asked = {
    params: validate(name, 'params', asked.params) as Asked['params'],
    query: validate(name, 'query', asked.query) as Asked['query'],
    body: validate(name, 'body', asked.body),
    key: asked.key,
  };
  refusePdf(checked);
  const { made, admission } = await answerEndpoint(name, checked, asker, { ...parts, askFor: asking(parts) });
  const { item = checked.params?.id as string | undefined } = asked;
  // Tools, resources and messages are what agents ask by.
  // An item of any type asks for its text itself.
  if (item !== undefined && name !== 'item') parts.calls.countItem(item, 'agent');
  const { own, varies } = admission;
  if ('file' in made) return { ...(await readDocument(made.release, made.file)), own, varies };
  const { bytes, type = 'application/json' } = 'answer' in made ? parts.makeAnswer(made) : toBytes(made);
  return { type: type.split(';')[0]!, text: bytes.toString(), own, varies };
}

export const asking =
  (parts: AskParts) =>
  (asker: Asker): Ask =>
  (name, asked) =>
    reply(name, asked, asker, parts).catch((error: unknown) => {
      throw asker.explain(error);
    });
