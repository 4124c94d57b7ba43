// What the creators who changed lately are about.
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { topicKey } from '#domain/lists/topics.ts';
import type { Db } from '../../storage/store.ts';

const looked = 500;
const shown = 24;
/** From so many on, what only one creator names is left out: nobody fills the list alone. */
const enoughShared = 6;
const cacheMs = 60_000;

async function countTopics(db: Db): Promise<string[]> {
  const members = db
    .selectFrom('members')
    .select('topics')
    .where(sql<boolean>`status <> 'dropped'`);
  const rows = await members.orderBy('rank').orderBy('tenantId').limit(looked).execute();
  const counts = new Map<string, { name: string; count: number }>();
  for (const topic of rows.flatMap(({ topics }) => JSON.parse(topics) as string[])) {
    const { name, count } = counts.get(topicKey(topic)) ?? { name: topic.toLowerCase(), count: 0 };
    counts.set(topicKey(topic), { name, count: count + 1 });
  }
  const byCount = [...counts.values()].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  const shared = byCount.filter(({ count }) => count > 1);
  return (shared.length >= enoughShared ? shared : byCount).slice(0, shown).map(({ name }) => name);
}

/** Read once a minute at most. */
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
