// Items and requests as NLWeb gives them: objects of schema.org with what they stand on and what can be done.
import { contentTypes } from '#contract/content-types.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import { endpoints } from '#contract/endpoints.ts';
import { type AskAction, type AskResponse, type AskResult, nlwebVersion } from '#contract/schemas/ask.ts';
import type { ContentItem } from '#contract/schemas/content.ts';
import type { Snippet } from '#contract/schemas/search.ts';
import { endpointUrl } from '#domain/links.ts';
import type { Evidence } from './evidence.ts';

export const answerResponse = (results: AskResult[]): AskResponse => ({
  _meta: { response_type: 'answer', response_format: 'conv_search', version: nlwebVersion },
  results,
});

/** Of the specification: the request was understood, and there is nothing. */
export const failureResponse = (message: string): AskResponse => ({
  _meta: { response_type: 'failure', version: nlwebVersion },
  error: { code: 'NO_RESULTS', message },
});

export const elicitationResponse = (
  text: string,
  questions: { id: string; text: string }[],
  action: AskAction,
): AskResponse => ({
  _meta: { response_type: 'elicitation', version: nlwebVersion },
  elicitation: { text, questions: questions.map((question) => ({ ...question, type: 'text' as const })) },
  actions: [action],
});

export const summaryResult = (text: string): AskResult => ({ '@type': 'SearchSummary', text });

const isoDuration = (total: number): string => `PT${Math.round(total)}S`;

type CitedText = Pick<Snippet, 'text' | 'speaker' | 'speakerIsCreator'>;

/** A passage with its address and, where that is known, its speaker. */
export const toCitation = ({ text, speaker, speakerIsCreator }: CitedText, url: string | undefined) => ({
  text,
  ...(url && { url }),
  ...(speaker && { speaker }),
  ...(speakerIsCreator !== undefined && { speakerIsCreator }),
});

export function itemResult({ item, snippets }: Evidence): AskResult {
  const { type, id, title, url, date, summary: about, keywords, durationSeconds, reviewed } = item;
  const passages = snippets.filter(({ field }) => field === 'body' || field === 'transcript');
  const citations = passages.map((snippet) => toCitation(snippet, snippet.anchor ?? snippet.mediaUrl));
  return {
    '@type': contentTypes[type].schemaType,
    name: title,
    url,
    ...(about && { description: about }),
    datePublished: date,
    identifier: id,
    ...(reviewed && { reviewed }),
    ...(keywords.length > 0 && { keywords: keywords.join(', ') }),
    ...(durationSeconds && { duration: isoDuration(durationSeconds) }),
    grounding: { source_urls: [url], ...(citations.length > 0 && { citations }) },
  };
}

export const plainResult = (item: ContentItem): AskResult => itemResult({ item, snippets: [] });

/** What an endpoint does, as something to do. */
export function endpointAction(
  baseUrl: string,
  name: EndpointName,
  type: string,
  params?: Record<string, unknown>,
): AskAction {
  const { http, docs } = endpoints[name];
  return {
    '@context': 'https://schema.org/',
    '@type': type,
    name,
    description: docs.summary,
    protocol: 'HTTP',
    method: http.method,
    endpoint: endpointUrl(baseUrl, name),
    ...(params && { params }),
  };
}
