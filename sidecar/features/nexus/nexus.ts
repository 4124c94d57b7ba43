// The operations of a Nexus, for its endpoints and its page.
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { ApiError } from '#contract/errors.ts';
import { searchMaxTerms } from '#contract/limits.ts';
import type {
  NexusCreators,
  NexusCreatorsQuery,
  NexusDigestQuery,
  NexusFeed,
  NexusFeedQuery,
  NexusResults,
  NexusSearchQuery,
} from '#contract/schemas/nexus.ts';
import type { DigestItem } from '#domain/nexus/digest.ts';
import type { Outline } from '#domain/nexus/opml.ts';
import { topicKey } from '#domain/lists/topics.ts';
import { parseSearchExpressions } from './search-expressions.ts';
import { listChangedMembers, listCreators } from './directory.ts';
import { listNewestItems, listOutlines } from './lists.ts';
import { type Register, createRegister, type RegisterDeps } from './register.ts';
import { searchItems } from './search.ts';
import type { Db } from '../../storage/store.ts';

const maxMembersRead = 500;
const maxTopics = 24;
/** Number of shared topics from which topics of a single creator are omitted, so that nobody can fill the list. */
const minSharedTopics = 6;
const cacheMs = 60_000;

async function countTopics(db: Db): Promise<string[]> {
  const members = db
    .selectFrom('members')
    .select('topics')
    .where(sql<boolean>`status <> 'dropped'`);
  const rows = await members.orderBy('rank').orderBy('tenantId').limit(maxMembersRead).execute();
  const counts = new Map<string, { name: string; count: number }>();
  for (const topic of rows.flatMap(({ topics }) => JSON.parse(topics) as string[])) {
    const { name, count } = counts.get(topicKey(topic)) ?? { name: topic.toLowerCase(), count: 0 };
    counts.set(topicKey(topic), { name, count: count + 1 });
  }
  const byCount = [...counts.values()].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  const sharedTopics = byCount.filter(({ count }) => count > 1);
  return (sharedTopics.length >= minSharedTopics ? sharedTopics : byCount).slice(0, maxTopics).map(({ name }) => name);
}

/** Returns a function that reads the topics at most once a minute. */
export function latestTopics(db: Db, now: () => number): () => Promise<string[]> {
  const topics = new LRUCache<'topics', string[]>({
    max: 1,
    ttl: cacheMs,
    ttlResolution: 0,
    perf: { now },
    fetchMethod: () => countTopics(db),
  });
  return async () => (await topics.fetch('topics'))!;
}

export interface Nexus {
  creators: (query: NexusCreatorsQuery) => Promise<NexusCreators>;
  feed: (query: NexusFeedQuery) => Promise<NexusFeed>;
  search: (query: NexusSearchQuery) => Promise<NexusResults>;
  newest: (query: NexusDigestQuery) => Promise<DigestItem[]>;
  outlines: () => Promise<Outline[]>;
  /** Returns topics of recently changed creators, the most frequent first. */
  topics: () => Promise<string[]>;
  register: Register;
}

export function openNexus(deps: RegisterDeps): Nexus {
  const { store, now } = deps;
  return {
    creators: (query) => listCreators(store.db, query),
    feed: (query) => listChangedMembers(store.db, query),
    search: async (query) => {
      const words = parseSearchExpressions(query.q, store.kind);
      if (words) return searchItems(store, query, words);
      throw new ApiError('bad_request', `q must contain 1 to ${searchMaxTerms} words.`, { field: 'q' });
    },
    newest: (query) => listNewestItems(store, query, now()),
    outlines: () => listOutlines(store.db),
    topics: latestTopics(store.db, now),
    register: createRegister(deps),
  };
}
