// A machine of a fleet: the builder sends releases and content to the bucket, and the other machines follow it.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import { buildLock } from '../../content/locks.ts';
import { every } from '../../jobs/scheduler.ts';
import { type ListedBucket, openBucket } from '../../outgoing/bucket.ts';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import { purge } from '../../outgoing/purge.ts';
import { readChangesBetween } from '../../release/changesets.ts';
import type { FetchObject, Release } from '../../release/release.ts';
import { readLiveFacts, openSnapshot, readPages } from '../../release/room-db.ts';
import type { BucketSettings, PublishSettings, PurgeSettings, Settings } from '../../settings/settings.ts';
import { createLease } from '../../storage/lease.ts';
import type { Db } from '../../storage/store.ts';
import { newToken } from '../../storage/tokens.ts';
import { contentPrefix, FleetContent } from './content.ts';
import { ReleaseFetcher } from './fetch-release.ts';
import { listenForMoves, readPointer } from './pointer.ts';
import { createReleaseSender } from './send-release.ts';
import { type FleetRelease, listReleaseKeys, objectKey, listPageObjects, releasePrefix } from './stored-release.ts';
import { forEachConcurrently, inChunks } from '#domain/arrays.ts';
import { isNamedByContent } from '#domain/links.ts';
import { type Machine, listMachines, silentAfterMs } from './machines.ts';

/** Time after which a lagging machine no longer delays a rollout. */
const rolloutPatienceMs = 60_000;

/** Finds web machines that respond and serve another release. */
const findLaggingMachines = async (db: Db, release: string, now: number): Promise<Machine[]> =>
  (await listMachines(db)).filter(
    (machine) => machine.role === 'web' && now - machine.seenAt <= silentAfterMs && machine.release !== release,
  );

/**
 * Returns a function to be called until it returns true. It returns false for releases that are not the one of the
 * fleet.
 */
export function createRolloutCheck(db: Db, now: () => number): (release: string) => Promise<boolean> {
  /** Lagging machines by name, with the release that they serve and the time since when they do. */
  let lagging = new Map<string, { release: string; since: number }>();
  return async (release) => {
    const pointer = await readPointer<FleetRelease>(db, 'release');
    if (pointer?.value.release !== release) return false;
    const before = lagging;
    lagging = new Map(
      (await findLaggingMachines(db, release, now())).map(({ name, release: served }) => {
        const earlier = before.get(name);
        return [name, earlier?.release === served ? earlier : { release: served, since: now() }];
      }),
    );
    return lagging.values().every(({ since }) => now() - since >= rolloutPatienceMs);
  };
}

const chunkSize = 1000;

/** Stores changed paths, so that the next builder purges them if this one fails. `now` is by the clock of the store. */
async function storeChangedPaths(db: Db, changed: string[], now: number): Promise<void> {
  const rows = changed.filter((path) => !isNamedByContent(path)).map((path) => ({ path, changedAt: now }));
  for (const chunk of inChunks(rows, chunkSize))
    await db
      .insertInto('unpurgedPaths')
      .values(chunk)
      .onConflict((on) => on.column('path').doUpdateSet({ changedAt: now }))
      .execute();
}

/** Calls `purge` with stored paths. If it fails, or paths change in the meantime, they are left for the next time. */
async function purgeStoredPaths(
  db: Db,
  live: string,
  now: number,
  purge: (paths: string[]) => Promise<void>,
): Promise<void> {
  const rows = await db.selectFrom('unpurgedPaths').selectAll().execute();
  if (rows.length === 0) return;
  const newest = rows.reduce((time, { changedAt }) => Math.max(time, changedAt), 0);
  if (now - newest < rolloutPatienceMs && (await findLaggingMachines(db, live, now)).length > 0) return;
  await purge(rows.map(({ path }) => path));
  await db.deleteFrom('unpurgedPaths').where('changedAt', '<=', newest).execute();
}

const concurrency = 8;

interface SweepDeps {
  bucket: ListedBucket;
  prefixes: string[];
  /** Keys that are needed; undefined while they are not known. */
  readNeeded: () => Promise<Set<string> | undefined> | Set<string> | undefined;
  /** Runs a task while nothing is sent: an object that is sent again must not be removed after it. */
  runAlone: (task: () => Promise<void>) => Promise<void>;
}

/**
 * Returns a function to be called from time to time. It removes objects that were not needed at the previous call
 * either, since a lagging machine may still fetch them.
 */
