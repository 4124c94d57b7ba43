// Questions in plain sentences, answered from the published content.
import { endpoint } from '../endpoint.ts';
import { AskQuery, AskRequest, AskResponse } from '../schemas/ask.ts';

const shared = {
  http: { path: '/ask', servedBy: 'sidecar', response: AskResponse, alsoTypes: ['text/event-stream'] },
  access: { rate: 'search', paywall: { resource: 'content-index', freeSlice: 'anyone' } },
} as const;

export const ask = {
  ask: endpoint({
    http: { method: 'POST', ...shared.http, body: AskRequest, errors: ['rate_limited'] },
    docs: {
      group: 'Content',
      indexKey: 'ask',
      summary: 'A sentence, answered from what is published, in the format of NLWeb 0.55.',
      description:
        'Sentences are understood in English, German and Japanese. The first result, a SearchSummary, is the answer in a sentence. It counts or ranks only where every ' +
        'word was understood, names what nothing here mentions, and says so where a negation or a comparison was not understood. response_type is answer, elicitation (more is needed, and actions say where it goes) or failure with ' +
        'NO_RESULTS, each with status 200. With prefer.streaming the same comes as server-sent events: start, result, complete.',
      example: { body: { query: { text: 'What is the newest article?' }, meta: { version: '0.55' } } },
    },
    access: shared.access,
    agents: {
      tool: 'ask',
      usage:
        'Use it when you have a question in plain words: the newest of a type, what appeared in a month, what is said about a subject or by a guest, ' +
        'whether words are a quote, press material, how to book. Rules interpret the sentence, no model does. Nothing found is error.code NO_RESULTS: ' +
        'this room has nothing on it. For exact filters use get_content_index, for passages search_content.',
    },
  }),
  askByQuery: endpoint({
    http: { method: 'GET', ...shared.http, query: AskQuery, errors: ['rate_limited'] },
    docs: {
      group: 'Content',
      summary: 'The same with the sentence in the address.',
      example: { query: { query: 'What is the newest article?' } },
    },
    access: { ...shared.access, sandbox: true },
  }),
};
