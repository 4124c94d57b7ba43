// A machine of a fleet: the one that builds sends releases and content to the bucket, the others follow it.
import { mkdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { every } from '../../jobs/every.ts';
import { type ListedBucket, openBucket } from '../../outgoing/bucket.ts';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import type { Provide, Release } from '../../release/release.ts';
import { purge } from '../../outgoing/purge.ts';
import type { BucketSettings, PublishSettings, PurgeSettings, Settings } from '../../settings/settings.ts';
import { newToken } from '../../storage/tokens.ts';
import { lease } from '../../storage/lease.ts';
import type { Db } from '../../storage/store.ts';
import { keysOfChain, liveOf, type LivePointer } from './chain.ts';
import { FleetContent } from './content.ts';
import { everywhere } from './everywhere.ts';
import { ReleaseFetcher } from './fetch-release.ts';
import { hearMoves, readPointer } from './pointer.ts';
import { noteChanged, purgeNoted } from './purge-changed.ts';
import { releaseSender } from './send-release.ts';
import { gate, sweepBucket } from './sweep-bucket.ts';

interface FleetDeps extends Pick<Settings, 'databaseUrl' | 'distDir' | 'dataDir' | 'publish'> {
  bucket: BucketSettings;
  builds: boolean;
  db: Db;
  outgoing: Outgoing;
  contentDir: string;
  /** Milliseconds. */
  now: () => number;
  /** Before the first lease: this machine's own clock may be wrong. */
  readClock: () => Promise<void>;
  commands: { run: (step: 'build') => Promise<{ ok: boolean; output: string }> };
  onProblem: (error: Error) => void;
  /** Prints a line for the person who runs the machine. */
  warn: (line: string) => void;
  /** Ends the program, which is then started again. */
  fail: (message: string) => void;
}

export interface Fleet {
  /** Set where files of a release may still have to be fetched. */
  provide?: Provide;
  /** On the machine that builds, once a release is live there. */
  sendFrom: (live: () => Release) => void;
  /** Whether every web machine serves the release, so that its changes may be announced. */
  isEverywhere: (release: string) => Promise<boolean>;
  stop: () => Promise<void>;
}

/** If releases are also published, publishing purges the CDN. */
const purgedHere = ({ place, purge }: PublishSettings): PurgeSettings | undefined =>
  !place && (purge.url || purge.command) ? purge : undefined;

const lookMs = 2000;
const renewMs = 5000;
const sendMs = 250;
/** Looks at what is in memory. */
const lookAtLiveMs = 25;
const purgeMs = 2000;
const sweepMs = 3600_000;
const minuteMs = 60_000;

const takenOver = 'Another builder has taken over; this one starts again and stands by.';

function purging({ db, outgoing, now }: FleetDeps, settings: PurgeSettings, live: () => Release) {
  const tell = (paths: string[]) => purge(settings, paths.map((path) => live().facts.baseUrl + path), outgoing); // prettier-ignore
  return () => purgeNoted(db, live().id, now(), tell);
}

/** Of the builder on these folders, so that one that was killed need not wait for its own lease. */
async function nameOf(dataDir: string): Promise<string> {
  const file = join(dataDir, 'fleet-builder');
  const known = await readFile(file, 'utf8').catch(() => '');
  if (known) return known;
  await mkdir(dataDir, { recursive: true });
  const name = newToken();
  await writeFile(file, name);
  return name;
}

/** The fleet went on, or a build was cut off: the release here may be older than the one served, and would be refused. */
async function catchUp({ db, distDir, commands }: FleetDeps): Promise<void> {
  // Only the builder reads feeds and builds, and this is the one.
  await db.deleteFrom('leases').where('name', 'in', ['build', 'read']).execute();
  const pointer = await readPointer<LivePointer>(db, 'current');
  const current = await readlink(join(distDir, 'current')).catch(() => undefined);
  if (!pointer || (current !== undefined && basename(current) === liveOf(pointer.value))) return;
  const { ok, output } = await commands.run('build');
  if (!ok) throw new Error(`The content of the fleet cannot be built: ${output}`);
}

interface SweptBucket extends Pick<FleetDeps, 'db' | 'now'> {
  bucket: ListedBucket;
  content: FleetContent;
  alone: (task: () => Promise<void>) => Promise<void>;
}

/** Before the first release and the first content there is nothing to go by. */
async function sweep({ bucket, db, now, content, alone }: SweptBucket): Promise<void> {
  const reachable = async () => {
    const pointer = await readPointer<LivePointer>(db, 'current');
    return new Set([...(pointer ? await keysOfChain(bucket, pointer.value) : []), ...content.keys()]);
  };
  const isKnown = (await readPointer(db, 'current')) && content.keys().length > 0;
  if (isKnown) await sweepBucket({ bucket, reachable, alone, now: now() });
}

/** Not at the start, when there is much else to do. */
function sweeping(deps: SweptBucket): () => Promise<void> {
  let due = deps.now() + sweepMs;
  return async () => {
    if (deps.now() < due) return;
    due = deps.now() + sweepMs;
    await sweep(deps);
  };
}

function liveSender(
  send: (dir: string) => Promise<boolean>,
  live: () => Release,
  { onProblem, fail }: Pick<FleetDeps, 'onProblem' | 'fail'>,
) {
  let sent: Release | undefined;
  const sendLive = async () => {
    const release = live();
    if (release === sent) return;
    if (!(await send(release.dir))) return fail(takenOver);
    sent = release;
  };
  const failed = (error: Error) => {
    onProblem(error);
    return sleep(sendMs);
  };
  return () => sendLive().catch(failed);
}

async function openBuilder(deps: FleetDeps): Promise<Omit<Fleet, 'isEverywhere'>> {
  const { db, now, onProblem, dataDir, contentDir, warn } = deps;
  const giveUp = () => deps.fail(takenOver);
  const bucket = openBucket(deps.bucket, deps.outgoing);
  const mine = lease(db, 'builder', await nameOf(dataDir), now);
  const held = () =>
    deps
      .readClock()
      .then(() => mine.hold())
      .catch((error: Error) => onProblem(error));
  while (!(await held())) await sleep(lookMs);
  const ends = [every(renewMs, async () => (await mine.hold()) || giveUp(), onProblem)];
  const stateFile = join(dataDir, 'fleet-content.json');
  const content = new FleetContent({ contentDir, stateFile, bucket, db, say: warn, now });
  const restored = () => content.restore().then(() => true, onProblem);
  while (!(await restored())) await sleep(lookMs);
  await catchUp(deps).catch(onProblem);
  const purged = purgedHere(deps.publish);
  const sender = releaseSender(bucket, db, async (changed) => {
    if (purged) await noteChanged(db, changed, now());
  });
  const { pass, alone } = gate();
  const send = (dir: string) => pass(() => sender(dir));
  ends.push(every(sendMs, async () => (await pass(() => content.send())) || giveUp(), onProblem));
  return {
    sendFrom: (live) => {
      ends.push(every(lookAtLiveMs, liveSender(send, live, deps), onProblem));
      ends.push(every(minuteMs, sweeping({ bucket, db, now, content, alone }), onProblem));
      if (purged) ends.push(every(purgeMs, purging(deps, purged, live), onProblem));
    },
    stop: async () => {
      await Promise.all(ends.map((end) => end()));
      content.close();
      await mine.release().catch(() => undefined);
    },
  };
}

function openFollower({ distDir, db, onProblem, ...parts }: FleetDeps): Omit<Fleet, 'isEverywhere'> {
  const fetcher = new ReleaseFetcher(distDir, openBucket(parts.bucket, parts.outgoing), db);
  let looking: Promise<void> | undefined;
  const lookOnce = () => (looking ??= fetcher.look().finally(() => (looking = undefined)));
  const end = every(lookMs, lookOnce, onProblem);
  const deaf = hearMoves(parts.databaseUrl!, () => void lookOnce().catch(onProblem));
  return {
    provide: (path) => fetcher.provide(path),
    sendFrom: () => {},
    stop: async () => {
      deaf();
      await end();
    },
  };
}

/** Resolves on a machine that builds once it is the one that does. */
export const openFleet = async (deps: FleetDeps): Promise<Fleet> => ({
  ...(await (deps.builds ? openBuilder(deps) : openFollower(deps))),
  isEverywhere: everywhere(deps.db, deps.now),
});
