// Questions in plain sentences, answered from the published content.
import { endpoint } from '../endpoint.ts';
import { AskQuery, AskRequest, AskResponse } from '../schemas/ask.ts';

const sharedFields = {
  http: { path: '/ask', servedBy: 'sidecar', response: AskResponse, alsoTypes: ['text/event-stream'] },
  access: { rate: 'search', paywall: { resource: 'content-index', freeSlice: 'anyone' } },
} as const;

export const ask = {
  ask: endpoint({
    http: { method: 'POST', ...sharedFields.http, body: AskRequest, errors: ['rate_limited'] },
    docs: {
      group: 'Content',
      indexKey: 'ask',
      summary: 'Ask a question in plain words; answers follow NLWeb 0.55.',
      description:
        'Questions may be in English, German or Japanese, and short ones in French, Spanish, Italian, Portuguese or Arabic; the answer is in ' +
        'the same language. The first result, a SearchSummary, is the answer in one sentence. It contains counts, rankings and ' +
        'exclusions only if every word of the question was understood. It names words that the room does not contain or that were ' +
        'not understood, and says so if it is not known whether the passages answer the question. response_type is answer, elicitation (send the missing ' +
        'fields as actions describes) or failure with NO_RESULTS; the status is always 200. With prefer.streaming the answer ' +
        'arrives as server-sent events: start, result, complete.',
      example: { body: { query: { text: 'What is the newest article?' }, meta: { version: '0.55' } } },
    },
    access: sharedFields.access,
    agents: {
      tool: 'ask',
      usage:
        'Use it for newest items, items of a month, statements about a subject or by a guest, quotes, press material, ' +
        'booking. Rules read the question, not a model; error.code NO_RESULTS means that this room has no answer. For ' +
        'exact filters use get_content_index, for passages search_content.',
    },
  }),
  askByQuery: endpoint({
    http: { method: 'GET', ...sharedFields.http, query: AskQuery, errors: ['rate_limited'] },
    docs: {
      group: 'Content',
      summary: 'Ask a question in the query string.',
      example: { query: { query: 'What is the newest article?' } },
    },
    access: { ...sharedFields.access, sandbox: true },
  }),
};
