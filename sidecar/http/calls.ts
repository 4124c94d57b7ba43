// Counts the calls of the API and of each item by day and origin. Counts are kept in memory and written from time to
// time.
import { sql } from 'kysely';
import { isApiPath } from '#domain/release/headers.ts';
import type { Release } from '../release/release.ts';
import type { Db, Tx } from '../storage/store.ts';
import { daysAgo } from './days.ts';
import { stripQuery } from './request-target.ts';

type Origin = 'agent' | 'other';
const origins = ['agent', 'other'] as const satisfies Origin[];
/** Origin under which rejected requests are counted. */
export const refusedOrigin = 'refused';
/** Prefix of the name of a verified agent. */
export const agentOriginPrefix = 'agent ';
/** Maximum number of agents counted on one day, since anybody may sign with a host of their own. */
const maxAgents = 200;

export interface CallCounter {
  count: (url: string, source: string | string[] | undefined) => void;
  /** Counts an item that was delivered by a call whose address does not name it. */
  countItem: (id: string, origin: Origin) => void;
  /** Counts a request of a verified agent in addition. */
  countAgent: (name: string) => void;
  /** Counts a rejected call in addition. */
  countRefused: () => void;
  /** Writes the counts since the last time. */
  flush: () => Promise<void>;
}

/** Matches the id of an item, which ends in eight hex digits, in the path of its page or document. */
const itemAddress = /\/([a-z0-9-]+-[0-9a-f]{8})(?:\/markdown|\.md)?$/;

/**
 * Returns the item at a path. Only paths of the release count, so that nobody can fill the store with invented ones.
 */
function findItemId(path: string, pages: Release['pages']): string | undefined {
  const [, id] = itemAddress.exec(path) ?? [];
  return id !== undefined && pages.has(path) ? id : undefined;
}

type Counter = Record<Origin, number>;

interface Counts {
  /** Calls of the API. */
  api: Counter;
  items: Map<string, Counter>;
  /** Rejected calls and those of verified agents, by the origin that stands for them. */
  named: Map<string, number>;
}

const isEmpty = ({ api, items, named }: Counts): boolean => api.agent + api.other + items.size + named.size === 0;

const createCounts = (): Counts => ({ api: { agent: 0, other: 0 }, items: new Map(), named: new Map() });

function itemCounter({ items }: Counts, id: string): Counter {
  const counter = items.get(id) ?? { agent: 0, other: 0 };
  items.set(id, counter);
  return counter;
}

const addNamed = ({ named }: Counts, name: string, count = 1) => named.set(name, (named.get(name) ?? 0) + count);

/** Adds counts that could not be written to the current ones. */
function restoreCounts(counts: Counts, { api, items, named }: Counts): void {
  for (const origin of origins) counts.api[origin] += api[origin];
  for (const [id, pending] of items) for (const origin of origins) itemCounter(counts, id)[origin] += pending[origin];
  for (const [name, count] of named) addNamed(counts, name, count);
}

/** Number of items that one statement writes. */
const chunkSize = 500;

/** Writes counts. Rows are sorted, so that concurrent sidecars do not deadlock. */
async function writeCounts(tx: Tx, day: string, { api, items, named }: Counts): Promise<void> {
  const calls = [...Object.entries(api).filter(([, count]) => count > 0), ...named].sort();
  if (calls.length > 0) {
    await tx
      .insertInto('calls')
      .values(calls.map(([origin, count]) => ({ day, origin, count })))
      .onConflict((on) => on.columns(['day', 'origin']).doUpdateSet({ count: sql`calls.count + excluded.count` }))
      .execute();
  }
  const sorted = [...items].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = origins.flatMap((origin) =>
    sorted.flatMap(([itemId, { [origin]: count }]) => (count > 0 ? [{ day, itemId, origin, count }] : [])),
  );
  for (let start = 0; start < rows.length; start += chunkSize) {
    await tx
      .insertInto('itemCalls')
      .values(rows.slice(start, start + chunkSize))
      .onConflict((on) =>
        on.columns(['day', 'itemId', 'origin']).doUpdateSet({ count: sql`"itemCalls".count + excluded.count` }),
      )
      .execute();
  }
}

const keptDays = 30;
/** Number of items of a past day that are kept, those requested most. */
const keptItems = 1000;

async function pruneDay(db: Db, day: string): Promise<void> {
  const first = await db
    .selectFrom('itemCalls')
    .select(['count', 'itemId'])
    .where('day', '=', day)
    .orderBy('count', 'desc')
    .orderBy('itemId')
    .offset(keptItems)
    .limit(1)
    .executeTakeFirst();
  if (!first) return;
  const { count, itemId } = first;
  await db
    .deleteFrom('itemCalls')
    .where('day', '=', day)
    .where((is) => is.or([is('count', '<', count), is('count', '=', count).and('itemId', '>=', itemId)]))
    .execute();
}

async function prune(db: Db, today: string, now: number): Promise<void> {
  await db.deleteFrom('itemCalls').where('day', '<=', daysAgo(now, keptDays)).execute();
  const days = await db.selectFrom('itemCalls').select('day').distinct().where('day', '<', today).execute();
  for (const { day } of days) await pruneDay(db, day);
}

export function createCallCounter(db: Db, now: () => number, live: () => Pick<Release, 'pages'>): CallCounter {
  let counts = createCounts();
  let prunedOn: string | undefined;
  return {
    count: (url, source) => {
      const origin = source === 'agent' ? 'agent' : 'other';
      const path = stripQuery(url);
      const itemId = findItemId(path, live().pages);
      if (isApiPath(path)) counts.api[origin]++;
      if (itemId !== undefined) itemCounter(counts, itemId)[origin]++;
    },
    countItem: (id, origin) => itemCounter(counts, id)[origin]++,
    countAgent: (name) => {
      const origin = agentOriginPrefix + name;
      if (counts.named.has(origin) || counts.named.size < maxAgents) addNamed(counts, origin);
    },
    countRefused: () => addNamed(counts, refusedOrigin),
    flush: async () => {
      const pending = counts;
      counts = createCounts();
      const today = daysAgo(now(), 0);
      if (!isEmpty(pending))
        await db
          .transaction()
          .execute((tx) => writeCounts(tx, today, pending))
          .catch((error: Error) => {
            restoreCounts(counts, pending);
            throw error;
          });
      if (prunedOn !== today) await prune(db, today, now());
      prunedOn = today;
    },
  };
}
