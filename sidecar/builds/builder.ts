// Runs ingest and build as child processes: one at a time, requests that come together as one, shared by all sidecars.
import { dayMs } from '#domain/instants.ts';
import { lease } from '../store/lease.ts';
import { type Queue, renewing } from '../store/queue.ts';
import type { Db } from '../store/store.ts';
import { fact, setFact } from '../store/facts.ts';

/** What a run came to. `output` says why a failed one failed. */
interface BuildOutcome {
  ok: boolean;
  output: string;
  finishedAt: number;
  /** Since it was asked for. */
  tookMs?: number;
}

/** `pictures`: copies those of what is published, and builds again. */
export type Step = 'ingest' | 'pictures' | 'build';

export interface Builder {
  /** Warms up the builder, unless another sidecar does the builds. */
  getReady: () => Promise<void>;
  /** Asks for a build, and for reading the feeds first; kept in the store, so that a crash does not lose it. */
  request: (step?: Step) => Promise<void>;
  /** Does what was asked for, if no other sidecar does; gives whether there was something to do. */
  work: () => Promise<boolean>;
  last: () => Promise<BuildOutcome | undefined>;
  /** Asked for, or running here or in another sidecar. */
  isUnderWay: () => Promise<boolean>;
  /** Asks for what is due: the feeds every `ingestMs` (0: never), a build once a day for the figures of the last 30 days. */
  requestDue: (ingestMs: number) => Promise<void>;
}

export interface BuilderParts {
  db: Db;
  holder: string;
  now: () => number;
  /** Runs a command of scripts/. Rejects only when it was cut off: then the next start does it again. */
  run: (step: Step) => Promise<{ ok: boolean; output: string }>;
  /** Whether another sidecar is to do what is asked for. */
  leaves?: () => Promise<boolean>;
  /** Warms up this sidecar's builder. */
  getReady?: () => void;
}

const renewEveryMs = 10_000;

interface Round {
  steps: Step[];
  /** Asked for by themselves: reading the feeds brings a build along. */
  wanted: Set<Step>;
  /** When the newest request came, in milliseconds. */
  askedAt?: number;
}

/**
 * Turns requests into a run that is under way, at once: a request that comes meanwhile stays for the next round, and a
 * run that a crash cut off is found here again.
 */
const begin = (db: Db): Promise<Round> =>
  db.transaction().execute(async (tx) => {
    const all = await tx.deleteFrom('facts').where('name', 'like', 'requested.%').returningAll().execute();
    // What was decided is live first; its pictures follow in a round of their own.
    const later = all.some(({ name }) => name === 'requested.build') ? all.filter(isForPictures) : [];
    if (later.length > 0) await tx.insertInto('facts').values(later).execute();
    const asked = all.filter((one) => !later.includes(one));
    const cutOff = JSON.parse((await fact(tx, 'build.running')) ?? '[]') as Step[];
    const wanted = new Set([...cutOff, ...asked.map(({ name }) => name.slice('requested.'.length) as Step)]);
    if (wanted.size === 0) return { steps: [], wanted };
    const steps = (['ingest', 'pictures'] as Step[]).filter((step) => wanted.has(step)).concat('build');
    await setFact(tx, 'build.running', JSON.stringify(steps));
    return {
      steps,
      wanted,
      ...(asked.length > 0 && { askedAt: Math.max(...asked.map(({ value }) => Number(value))) }),
    };
  });

const isForPictures = ({ name }: { name: string }): boolean => name === 'requested.pictures';

/** A plain read, so that a sidecar with nothing to do writes nothing. */
const isAsked = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('facts')
    .select('name')
    .where((where) => where.or([where('name', 'like', 'requested.%'), where('name', '=', 'build.running')]))
    .executeTakeFirst()) !== undefined;

/** The first look only starts the clock: `npm start` has just done both. */
async function isDue(db: Db, step: Step, everyMs: number, now: number): Promise<boolean> {
  const at = await fact(db, `${step}.at`);
  if (at === undefined) await setFact(db, `${step}.at`, String(now));
  return at !== undefined && everyMs > 0 && now - Number(at) >= everyMs;
}

async function lastOutcome(db: Db): Promise<BuildOutcome | undefined> {
  const value = await fact(db, 'build.last');
  return value === undefined ? undefined : (JSON.parse(value) as BuildOutcome);
}

/** Until one fails; but what was approved is built, too, where the feeds cannot be read. */
async function runSteps({ run, now }: BuilderParts, { steps, wanted, askedAt }: Round): Promise<BuildOutcome> {
  let [ok, output] = [true, ''];
  for (const step of steps) {
    if (!ok && !wanted.has(step)) break;
    const result = await run(step);
    output += result.output;
    ok &&= result.ok;
  }
  const finishedAt = now();
  return { ok, output, finishedAt, ...(askedAt && { tookMs: finishedAt - askedAt }) };
}

/** One round at a time for all sidecars that share the store: the lease is the claim. */
function roundsOf({
  db,
  holder,
  now,
  leaves = async () => false,
}: BuilderParts): Required<Omit<Queue<Round>, 'freeAbandoned'>> {
  const mine = lease(db, 'build', holder, now);
  return {
    claim: async () => {
      if (!(await isAsked(db)) || (await leaves()) || !(await mine.hold())) return [];
      const round = await begin(db).catch(async (error: unknown) => {
        await mine.release();
        throw error;
      });
      if (round.steps.length > 0) return [round];
      await mine.release();
      return [];
    },
    renew: () => mine.hold(),
    free: () => mine.release(),
  };
}

export function builder(parts: BuilderParts): Builder {
  const { db, now } = parts;
  const queue = roundsOf(parts);

  async function perform(round: Round): Promise<void> {
    const outcome = await runSteps(parts, round);
    await setFact(db, 'build.last', JSON.stringify(outcome));
    for (const step of round.steps) await setFact(db, `${step}.at`, String(now()));
    await db.deleteFrom('facts').where('name', '=', 'build.running').execute();
  }

  async function workOnce(): Promise<boolean> {
    const [round] = await queue.claim(1);
    if (!round) return false;
    // A build that lost its lease goes on: the next one waits for the lock of the release folder.
    const renew = () => queue.renew(round);
    await renewing(renew, renewEveryMs, () => false, () => perform(round)).finally(() => queue.free(round)); // prettier-ignore
    return true;
  }

  let working: Promise<boolean> | undefined;
  /** Never twice at a time: the lease excludes only other sidecars. */
  const work = () => (working ??= workOnce().finally(() => (working = undefined)));

  const request = (step: Step = 'build') => setFact(db, `requested.${step}`, String(now()));

  return {
    getReady: async () => {
      if (!(await parts.leaves?.())) parts.getReady?.();
    },
    requestDue: async (ingestMs) => {
      if (await isDue(db, 'ingest', ingestMs, now())) await request('ingest');
      else if (await isDue(db, 'build', dayMs, now())) await request('build');
    },
    request,
    work,
    isUnderWay: () => isAsked(db),
    last: () => lastOutcome(db),
  };
}

const pauseMs = 60_000;

/** At most once a minute: two rooms that build one folder for two addresses must not do so without end. `now` gives milliseconds. */
export function healer(request: Builder['request'], now: () => number): () => Promise<void> {
  let askedAt = -Infinity;
  return async () => {
    if (now() - askedAt < pauseMs) return;
    askedAt = now();
    await request('build');
  };
}
