// Which machines a room runs on: each says every few seconds how it is, and those that are silent count as gone.
import { hostname } from 'node:os';
import { setFact } from '../store/facts.ts';
import type { Db, Store } from '../store/store.ts';

export interface Pool {
  total: number;
  idle: number;
  /** Queries that wait for a connection. */
  waiting: number;
}

export interface Machine {
  name: string;
  role: string;
  version: string;
  release: string;
  /** When it said this, by the clock of the store, and when it was started. */
  seenAt: number;
  startedAt: number;
  /** By how much its own clock is ahead of the store's. */
  clockAheadMs: number;
  pool?: Pool | undefined;
}

const prefix = 'machine.';
/** After this it counts as gone; after a day it is forgotten. */
const silentMs = 20_000;
const forgottenMs = 24 * 3600_000;

interface Known extends Pick<Machine, 'role' | 'version' | 'release' | 'clockAheadMs'> {
  port: number;
  now: number;
}

/** Says again and again how this machine is. */
export function reporter({ db, connections }: Pick<Store, 'db' | 'connections'>, know: () => Known) {
  let startedAt: number | undefined;
  const nameFor = (port: number): string => `${hostname()}:${port}`;
  return {
    report: async (): Promise<void> => {
      const { port, now, ...facts } = know();
      startedAt ??= now;
      const name = nameFor(port);
      const machine: Machine = { name, ...facts, seenAt: now, startedAt, pool: connections() };
      await setFact(db, prefix + name, JSON.stringify(machine));
      const old = (await machinesOf(db)).filter(({ seenAt }) => now - seenAt > forgottenMs);
      for (const { name } of old)
        await db
          .deleteFrom('facts')
          .where('name', '=', prefix + name)
          .execute();
    },
    leave: async (): Promise<void> =>
      void (await db
        .deleteFrom('facts')
        .where('name', '=', prefix + nameFor(know().port))
        .execute()),
  };
}

export async function machinesOf(db: Db): Promise<Machine[]> {
  const rows = await db
    .selectFrom('facts')
    .select('value')
    .where('name', 'like', `${prefix}%`)
    .orderBy('name')
    .execute();
  return rows.map(({ value }) => JSON.parse(value) as Machine);
}

export type Lag = 'silent' | 'release' | 'version' | 'clock';

const clockToleranceMs = 5000;
/** A release that went live lately is still on its way. */
const graceMs = 30_000;

/** What is wrong with a machine among the others. */
export function lagOf(
  machine: Machine,
  all: Machine[],
  live: { release: string; since: number },
  now: number,
): Lag | undefined {
  if (now - machine.seenAt > silentMs) return 'silent';
  if (machine.release !== live.release && now - live.since > graceMs) return 'release';
  if (Math.abs(machine.clockAheadMs) > clockToleranceMs) return 'clock';
  const newest = all.reduce((a, b) => (b.startedAt > a.startedAt ? b : a)).version;
  return machine.version === newest ? undefined : 'version';
}
