// The operations of a Nexus, for its endpoints and its page.
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { ApiError } from '#contract/errors.ts';
import { searchMaxTerms } from '#contract/limits.ts';
import type {
  NexusCreatorsQuery,
  NexusDigestQuery,
  NexusFeedQuery,
  NexusSearchQuery,
} from '#contract/schemas/nexus.ts';
import { type DigestItem, digestDays } from '#domain/nexus/digest.ts';
import type { Outline } from '#domain/nexus/opml.ts';
import { topicKey } from '#domain/lists/topics.ts';
import { parseSearchExpressions } from './search-expressions.ts';
import { listChangedMembers, listCreators } from './directory.ts';
import { createRegister, type RegisterDeps } from './register.ts';
import { searchItems, hasTopic } from './search.ts';
import type { Db, Store } from '../../storage/store.ts';

const maxOutlines = 10_000;

const listOutlines = (db: Db): Promise<Outline[]> =>
  db
    .selectFrom('members')
    .select(['name', 'oneLiner', 'origin', 'mediaRoomUrl'])
    .where(sql<boolean>`status <> 'dropped'`)
    .orderBy('rank')
    .orderBy('tenantId')
    .limit(maxOutlines)
    .execute();

type Row = Omit<DigestItem, 'topics'> & { topics: string };

/** Number of items of one creator after which items of others go first. */
const maxOfCreator = 10;
/** Number of newest items that are read. */
const maxCandidates = 500;

const newestFirst = (a: Row, b: Row): number => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0);

/** Returns the newest items that match the query, newest first. */
async function listNewestItems({ db, kind }: Store, query: NexusDigestQuery, now: number): Promise<DigestItem[]> {
  const { topic, limit = 50 } = query;
  const { from, to } = digestDays(query, now);
  const { rows } = await sql<Row>`
    select title, url, date, summary, topics, author, "authorUrl" from (
      select n.*, row_number() over (partition by "tenantId" order by date desc, row desc) as place from (
        select i.row, i."tenantId", i.title, i.url, i.date, i.summary, i.topics, m.name as author, m."mediaRoomUrl" as "authorUrl"
        from "memberItems" i join members m on m."tenantId" = i."tenantId"
        where i.date >= ${from} and i.date <= ${to} and m.status <> 'dropped'
          and ${topic === undefined ? sql`1 = 1` : hasTopic(topic, kind)}
        order by i.date desc, i.row desc limit ${maxCandidates}) n) placed
    order by case when place > ${maxOfCreator} then 1 else 0 end, date desc, row desc limit ${limit}`.execute(db);
  return rows.toSorted(newestFirst).map((row) => ({ ...row, topics: JSON.parse(row.topics) as string[] }));
}

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

export function openNexus(deps: RegisterDeps) {
  const { store, now } = deps;
  return {
    creators: (query: NexusCreatorsQuery) => listCreators(store.db, query),
    feed: (query: NexusFeedQuery) => listChangedMembers(store.db, query),
    search: async (query: NexusSearchQuery) => {
      const words = parseSearchExpressions(query.q, store.kind);
      if (words) return searchItems(store, query, words);
      throw new ApiError('bad_request', `q must contain 1 to ${searchMaxTerms} words.`, { field: 'q' });
    },
    newest: (query: NexusDigestQuery) => listNewestItems(store, query, now()),
    outlines: () => listOutlines(store.db),
    /** Returns topics of recently changed creators, the most frequent first. */
    topics: latestTopics(store.db, now),
    register: createRegister(deps),
  };
}

export type Nexus = ReturnType<typeof openNexus>;
