// Runs ingest and build as child processes: one at a time, requests that come together as one, shared by all sidecars.
import { lease } from '../store/lease.ts';
import type { Db } from '../store/store.ts';

/** What a run came to. `output` says why a failed one failed. */
export interface BuildOutcome {
  ok: boolean;
  output: string;
  finishedAt: number;
}

export type Step = 'ingest' | 'build';

export interface Builder {
  /** Asks for a build, and for reading the feeds first; kept in the store, so that a crash does not lose it. */
  request: (step?: Step) => Promise<void>;
  /** Does what was asked for, if no other sidecar does; gives whether there was something to do. */
  work: () => Promise<boolean>;
  last: () => Promise<BuildOutcome | undefined>;
}

export interface BuilderParts {
  db: Db;
  holder: string;
  now: () => number;
  /** Runs a command of scripts/. Never rejects for a run that failed. */
  run: (step: Step) => Promise<{ ok: boolean; output: string }>;
}

const keepLeaseMs = 10_000;

async function setFact(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('facts')
    .values({ name, value })
    .onConflict((on) => on.column('name').doUpdateSet({ value }))
    .execute();
}

const fact = async (db: Db, name: string): Promise<string | undefined> =>
  (await db.selectFrom('facts').select('value').where('name', '=', name).executeTakeFirst())?.value;

/**
 * Turns requests into a run that is under way, at once: a request that comes meanwhile stays for the next round, and a
 * run that a crash cut off is found here again.
 */
const begin = (db: Db): Promise<Step[]> =>
  db.transaction().execute(async (tx) => {
    const asked = await tx.deleteFrom('facts').where('name', 'like', 'requested.%').returning('name').execute();
    const cutOff = JSON.parse((await fact(tx, 'build.running')) ?? '[]') as Step[];
    const wanted = new Set([...cutOff, ...asked.map(({ name }) => name.slice('requested.'.length))]);
    if (wanted.size === 0) return [];
    const steps: Step[] = wanted.has('ingest') ? ['ingest', 'build'] : ['build'];
    await setFact(tx, 'build.running', JSON.stringify(steps));
    return steps;
  });

export function builder({ db, holder, now, run }: BuilderParts): Builder {
  const mine = lease(db, 'build', holder, now);

  async function runSteps(steps: Step[]): Promise<BuildOutcome> {
    let output = '';
    for (const step of steps) {
      const result = await run(step);
      output += result.output;
      if (!result.ok) return { ok: false, output, finishedAt: now() };
    }
    return { ok: true, output, finishedAt: now() };
  }

  async function work(): Promise<boolean> {
    if (!(await mine.hold())) return false;
    const keeping = setInterval(() => void mine.hold().catch(() => false), keepLeaseMs);
    try {
      const steps = await begin(db);
      if (steps.length === 0) return false;
      const outcome = await runSteps(steps);
      await setFact(db, 'build.last', JSON.stringify(outcome));
      await db.deleteFrom('facts').where('name', '=', 'build.running').execute();
      return true;
    } finally {
      clearInterval(keeping);
      await mine.release();
    }
  }

  return {
    request: (step = 'build') => setFact(db, `requested.${step}`, String(now())),
    work,
    last: async () => {
      const value = await fact(db, 'build.last');
      return value === undefined ? undefined : (JSON.parse(value) as BuildOutcome);
    },
  };
}
