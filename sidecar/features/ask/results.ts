// Results and actions in the format of NLWeb: objects of schema.org with sources and possible actions.
import { contentTypes } from '#contract/content-types.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import { endpoints } from '#contract/endpoints.ts';
import { type AskAction, type AskResponse, type AskResult, nlwebVersion } from '#contract/schemas/ask.ts';
import type { ContentItem } from '#contract/schemas/content.ts';
import type { Snippet } from '#contract/schemas/search.ts';
import { endpointUrl } from '#domain/links.ts';
import type { FoundItem } from '../../release/run-query.ts';

export const answerResponse = (results: AskResult[]): AskResponse => ({
  _meta: { response_type: 'answer', response_format: 'conv_search', version: nlwebVersion },
  results,
});

/** Creates an answer without results: the request was understood, but nothing matches. */
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

/** Creates a citation with the URL and speaker of the passage, if they are known. */
export const toCitation = ({ text, speaker, speakerIsCreator }: CitedText, url: string | undefined) => ({
  text,
  ...(url && { url }),
  ...(speaker && { speaker }),
  ...(speakerIsCreator !== undefined && { speakerIsCreator }),
});

export function itemResult({ item, snippets }: Pick<FoundItem, 'item' | 'snippets'>): AskResult {
  const { type, id, title, url, date, summary: description, keywords, durationSeconds, reviewed } = item;
  const passages = snippets.filter(({ field }) => field === 'body' || field === 'transcript');
  const citations = passages.map((snippet) => toCitation(snippet, snippet.anchor ?? snippet.mediaUrl));
  return {
    '@type': contentTypes[type].schemaType,
    name: title,
    url,
    ...(description && { description }),
    datePublished: date,
    identifier: id,
    ...(reviewed && { reviewed }),
    ...(keywords.length > 0 && { keywords: keywords.join(', ') }),
    ...(durationSeconds && { duration: isoDuration(durationSeconds) }),
    grounding: { source_urls: [url], ...(citations.length > 0 && { citations }) },
  };
}

export const plainResult = (item: ContentItem): AskResult => itemResult({ item, snippets: [] });

/** Describes a call of an endpoint as an action of schema.org. */
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
