// Reads what was counted: calls in the last 30 days, day by day, and the items that were asked for most.
import type { CallCounts } from '#contract/schemas/content-files.ts';
import type { Db } from '../storage/store.ts';
import { agentOriginPrefix, refusedOrigin } from './calls.ts';
import { daysAgo } from './days.ts';

export interface DailyCalls {
  /** YYYY-MM-DD */
  day: string;
  agent: number;
  other: number;
  /** Turned away for coming too fast; counted among the others too. */
  refused: number;
}

const countedDays = 30;

/** The last 30 days in UTC, oldest first, those without calls too. */
export async function countCallsByDay(db: Db, now: number): Promise<DailyCalls[]> {
  const rows = await db.selectFrom('calls').selectAll().where('day', '>', daysAgo(now, countedDays)).execute();
  const counts = new Map(rows.map(({ day, origin, count }) => [`${day} ${origin}`, Number(count)]));
  const of = (day: string, origin: string) => counts.get(`${day} ${origin}`) ?? 0;
  return Array.from({ length: countedDays }, (_, i) => {
    const day = daysAgo(now, countedDays - 1 - i);
    return { day, agent: of(day, 'agent'), other: of(day, 'other'), refused: of(day, refusedOrigin) };
  });
}

/** In all and by agents; the day of `now` counts as far as it has come. */
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

/** Asked for most in the last 30 days, as page or document. */
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

/** Known agents of the last 30 days, by what they asked for. */
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
