// POST /ask and GET /ask: answers a sentence with JSON or server-sent events.
import type { AskResponse } from '#contract/schemas/ask.ts';
import { type Answer, type Context, json, type Handler } from '../../http/handler.ts';
import { answerSentence } from './answer.ts';
import type { Feature } from '../feature.ts';

const formatEvent = (type: string, data: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;

/** Formats the answer as the events of §6 of the NLWeb specification. */
function streamAnswer({ _meta, results = [], ...rest }: AskResponse): Answer {
  const resultEvents = results.map((item, index) => formatEvent('result', { index, item }));
  const body = [formatEvent('start', { _meta }), ...resultEvents, formatEvent('complete', { _meta, ...rest })].join('');
  return { body, type: 'text/event-stream; charset=utf-8' };
}

async function respond(sentence: string, streaming: boolean | undefined, context: Context): Promise<Answer> {
  const response = await answerSentence(sentence, context);
  const isStream = streaming ?? context.accept?.split(',')[0]?.trim() === 'text/event-stream';
  return isStream ? streamAnswer(response) : json<'ask'>(response);
}

export const ask: Handler<'ask'> = ({ body: { query, prefer } }, context) =>
  respond(query.text, prefer?.streaming, context as unknown as Context);

export const askByQuery: Handler<'askByQuery'> = ({ query: { query, streaming } }, context) =>
  respond(query, streaming === undefined ? undefined : /^(true|1)$/.test(streaming), context as unknown as Context);

export const askFeature = { handlers: { ask, askByQuery } } satisfies Feature;
