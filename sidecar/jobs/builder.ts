// Runs ingests and builds as child processes and merges requests that arrive together, across all sidecars. A build
// does not wait for an ingest, which may take a minute if a host is slow.
import { minuteMs } from '#domain/instants.ts';
import { createLease } from '../storage/lease.ts';
import { type Queue, runWithRenewal } from '../storage/queue.ts';
import type { Db } from '../storage/store.ts';
import { readState, writeState } from '../storage/state.ts';

/** Outcome of a run. `output` explains a failure. */
interface BuildOutcome {
  ok: boolean;
  output: string;
  finishedAt: number;
  /** Milliseconds since the request. */
  tookMs?: number;
}

/** `pictures` copies the pictures of published items. */
export type BuildStep = 'ingest' | 'pictures' | 'build';

/** Tracks, each of which runs one step at a time; the two run concurrently. An ingest causes a build. */
export type Track = 'read' | 'build';
const stepsOf: Record<Track, BuildStep[]> = { read: ['ingest', 'pictures'], build: ['build'] };

export interface Builder {
  /** Warms up the builder, unless another sidecar does the builds. */
  getReady: () => Promise<void>;
  /** Requests a build, or an ingest first. Requests are stored, so that a crash does not lose them. */
  request: (step?: BuildStep) => Promise<void>;
  /** Does what was requested unless another sidecar does it. Returns true if there was something to do. */
  work: (track: Track) => Promise<boolean>;
  /** Returns the outcome of the last build, or of a later ingest that failed. */
  last: () => Promise<BuildOutcome | undefined>;
  /** Returns true if a step is requested, or running on any sidecar. */
  isUnderWay: (track: Track) => Promise<boolean>;
  /**
   * Requests what is due: an ingest every `ingestMs` (0 means never), a build for figures that are nearly an hour old,
   * and a retry of a failed build after a pause that doubles each time. Returns true while a build waits for a retry.
   */
  requestDue: (ingestMs: number) => Promise<boolean>;
}

export interface BuilderDeps {
  db: Db;
  holder: string;
  now: () => number;
  /** Runs a command of scripts/. Rejects only if it was interrupted; the next start then runs it again. */
  run: (step: BuildStep) => Promise<{ ok: boolean; output: string }>;
  /** Returns true if another sidecar should do the work. */
  leaves?: () => Promise<boolean>;
  /** Warms up this sidecar's builder. */
  getReady?: () => void;
  /** Called after each request. */
  onRequest?: () => void;
}

const renewEveryMs = 10_000;

/** Age at which the figures of the profile are built again, so that they are at most an hour old. */
const figuresMs = 55 * minuteMs;

interface Round {
  steps: BuildStep[];
  /** Time of the newest request in milliseconds. */
  askedAt?: number;
}

/**
 * Turns requests into a running run in one step. A request that arrives meanwhile stays for the next round, and a run
 * that a crash has interrupted is found here again.
 */
const begin = (db: Db, track: Track): Promise<Round> =>
  db.transaction().execute(async (tx) => {
    const requests = await tx.deleteFrom('buildRequests').where('step', 'in', stepsOf[track]).returningAll().execute();
    const cutOff = await tx.selectFrom('buildRuns').select('steps').where('track', '=', track).executeTakeFirst();
    const requestedSteps = [...requests.map(({ step }) => step), ...(JSON.parse(cutOff?.steps ?? '[]') as BuildStep[])];
    const steps = stepsOf[track].filter((step) => requestedSteps.includes(step));
    if (steps.length === 0) return { steps };
    const row = { steps: JSON.stringify(steps) };
    await tx
      .insertInto('buildRuns')
      .values({ track, ...row })
      .onConflict((on) => on.column('track').doUpdateSet(row))
      .execute();
    const times = requests.map(({ requestedAt }) => requestedAt);
    return { steps, ...(times.length > 0 && { askedAt: Math.max(...times) }) };
  });

/** Reads without a lock, so that a sidecar with nothing to do writes nothing. */
async function isAsked(db: Db, track: Track): Promise<boolean> {
  const requests = db.selectFrom('buildRequests').select('step as name').where('step', 'in', stepsOf[track]);
  const runs = db.selectFrom('buildRuns').select('track as name').where('track', '=', track);
  return (await requests.unionAll(runs).executeTakeFirst()) !== undefined;
}

/** An ingest waits for a build, so that decisions become public first. */
const hasToWait = async (db: Db, track: Track): Promise<boolean> => track === 'read' && (await isAsked(db, 'build'));

/** The first check only records the time, since `npm start` has just run both steps. */
async function isDue(db: Db, step: BuildStep, everyMs: number, now: number): Promise<boolean> {
  const last = await db.selectFrom('buildSteps').select('finishedAt').where('step', '=', step).executeTakeFirst();
  if (!last) await noteEnd(db, step, now);
  // The recorded time is far ahead if the clock was.
  return last !== undefined && everyMs > 0 && Math.abs(now - last.finishedAt) >= everyMs;
}

async function noteEnd(db: Db, step: BuildStep, finishedAt: number): Promise<void> {
  await db
    .insertInto('buildSteps')
    .values({ step, finishedAt })
    .onConflict((on) => on.column('step').doUpdateSet({ finishedAt }))
    .execute();
}

