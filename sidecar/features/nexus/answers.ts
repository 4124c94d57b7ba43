// Feeds, titles and suggestions that the directories of one room and of many rooms share.
import { endpoints } from '#contract/endpoints.ts';
import type { NexusDigestQuery } from '#contract/schemas/nexus.ts';
import { endpointUrl } from '#domain/links.ts';
import { suggestTopicNames, topicKey } from '#domain/lists/topics.ts';
import { digestFormats, type DigestItem } from '#domain/nexus/digest.ts';
import { membersOpml, type Outline } from '#domain/nexus/opml.ts';
import { nexusPath } from '#domain/live-pages.ts';
import type { Answer, Handler } from '../../http/handler.ts';
import type { ServedFacts } from '../../release/release.ts';

type NexusHandlerName = 'nexusCreators' | 'nexusFeed' | 'nexusSearch' | 'nexusDigest' | 'nexusOpml' | 'nexusRegister';
export type NexusHandlers = { [N in NexusHandlerName]: Handler<N> };

const directoryTitle = ({ creator }: ServedFacts): string => `${creator.publication}: directory`;

export const opmlAnswer = (facts: ServedFacts, members: Outline[]): Answer => ({
  body: membersOpml(
    directoryTitle(facts),
    endpointUrl(facts.baseUrl, 'nexusDigest'),
    facts.baseUrl + nexusPath,
    members,
  ),
  type: endpoints.nexusOpml.http.mediaType,
});

export function digestAnswer(
  facts: ServedFacts,
  query: NexusDigestQuery,
  items: DigestItem[],
  description?: string,
): Answer {
  const { type, make } = digestFormats[query.format ?? 'json'];
  const parameters = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  const self = `${endpointUrl(facts.baseUrl, 'nexusDigest')}?${new URLSearchParams(parameters)}`;
  const page = facts.baseUrl + nexusPath;
  return { body: make({ title: directoryTitle(facts), description, self, page, items }), type };
}

/** Adds suggestions of topics if nobody has the requested one. */
export async function withSuggestions<T extends { total: number }>(
  results: T,
  topic: string | undefined,
  topics: () => string[] | Promise<string[]>,
): Promise<T & { suggestions?: string[] }> {
  if (topic === undefined || results.total > 0) return results;
  const names = await topics();
  const isKnown = names.some((name) => topicKey(name) === topicKey(topic));
  return isKnown ? results : { ...results, suggestions: suggestTopicNames(names, topic) };
}
