// Which machines a room runs on: each says every few seconds how it is, and those that are silent count as gone.
import { hostname } from 'node:os';
import type { Db, Store } from '../../storage/store.ts';

export interface ConnectionPool {
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
  pool?: ConnectionPool | undefined;
}

/** After this it counts as gone; after a day it is forgotten. */
export const silentAfterMs = 20_000;
const forgetAfterMs = 24 * 3600_000;

interface MachineDeps {
  version: string;
  now: () => number;
  aheadMs: () => number;
}

const reportEveryMs = 5000;

/** Says every few seconds how this machine is, and at once which release it has got. */
export function createMachineReporter(
  { db, connections }: Pick<Store, 'db' | 'connections'>,
  { role, port }: { role: string; port: number },
  { version, now, aheadMs }: MachineDeps,
) {
  let startedAt: number | undefined;
  let said: { release: string; at: number } | undefined;
  const name = `${hostname()}:${port}`;
  const forget = (gone: string) => db.deleteFrom('fleetMachines').where('name', '=', gone).execute();
  return {
    report: async (release: string): Promise<void> => {
      const at = now();
      startedAt ??= at;
      if (said?.release === release && at - said.at < reportEveryMs) return;
      const state = { role, version, release, clockAheadMs: aheadMs(), pool: connections() };
      await writeMachine(db, { name, ...state, seenAt: at, startedAt });
      said = { release, at };
      for (const { name: other, seenAt } of await listMachines(db))
        if (at - seenAt > forgetAfterMs) await forget(other);
    },
    leave: async (): Promise<void> => void (await forget(name)),
    /** During an upgrade the version that was started last builds, or releases of two versions would take turns. */
    leavesBuilds: async (): Promise<boolean> =>
      (await listMachines(db)).some(
        (other) =>
          ['all', 'builder'].includes(other.role) &&
          other.version !== version &&
          other.startedAt > (startedAt ?? Infinity) &&
          now() - other.seenAt <= silentAfterMs,
      ),
  };
}

async function writeMachine(db: Db, { name, pool, ...state }: Machine): Promise<void> {
  const { total = null, idle = null, waiting = null } = pool ?? {};
  const row = { ...state, poolTotal: total, poolIdle: idle, poolWaiting: waiting };
  await db
    .insertInto('fleetMachines')
    .values({ name, ...row })
    .onConflict((on) => on.column('name').doUpdateSet(row))
    .execute();
}

export async function listMachines(db: Db): Promise<Machine[]> {
  const rows = await db.selectFrom('fleetMachines').selectAll().orderBy('name').execute();
  return rows.map(({ poolTotal, poolIdle, poolWaiting, ...machine }) =>
    poolTotal === null
      ? machine
      : { ...machine, pool: { total: poolTotal, idle: poolIdle ?? 0, waiting: poolWaiting ?? 0 } },
  );
}

export type Lag = 'silent' | 'release' | 'version' | 'clock';

const clockToleranceMs = 5000;
/** A release that went live lately is still on its way. */
const graceMs = 30_000;

/** What is wrong with a machine among the others. */
export function findLag(
  machine: Machine,
  all: Machine[],
  live: { release: string; since: number },
  now: number,
): Lag | undefined {
  if (now - machine.seenAt > silentAfterMs) return 'silent';
  if (machine.release !== live.release && now - live.since > graceMs) return 'release';
  if (Math.abs(machine.clockAheadMs) > clockToleranceMs) return 'clock';
  const newest = all.reduce((a, b) => (b.startedAt > a.startedAt ? b : a)).version;
  return machine.version === newest ? undefined : 'version';
}

/** Every machine, with what is wrong with it. */
export async function listMachineLags(
  db: Db,
  live: { release: string; since: number },
  now: number,
): Promise<(Machine & { lag?: Lag })[]> {
  const all = await listMachines(db);
  return all.map((machine) => {
    const lag = findLag(machine, all, live, now);
    return { ...machine, ...(lag && { lag }) };
  });
}

/** Those that lag now and did at the look before: a release takes a moment to be everywhere. */
export function createLagWatch(db: Db, release: () => string, now: () => number) {
  let before: string[] = [];
  return async (): Promise<{ name: string; lag: Lag }[]> => {
    const all = await listMachineLags(db, { release: release(), since: 0 }, now());
    const lagging = all.flatMap(({ name, lag }) => (lag ? [{ name, lag }] : []));
    const again = lagging.filter(({ name, lag }) => before.includes(`${name} ${lag}`));
    before = lagging.map(({ name, lag }) => `${name} ${lag}`);
    return again;
  };
}
