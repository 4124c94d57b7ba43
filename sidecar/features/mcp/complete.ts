// Completions: topics for prompts, ids for the template of items.
import type { CompleteRequestParams, CompleteResult } from '@modelcontextprotocol/server';
import { ApiError } from '#contract/errors.ts';
import { freeCount } from '#domain/access/access.ts';
import { topicKey } from '#domain/lists/topics.ts';
import type { Release } from '../../release/release.ts';
import { prompts } from './prompts.ts';
import { resourceTemplates } from './resources.ts';

/** More are not allowed by MCP. */
const shownAtMost = 100;

/** What the room says that it is about comes first; each topic once, however it is written. */
function topicsOf({ facts, index }: Release): string[] {
  const { labels } = index.memory.topics;
  const all = [...facts.creator.topics, ...[...labels.values()].sort()];
  return [...new Map(all.toReversed().map((topic) => [topicKey(topic), topic])).values()].reverse();
}

function candidates(release: Release, { ref, argument }: CompleteRequestParams): string[] {
  const isKnown =
    ref.type === 'ref/prompt'
      ? prompts.some(({ name }) => name === ref.name)
      : resourceTemplates.some(({ uriTemplate }) => uriTemplate === ref.uri);
  if (!isKnown) throw new ApiError('bad_request', 'There is no such prompt or resource template.', { field: 'ref' });
  if (ref.type === 'ref/prompt') return argument.name === 'topic' ? topicsOf(release) : [];
  const { items } = release.index;
  return argument.name === 'id' ? items.ids(freeCount(release.facts.access, items.length)) : [];
}

export function complete(release: Release, params: CompleteRequestParams): CompleteResult {
  const begun = params.argument.value.toLowerCase();
  const fitting = candidates(release, params).filter((value) => value.toLowerCase().startsWith(begun));
  const values = fitting.slice(0, shownAtMost);
  return { completion: { values, total: fitting.length, hasMore: fitting.length > values.length } };
}