async function noteBuild(db: Db, ok: boolean, failedAt: number): Promise<void> {
  if (ok) {
    await db.deleteFrom('buildFailures').execute();
    return;
  }
  const { times = 0 } = (await readState(db, 'buildFailures')) ?? {};
  await writeState(db, 'buildFailures', { times: times + 1, failedAt });
}

const firstPauseMs = 10_000;
const longestPauseMs = 60 * 60_000;

/**
 * A failure is retried, because its cause, such as a full disk, may be gone, and a decision must not wait for the next
 * one.
 */
async function isTriedAgain(db: Db, now: number): Promise<boolean> {
  const failures = await readState(db, 'buildFailures');
  if (!failures) return false;
  const { times, failedAt } = failures;
  return Math.abs(now - failedAt) >= Math.min(firstPauseMs * 2 ** (times - 1), longestPauseMs);
}

async function readLastOutcome(db: Db): Promise<BuildOutcome | undefined> {
  const last = await readState(db, 'buildResults');
  if (!last) return undefined;
  const { ok, output, finishedAt, tookMs } = last;
  return { ok: ok === 1, output, finishedAt, ...(tookMs !== null && { tookMs }) };
}

const noteOutcome = (db: Db, { ok, output, finishedAt, tookMs }: BuildOutcome): Promise<void> =>
  writeState(db, 'buildResults', { ok: ok ? 1 : 0, output, finishedAt, tookMs: tookMs ?? null });

async function runSteps({ run, now }: BuilderDeps, { steps, askedAt }: Round): Promise<BuildOutcome> {
  const results = [];
  for (const step of steps) results.push(await run(step));
  const finishedAt = now();
  return {
    ok: results.every(({ ok }) => ok),
    output: results.map(({ output }) => output).join(''),
    finishedAt,
    ...(askedAt && { tookMs: finishedAt - askedAt }),
  };
}

/** Runs one round of a track at a time for all sidecars that share the database, by means of a lease. */
function openRoundQueue(
  { db, holder, now, leaves = async () => false }: BuilderDeps,
  track: Track,
): Required<Omit<Queue<Round>, 'freeAbandoned'>> {
  const lease = createLease(db, track, holder, now);
  return {
    claim: async () => {
      if (!(await isAsked(db, track)) || (await hasToWait(db, track))) return [];
      if ((await leaves()) || !(await lease.hold())) return [];
      const round = await begin(db, track).catch(async (error: unknown) => {
        await lease.release();
        throw error;
      });
      if (round.steps.length > 0) return [round];
      await lease.release();
      return [];
    },
    renew: () => lease.hold(),
    free: () => lease.release(),
  };
}

/** Creates the worker of a track, which runs one round at a time. The lease excludes only other sidecars. */
function worker(deps: BuilderDeps, track: Track, request: Builder['request']): () => Promise<boolean> {
  const { db, now } = deps;
  const queue = openRoundQueue(deps, track);

  async function perform(round: Round): Promise<void> {
    const outcome = await runSteps(deps, round);
    for (const step of round.steps) await noteEnd(db, step, now());
    if (track === 'build') await noteBuild(db, outcome.ok, now());
    if (track === 'read' && outcome.ok) await request('build');
    else await noteOutcome(db, outcome);
    await db.deleteFrom('buildRuns').where('track', '=', track).execute();
  }

  async function workOnce(): Promise<boolean> {
    const [round] = await queue.claim(1);
    if (!round) return false;
    // A build that lost its lease continues; the next one waits for the lock of the release folder.
    const renew = () => queue.renew(round);
    const ignoreProblem = () => false;
    await runWithRenewal(renew, renewEveryMs, ignoreProblem, () => perform(round)).finally(() => queue.free(round));
    return true;
  }

  let working: Promise<boolean> | undefined;
  return () => (working ??= workOnce().finally(() => (working = undefined)));
}

export function createBuilder(deps: BuilderDeps): Builder {
  const { db, now } = deps;
  const request = async (step: BuildStep = 'build'): Promise<void> => {
    const requestedAt = now();
    await db
      .insertInto('buildRequests')
      .values({ step, requestedAt })
      .onConflict((on) => on.column('step').doUpdateSet({ requestedAt }))
      .execute();
    deps.onRequest?.();
  };
  const work = { read: worker(deps, 'read', request), build: worker(deps, 'build', request) };

  return {
    getReady: async () => {
      if (!(await deps.leaves?.())) deps.getReady?.();
    },
    requestDue: async (ingestMs) => {
      if (await isDue(db, 'ingest', ingestMs, now())) await request('ingest');
      else if ((await isDue(db, 'build', figuresMs, now())) || (await isTriedAgain(db, now()))) await request('build');
      return (await readState(db, 'buildFailures')) !== undefined;
    },
    request,
    work: (track) => work[track](),
    isUnderWay: (track) => isAsked(db, track),
    last: () => readLastOutcome(db),
  };
}

const pauseMs = 60_000;

/**
 * Limits rebuilds to one a minute, since two rooms that build one folder for two addresses would otherwise rebuild
 * endlessly. `now` returns milliseconds.
 */
export function createRebuildRequester(request: Builder['request'], now: () => number): () => Promise<void> {
  let askedAt = -Infinity;
  return async () => {
    if (now() - askedAt < pauseMs) return;
    askedAt = now();
    await request('build');
  };
}
