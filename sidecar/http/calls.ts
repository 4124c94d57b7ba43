// Counts the calls of the API and of each item, by day and origin; kept in memory and written now and then.
import { sql } from 'kysely';
import { isApiPath } from '#domain/release/headers.ts';
import type { Release } from '../release/release.ts';
import type { Db, Tx } from '../storage/store.ts';
import { daysAgo } from './days.ts';
import { stripQuery } from './request-target.ts';

type Origin = 'agent' | 'other';
const origins = ['agent', 'other'] as const satisfies Origin[];
/** Stands beside the origins for what was turned away for coming too fast. */
export const refusedOrigin = 'refused';
/** Stands before the name of a known agent. */
export const agentOriginPrefix = 'agent ';
/** Names of one day; anybody may sign in the name of a host of their own. */
const mostAgents = 200;

export interface CallCounter {
  count: (url: string, source: string | string[] | undefined) => void;
  /** An item that was given out in answer to a call whose address does not name it. */
  countItem: (id: string, origin: Origin) => void;
  /** A request, counted already, that a known agent signed. */
  countAgent: (name: string) => void;
  /** A call, counted already, that was turned away for coming too fast. */
  countRefused: () => void;
  /** Writes what was counted since the last time. */
  flush: () => Promise<void>;
}

/** Ids of items end in eight hex digits; the page and every document of an item have them in their address. */
const itemAddress = /\/([a-z0-9-]+-[0-9a-f]{8})(?:\/markdown|\.md)?$/;

/** Only addresses of the release count, so that nobody can fill the store with made-up ones. */
function itemAt(path: string, pages: Release['pages']): string | undefined {
  const [, id] = itemAddress.exec(path) ?? [];
  return id !== undefined && pages.has(path) ? id : undefined;
}

type Counter = Record<Origin, number>;

interface Counts {
  /** Calls of the API. */
  api: Counter;
  items: Map<string, Counter>;
  /** Of these, the refused ones and those of known agents, by what stands in place of the origin. */
  named: Map<string, number>;
}

const isEmpty = ({ api, items, named }: Counts): boolean => api.agent + api.other + items.size + named.size === 0;

const none = (): Counts => ({ api: { agent: 0, other: 0 }, items: new Map(), named: new Map() });

function itemCounter({ items }: Counts, id: string): Counter {
  const counter = items.get(id) ?? { agent: 0, other: 0 };
  items.set(id, counter);
  return counter;
}

const addNamed = ({ named }: Counts, name: string, count = 1) => named.set(name, (named.get(name) ?? 0) + count);

/** What could not be written counts the next time. */
function putBack(counts: Counts, { api, items, named }: Counts): void {
  for (const origin of origins) counts.api[origin] += api[origin];
  for (const [id, taken] of items) for (const origin of origins) itemCounter(counts, id)[origin] += taken[origin];
  for (const [name, count] of named) addNamed(counts, name, count);
}

/** Items written by one statement. */
const chunkSize = 500;

/** Sorted, so that sidecars which write at once do not wait for each other in a ring. */
async function write(tx: Tx, day: string, { api, items, named }: Counts): Promise<void> {
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
/** Of each day that is over, the items that were asked for most stay. */
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
  let counts = none();
  let prunedOn: string | undefined;
  return {
    count: (url, source) => {
      const origin = source === 'agent' ? 'agent' : 'other';
      const path = stripQuery(url);
      const itemId = itemAt(path, live().pages);
      if (isApiPath(path)) counts.api[origin]++;
      if (itemId !== undefined) itemCounter(counts, itemId)[origin]++;
    },
    countItem: (id, origin) => itemCounter(counts, id)[origin]++,
    countAgent: (name) => {
      const origin = agentOriginPrefix + name;
      if (counts.named.has(origin) || counts.named.size < mostAgents) addNamed(counts, origin);
    },
    countRefused: () => addNamed(counts, refusedOrigin),
    flush: async () => {
      const taken = counts;
      counts = none();
      const today = daysAgo(now(), 0);
      if (!isEmpty(taken))
        await db
          .transaction()
          .execute((tx) => write(tx, today, taken))
          .catch((error: Error) => {
            putBack(counts, taken);
            throw error;
          });
      if (prunedOn !== today) await prune(db, today, now());
      prunedOn = today;
    },
  };
}