export function createBucketSweeper({ bucket, prefixes, readNeeded, runAlone }: SweepDeps): () => Promise<void> {
  let suspects = new Set<string>();
  return async () => {
    const keys: string[] = [];
    for (const prefix of prefixes) for (const { key } of await bucket.list(prefix)) keys.push(key);
    await runAlone(async () => {
      const needed = await readNeeded();
      if (!needed) return;
      const unneeded = keys.filter((key) => !needed.has(key));
      await forEachConcurrently(
        unneeded.filter((key) => suspects.has(key)),
        concurrency,
        (key) => bucket.remove(key),
      );
      suspects = new Set(unneeded);
    });
  };
}

interface FleetDeps extends Pick<Settings, 'databaseUrl' | 'distDir' | 'dataDir' | 'publish'> {
  bucket: BucketSettings;
  builds: boolean;
  db: Db;
  outgoing: Outgoing;
  contentDir: string;
  /** Returns milliseconds since the epoch, by the clock of the store. */
  now: () => number;
  /** Compares the clocks. Is called before the first lease, since the clock of this machine may be wrong. */
  readClock: () => Promise<void>;
  onProblem: (error: Error) => void;
  /** Prints a line for the person who runs the machine. */
  warn: (line: string) => void;
  /** Ends the program, which the service manager then restarts. */
  fail: (message: string) => void;
}

export interface Fleet {
  /** Fetches an object of a release; undefined on a machine that has all objects. */
  fetchObject?: FetchObject;
  /** Replaces a damaged database by the one of the fleet. */
  reload?: () => void;
  /** Starts sending releases. Is called on the builder after a release is live there. */
  sendFrom: (live: () => Release) => void;
  /** Returns true if every web machine serves the release, so that its changes may be announced. */
  isEverywhere: (release: string) => Promise<boolean>;
  stop: () => Promise<void>;
}

/** Returns the settings of purging, unless releases are also published: then publishing purges the CDN. */
const purgeSettings = ({ places, purge }: PublishSettings): PurgeSettings | undefined =>
  places.length === 0 && (purge.url || purge.command) ? purge : undefined;

const followMs = 2000;
const renewMs = 5000;
const sendMs = 250;
/** Interval of a check in memory. */
const liveCheckMs = 25;
const purgeMs = 2000;
const sweepMs = 3600_000;

const takeoverMessage = 'Another builder has taken over. This machine restarts and stands by.';

function createPurge({ db, outgoing, now }: FleetDeps, settings: PurgeSettings, live: () => Release) {
  const purgePaths = (paths: string[]) => {
    const { baseUrl } = live().facts;
    return purge(
      settings,
      paths.map((path) => baseUrl + path),
      outgoing,
    );
  };
  return () => purgeStoredPaths(db, live().id, now(), purgePaths);
}

/**
 * Returns a name that stays the same on these folders, so that a builder that was killed need not wait for its own
 * lease.
 */
async function readBuilderName(dataDir: string): Promise<string> {
  const file = join(dataDir, 'fleet-builder');
  const storedName = await readFile(file, 'utf8').catch(() => '');
  if (storedName) return storedName;
  await mkdir(dataDir, { recursive: true });
  const name = newToken();
  await writeFile(file, name);
  return name;
}

/** Fetches the release of the fleet, unless this machine has it or a release that follows it. */
async function catchUp({ db, distDir }: FleetDeps, bucket: ListedBucket): Promise<void> {
  // Only the builder reads feeds and builds, and this machine is the builder now.
  await db.deleteFrom('leases').where('name', 'in', ['build', 'read']).execute();
  const pointer = await readPointer<FleetRelease>(db, 'release');
  if (!pointer) return;
  const last = pointer.value.numbers.at(-1)!;
  const localNumber = readLiveFacts(distDir)?.number ?? -Infinity;
  if (readChangesBetween(distDir, last, localNumber)) return;
  const fetcher = new ReleaseFetcher(distDir, bucket, db);
  // A build that an earlier process started may still be running.
  await buildLock(distDir)(() => fetcher.follow(true));
}

/** Prefixes of objects of the previous version. */
const earlierPrefixes = ['objects/', 'packs/', 'releases/'];

async function readNeededKeys({ db, distDir }: Pick<FleetDeps, 'db' | 'distDir'>): Promise<Set<string> | undefined> {
  const pointer = await readPointer<FleetRelease>(db, 'release');
  if (!pointer) return undefined;
  // A builder of the previous version then starts from scratch.
  await db.deleteFrom('fleetPointers').where('name', '=', 'current').execute();
  using room = openSnapshot(distDir);
  const needed = new Set(listReleaseKeys(pointer.value));
  const pages = readPages(room).entries();
  for (const object of listPageObjects(pages.map(([, page]) => page))) needed.add(objectKey(object));
  return needed;
}

