// What waits for the creator, for the navigation of every page.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildState, Counts } from './ui/frame.ts';
import type { Db } from '../storage/store.ts';
import type { ConsoleParts } from './parts.ts';

const countOf = async (db: Db, table: 'bookings' | 'subscriptions', status: string): Promise<number> => {
  const { total } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('status', '=', status as never)
    .executeTakeFirstOrThrow();
  return Number(total);
};

export async function countWaiting({ store: { db }, desk }: ConsoleParts): Promise<Counts> {
  const names = await readdir(join(desk.contentDir, 'inbox')).catch(() => []);
  return {
    inbox: names.filter((name) => name.endsWith('.md') && !name.startsWith('.')).length,
    bookings: await countOf(db, 'bookings', 'received'),
    subscriptions: await countOf(db, 'subscriptions', 'pending'),
  };
}

/** Shown only right after a decision. */
const toldForMs = 15_000;

export async function buildState({ builds, now }: ConsoleParts): Promise<BuildState> {
  if (await builds.isUnderWay('build')) return { state: 'running' };
  const last = await builds.last();
  if (!last) return { state: 'idle' };
  const { finishedAt, tookMs } = last;
  const isNew = tookMs !== undefined && now() - finishedAt < toldForMs;
  if (last.ok) return { state: 'idle', finishedAt, ...(isNew && { tookMs }) };
  return { state: 'failed', output: last.output, finishedAt: last.finishedAt };
}
