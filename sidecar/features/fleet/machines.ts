// The machines of a room: each reports its state every few seconds, and silent ones no longer count.
import { hostname } from 'node:os';
import type { Db, Store } from '../../storage/store.ts';

export interface ConnectionPool {
  total: number;
  idle: number;
  /** Number of queries that wait for a connection. */
  waiting: number;
}

export interface Machine {
  name: string;
  role: string;
  version: string;
  release: string;
  /** Time of the last report, by the clock of the store. */
  seenAt: number;
  /** Time of the start, by the clock of the store. */
  startedAt: number;
  /** Difference between its own clock and that of the store. */
  clockAheadMs: number;
  pool?: ConnectionPool | undefined;
}

/** Time after the last report at which a machine counts as silent. After a day it is deleted. */
export const silentAfterMs = 20_000;
const forgetAfterMs = 24 * 3600_000;

interface MachineDeps {
  version: string;
  now: () => number;
  aheadMs: () => number;
}

const reportEveryMs = 5000;

/** Reports this machine every few seconds, and immediately after it has a new release. */
export function createMachineReporter(
  { db, connections }: Pick<Store, 'db' | 'connections'>,
  { role, port }: { role: string; port: number },
  { version, now, aheadMs }: MachineDeps,
) {
  let startedAt: number | undefined;
  let lastReport: { release: string; at: number } | undefined;
  const name = `${hostname()}:${port}`;
  const forget = (machine: string) => db.deleteFrom('fleetMachines').where('name', '=', machine).execute();
  return {
    report: async (release: string): Promise<void> => {
      const at = now();
      startedAt ??= at;
      if (lastReport?.release === release && at - lastReport.at < reportEveryMs) return;
      const state = { role, version, release, clockAheadMs: aheadMs(), pool: connections() };
      await writeMachine(db, { name, ...state, seenAt: at, startedAt });
      lastReport = { release, at };
      for (const { name: other, seenAt } of await listMachines(db))
        if (at - seenAt > forgetAfterMs) await forget(other);
    },
    leave: async (): Promise<void> => void (await forget(name)),
    /**
     * Returns true if a machine with another version was started later: during an upgrade only the latest version
     * builds.
     */
    isOutdatedBuilder: async (): Promise<boolean> =>
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
/** Time that a new release may take to reach all machines. */
const graceMs = 30_000;

/** Returns the problem of a machine, compared with the others. */
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

/** Returns all machines with their problems. */
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

/** Returns a function that reports machines that lag at two consecutive calls, since a release takes time to spread. */
export function createLagWatch(db: Db, release: () => string, now: () => number) {
  let before: string[] = [];
  return async (): Promise<{ name: string; lag: Lag }[]> => {
    const all = await listMachineLags(db, { release: release(), since: 0 }, now());
    const lagging = all.flatMap(({ name, lag }) => (lag ? [{ name, lag }] : []));
    const persistent = lagging.filter(({ name, lag }) => before.includes(`${name} ${lag}`));
    before = lagging.map(({ name, lag }) => `${name} ${lag}`);
    return persistent;
  };
}