function createLiveSender(
  send: (number: number) => Promise<boolean>,
  live: () => Release,
  { onProblem, fail }: Pick<FleetDeps, 'onProblem' | 'fail'>,
) {
  let sentRelease: Release | undefined;
  const sendLive = async () => {
    const release = live();
    if (release === sentRelease) return;
    if (!(await send(release.number))) return fail(takeoverMessage);
    sentRelease = release;
  };
  const reportAndWait = (error: Error) => {
    onProblem(error);
    return sleep(sendMs);
  };
  return () => sendLive().catch(reportAndWait);
}

/** Waits until this machine is the builder. Returns its lease. */
async function takeLease({ db, dataDir, now, readClock, onProblem }: FleetDeps) {
  const builderLease = createLease(db, 'builder', await readBuilderName(dataDir), now);
  const holdLease = () =>
    readClock()
      .then(() => builderLease.hold())
      .catch((error: Error) => onProblem(error));
  while (!(await holdLease())) await sleep(followMs);
  return builderLease;
}

async function openBuilder(deps: FleetDeps): Promise<Omit<Fleet, 'isEverywhere'>> {
  const { db, now, onProblem, dataDir, distDir, contentDir, warn } = deps;
  const giveUp = () => deps.fail(takeoverMessage);
  const bucket = openBucket(deps.bucket, deps.outgoing);
  const builderLease = await takeLease(deps);
  const stopTasks = [every(renewMs, async () => (await builderLease.hold()) || giveUp(), onProblem)];
  const stateFile = join(dataDir, 'fleet-content.json');
  const content = new FleetContent({ contentDir, stateFile, bucket, db, warn, now });
  const tryRestore = () => content.restore().then(() => true, onProblem);
  while (!(await tryRestore())) await sleep(followMs);
  await catchUp(deps, bucket).catch(onProblem);
  const purged = purgeSettings(deps.publish);
  const send = createReleaseSender({
    dist: distDir,
    bucket,
    db,
    onMove: async (changed) => {
      if (purged) await storeChangedPaths(db, changed, now());
    },
  });
  const releaseQueue = new PQueue({ concurrency: 1 });
  const contentQueue = new PQueue({ concurrency: 1 });
  const sweepReleases = createBucketSweeper({
    bucket,
    prefixes: [releasePrefix, ...earlierPrefixes],
    readNeeded: () => readNeededKeys(deps),
    runAlone: (task) => releaseQueue.add(task),
  });
  const sweepContent = createBucketSweeper({
    bucket,
    prefixes: [contentPrefix],
    readNeeded: () => content.keys(),
    runAlone: (task) => contentQueue.add(task),
  });
  stopTasks.push(
    every(sendMs, async () => (await contentQueue.add(() => content.send())) || giveUp(), onProblem),
    every(sweepMs, sweepContent, onProblem),
  );
  return {
    sendFrom: (live) => {
      const sendNext = (number: number) => releaseQueue.add(() => send(number));
      stopTasks.push(
        every(liveCheckMs, createLiveSender(sendNext, live, deps), onProblem),
        every(sweepMs, sweepReleases, onProblem),
      );
      if (purged) stopTasks.push(every(purgeMs, createPurge(deps, purged, live), onProblem));
    },
    stop: async () => {
      await Promise.all(stopTasks.map((stopTask) => stopTask()));
      content.close();
      await builderLease.release().catch(() => undefined);
    },
  };
}

function openFollower({ distDir, db, onProblem, ...deps }: FleetDeps): Omit<Fleet, 'isEverywhere'> {
  const fetcher = new ReleaseFetcher(distDir, openBucket(deps.bucket, deps.outgoing), db);
  let updating: Promise<void> | undefined;
  const updateOnce = () => (updating ??= fetcher.update().finally(() => (updating = undefined)));
  const end = every(followMs, updateOnce, onProblem);
  const endListening = listenForMoves(deps.databaseUrl!, () => void updateOnce().catch(onProblem));
  return {
    fetchObject: fetcher.fetchObject,
    reload: () => fetcher.reload(),
    sendFrom: () => {},
    stop: async () => {
      endListening();
      await end();
    },
  };
}

type MaybeFleetDeps = Omit<FleetDeps, 'bucket'> & { bucket: BucketSettings | undefined };

/**
 * Opens the fleet; a room without a bucket has none. On a machine that may build, resolves after it has become the
 * builder.
 */
export async function openFleet({ bucket, ...others }: MaybeFleetDeps): Promise<Partial<Fleet>> {
  if (!bucket) return {};
  const deps = { ...others, bucket };
  const machine = await (deps.builds ? openBuilder(deps) : openFollower(deps));
  return { ...machine, isEverywhere: createRolloutCheck(deps.db, deps.now) };
}
