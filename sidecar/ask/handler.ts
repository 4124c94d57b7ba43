// POST /ask and GET /ask: a sentence and its answer, whole or as server-sent events.
import type { AskResponse } from '#contract/schemas/ask.ts';
import { type Answer, type Context, json, type Handler } from '../server/handler.ts';
import { answerSentence } from './answer.ts';

interface Preferred {
  mode?: string | undefined;
  streaming?: boolean | undefined;
}

const event = (type: string, data: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;

/** The events of §6 of the specification; everything is known at once. */
function stream({ _meta, results = [], ...rest }: AskResponse): Answer {
  const each = results.map((item, index) => event('result', { index, item }));
  const body = [event('start', { _meta }), ...each, event('complete', { _meta, ...rest })].join('');
  return { body, type: 'text/event-stream; charset=utf-8' };
}

const isSummary = (result: { '@type': string }): boolean => result['@type'] === 'SearchSummary';

/** A list has no summary, unless nothing else is the answer. */
function inMode(answer: AskResponse, mode = 'list'): AskResponse {
  const { results = [] } = answer;
  if (mode !== 'list' || results.every(isSummary)) return answer;
  return { ...answer, results: results.filter((result) => !isSummary(result)) };
}

async function respond(sentence: string, { mode, streaming }: Preferred, context: Context): Promise<Answer> {
  const made = inMode(await answerSentence(sentence, context), mode);
  const isStream = streaming ?? context.accept?.split(',')[0]?.trim() === 'text/event-stream';
  return isStream ? stream(made) : json<'ask'>(made);
}

export const ask: Handler<'ask'> = ({ body: { query, prefer } }, context) =>
  respond(query.text, prefer ?? {}, context as unknown as Context);

export const askByQuery: Handler<'askByQuery'> = ({ query: { query, mode, streaming } }, context) =>
  respond(query, { mode, streaming: streaming && /^(true|1)$/.test(streaming) }, context as unknown as Context);
