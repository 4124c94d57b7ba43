// Reads the figures of calls: by day, in the last 30 days, and by item.
import type { CallCounts } from '#contract/schemas/content-files.ts';
import type { Db } from '../storage/store.ts';
import { agentOriginPrefix, refusedOrigin } from './calls.ts';
import { daysAgo } from './days.ts';

export interface DailyCalls {
  /** YYYY-MM-DD */
  day: string;
  agent: number;
  other: number;
  /** Requests that were rejected because of a rate; they are included in `other`. */
  refused: number;
}

const countedDays = 30;

/** Counts the calls of each of the last 30 days in UTC, oldest first. */
export async function countCallsByDay(db: Db, now: number): Promise<DailyCalls[]> {
  const rows = await db.selectFrom('calls').selectAll().where('day', '>', daysAgo(now, countedDays)).execute();
  const counts = new Map(rows.map(({ day, origin, count }) => [`${day} ${origin}`, Number(count)]));
  const countOf = (day: string, origin: string) => counts.get(`${day} ${origin}`) ?? 0;
  return Array.from({ length: countedDays }, (_, i) => {
    const day = daysAgo(now, countedDays - 1 - i);
    return { day, agent: countOf(day, 'agent'), other: countOf(day, 'other'), refused: countOf(day, refusedOrigin) };
  });
}

/** Counts all calls and those by agents, including the current day until `now`. */
export async function countCallsIn30Days(db: Db, now: number): Promise<CallCounts> {
  const days = await countCallsByDay(db, now);
  const agent = days.reduce((sum, day) => sum + day.agent, 0);
  return { total: days.reduce((sum, day) => sum + day.other, agent), agent };
}

export interface ItemCalls {
  itemId: string;
  total: number;
  agent: number;
}

/** Returns the items that were requested most in the last 30 days, as page or document. */
export async function findTopItems(db: Db, now: number, limit: number): Promise<ItemCalls[]> {
  const rows = await db
    .selectFrom('itemCalls')
    .select(['itemId', (eb) => eb.fn.sum<number>('count').as('total')])
    .select((eb) =>
      eb.fn.sum<number>(eb.case().when('origin', '=', 'agent').then(eb.ref('count')).else(0).end()).as('agent'),
    )
    .where('day', '>', daysAgo(now, countedDays))
    .groupBy('itemId')
    .orderBy('total', 'desc')
    .orderBy('itemId')
    .limit(limit)
    .execute();
  return rows.map(({ itemId, total, agent }) => ({ itemId, total: Number(total), agent: Number(agent) }));
}

export interface AgentCalls {
  name: string;
  requests: number;
}

/** Returns the verified agents of the last 30 days, ordered by their requests. */
export async function findAgentsIn30Days(db: Db, now: number, limit: number): Promise<AgentCalls[]> {
  const rows = await db
    .selectFrom('calls')
    .select(['origin', (eb) => eb.fn.sum<number>('count').as('requests')])
    .where('day', '>', daysAgo(now, countedDays))
    .where('origin', 'like', `${agentOriginPrefix}%`)
    .groupBy('origin')
    .orderBy('requests', 'desc')
    .orderBy('origin')
    .limit(limit)
    .execute();
  return rows.map(({ origin, requests }) => ({
    name: origin.slice(agentOriginPrefix.length),
    requests: Number(requests),
  }));
}
