// Handlers of the directory without a Nexus: this room is its only member.
import { ApiError } from '#contract/errors.ts';
import type { NexusDigestQuery, NexusResults, NexusSearchQuery } from '#contract/schemas/nexus.ts';
import type { SearchResults } from '#contract/schemas/search.ts';
import { freeItemCount } from '#domain/access/access.ts';
import { nexusCreators, nexusFeed } from '#domain/documents/nexus.ts';
import { queryContentIndex } from '#domain/lists/content-index.ts';
import { topicKey } from '#domain/lists/topics.ts';
import { digestDays, digestItemsOfRoom } from '#domain/nexus/digest.ts';
import { json } from '../../http/handler.ts';
import type { Release, ServedFacts } from '../../release/release.ts';
import { digestAnswer, type NexusHandlers, opmlAnswer, withSuggestions } from './answers.ts';

const itemsShown = 3;

const ownCreator = (facts: ServedFacts) =>
  nexusCreators(facts, facts.indexUpdatedAt, { expand: 'bookingHints' }).creators[0]!;

/** Returns free items of the requested days and topic. A topic of the creator fits every item. */
function digestItems(
  { facts, index: { visible, items, plannedCount } }: Release,
  query: NexusDigestQuery,
  now: number,
) {
  const { topic, limit = 50 } = query;
  const isOfCreator = topic === undefined || facts.creator.topics.some((one) => topicKey(one) === topicKey(topic));
  const topics = isOfCreator ? [] : [topic];
  const filter = { types: [], topics, ...digestDays(query, now), plannedCount, isCurrent: true };
  const { window } = queryContentIndex(visible, filter, visible.size, 0);
  const listedCount = freeItemCount(facts.access, items.length);
  const positions = window.filter((position) => position < listedCount).slice(0, limit);
  return digestItemsOfRoom(
    facts,
    positions.map((position) => items.at(position)),
  );
}

function toResults(facts: ServedFacts, { q }: NexusSearchQuery, results: SearchResults): NexusResults {
  const items = results.items.map(({ id, type, title, url, date, summary, keywords }) => {
    return { id, type, title, url, date, ...(summary && { summary }), topics: keywords };
  });
  const creators = items.length > 0 ? [{ ...ownCreator(facts), score: results.items[0]!.score, items }] : [];
  return { query: q, matched: results.matched, creators, count: creators.length, total: creators.length };
}

/** Refuses every cursor, since one room fits on one page. */
function refuseCursor({ cursor }: { cursor?: string }): void {
  if (cursor === undefined) return;
  const message = 'cursor is not valid for this list. Start again without cursor.';
  throw new ApiError('bad_request', message, { field: 'cursor' });
}

export const ownRoomHandlers: NexusHandlers = {
  nexusCreators: async ({ query }, { release: { facts } }) => {
    refuseCursor(query);
    const results = nexusCreators(facts, facts.indexUpdatedAt, query);
    return json(await withSuggestions(results, query.topic, () => facts.creator.topics));
  },
  nexusFeed: ({ query }, { release: { facts } }) => {
    refuseCursor(query);
    return json(nexusFeed(facts, facts.indexUpdatedAt));
  },
  nexusSearch: async ({ query }, { release: { facts }, call: ask }) => {
    const { q, topic } = query;
    const { text } = await ask('search', { query: { q, limit: itemsShown, ...(topic && { topic }) } });
    return json(
      await withSuggestions(
        toResults(facts, query, JSON.parse(text) as SearchResults),
        topic,
        () => facts.creator.topics,
      ),
    );
  },
  nexusDigest: ({ query }, { release, now }) => digestAnswer(release.facts, query, digestItems(release, query, now)),
  nexusOpml: (_, { release: { facts } }) => {
    const { name, oneLiner } = facts.creator;
    const outline = { name, oneLiner, origin: facts.baseUrl, mediaRoomUrl: `${facts.baseUrl}/` };
    return opmlAnswer(facts, [outline]);
  },
  nexusRegister: () => {
    throw new ApiError('not_found', 'This room is not a Nexus, so it does not list other rooms.', {
      reason: 'no_nexus',
    });
  },
};
