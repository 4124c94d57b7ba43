// Publishes the live release to the places in the settings, and again if another release went live in the meantime.
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { licensePath } from '#domain/links.ts';
import { hostedRelease, type HostedRelease } from '#domain/release/hosting.ts';
import { recordPublishing } from '../../sidecar/jobs/publishing.ts';
import { publishLock } from '../../sidecar/content/locks.ts';
import { openBucket } from '../../sidecar/outgoing/bucket.ts';
import { purge } from '../../sidecar/outgoing/purge.ts';
import {
  readLiveFacts,
  type NumberedFacts,
  openSnapshot,
  readFacts,
  readPages,
} from '../../sidecar/release/room-db.ts';
import type { Environment, PublishTarget, PublishSettings, Settings } from '../../sidecar/settings/settings.ts';
import { openCommandOutgoing } from '../outgoing.ts';
import { withRoomStore } from '../store.ts';
import { bucketFiles, bucketTarget } from './bucket-target.ts';
import { folderFiles } from './folder-files.ts';
import { folderTarget } from './folder-target.ts';
import { noteKey } from './state.ts';
import { ReleaseReplaced } from './target.ts';
import { type PublishSummary, updateTarget } from './update-target.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

type CdnPlace = Extract<PublishTarget, { kind: 'cloudflare' | 'netlify' }>;

const deployCommand = (place: CdnPlace): [program: string, ...args: string[]] =>
  place.kind === 'cloudflare'
    ? ['wrangler', 'pages', 'deploy', 'public', '--project-name', place.project]
    : ['netlify', 'deploy', '--prod'];

/** Deploys the contents of a folder. */
export async function deploy(env: Environment, folder: string, place: CdnPlace): Promise<void> {
  const [program, ...args] = deployCommand(place);
  const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const [outcome] = (await Promise.race([once(child, 'close'), once(child, 'error')]).catch((error: Error) => [
    error,
  ])) as [number | Error | null];
  if (outcome === 0) return;
  const isMissing = outcome instanceof Error && (outcome as NodeJS.ErrnoException).code === 'ENOENT';
  throw new Error(isMissing ? `${program} is not installed.` : `${program} ended with ${outcome}.`);
}

const maxAttempts = 10;

const folderKinds = Object.keys(folderFiles) as (keyof typeof folderFiles)[];

type PublishedRoom = Pick<Settings, 'distDir' | 'publish' | 'allowedHosts'>;

interface PublicRelease {
  facts: NumberedFacts;
  hosted: HostedRelease;
}

/** Throws an Error if nothing is built yet. */
export function readPublicRelease(dist: string): PublicRelease {
  if (!readLiveFacts(dist)) throw new Error('Nothing is built yet. Run npm run build first.');
  const db = openSnapshot(dist);
  const facts = readFacts(db)!;
  const pages = readPages(db);
  const site = { baseUrl: facts.baseUrl, hasLicense: pages.has(licensePath) };
  const hostedFiles = hostedRelease(site, pages.entries());
  db.close();
  return { facts, hosted: hostedFiles };
}

/** Returns the folder of a place in DIST_DIR. */
const folderOfPlace = (dist: string, kind: PublishTarget['kind']): string =>
  join(dist, kind === 'folder' ? 'public' : kind);

/** Returns true for folders that a server reads in place. They are updated with each release. */
const isServedInPlace = ({ kind }: PublishTarget): boolean => kind === 'nginx' || kind === 'caddy' || kind === 'folder';

/** Returns true if visitors can search without the sidecar, so that releases contain a search index. */
export const hasStaticSearch = ({ places }: Pick<PublishSettings, 'places'>): boolean =>
  places.some(({ kind }) => kind !== 'nginx' && kind !== 'caddy');

async function publishTo(
  place: PublishTarget,
  env: Environment,
  room: PublishedRoom,
  { facts, hosted }: PublicRelease,
): Promise<PublishSummary> {
  const { distDir: dist, publish, allowedHosts } = room;
  if (place.kind === 'bucket') {
    const out = openCommandOutgoing(env, { allowedHosts });
    const forget = (paths: string[]) => {
      const addresses = paths.map((path) => facts.baseUrl + path);
      return purge(publish.purge, addresses, out);
    };
    return updateTarget(bucketTarget(openBucket(place.bucket, out), dist), bucketFiles(hosted), forget);
  }
  const folder = folderOfPlace(dist, place.kind);
  const published = await updateTarget(folderTarget(folder, dist), folderFiles[place.kind](hosted), async () => {});
  if (place.kind === 'cloudflare' || place.kind === 'netlify') await deploy(env, folder, place);
  return published;
}

const report = ({ kind }: PublishTarget, { sent, bytes, deleted }: PublishSummary): string =>
  `${kind}: ${sent} files sent (${(bytes / 1024 ** 2).toFixed(1)} MiB), ${deleted} deleted`;

/** Publishes a release to all places. A failure does not affect the other places. */
async function publishRelease(
  env: Environment,
  room: PublishedRoom,
  places: PublishTarget[],
  release: PublicRelease,
): Promise<string> {
  const reports: string[] = [];
  const failures: string[] = [];
  for (const place of places)
    try {
      reports.push(report(place, await publishTo(place, env, room, release)));
    } catch (error) {
      if (error instanceof ReleaseReplaced) throw error;
      failures.push(`${place.kind}: ${(error as Error).message}`);
    }
  if (failures.length > 0) throw new Error(failures.join(' '));
  return `release ${release.facts.release}: ${reports.join('; ')}`;
}

async function publishNewest(env: Environment, room: PublishedRoom, places: PublishTarget[]): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const release = readPublicRelease(room.distDir);
    try {
      const summary = await publishRelease(env, room, places, release);
      if (readLiveFacts(room.distDir)?.number === release.facts.number || attempt === maxAttempts) return summary;
    } catch (error) {
      if (!(error instanceof ReleaseReplaced) || attempt === maxAttempts) throw error;
    }
  }
}

/**
 * Removes the folders of places that are no longer in the settings, because they would retain items that are retracted
 * later.
 */
function removeOtherFolders(dist: string, places: PublishTarget[]): void {
  for (const kind of folderKinds) {
    const folder = folderOfPlace(dist, kind);
    const removedFolder = `${folder}.removed`;
    if (!places.some((place) => place.kind === kind) && existsSync(join(folder, noteKey))) {
      rmSync(removedFolder, { recursive: true, force: true });
      // A web server that still reads the folder finds everything or nothing.
      renameSync(folder, removedFolder);
    }
    rmSync(removedFolder, { recursive: true, force: true });
  }
}

/** Makes the next publication replace all files of the folders, because they share the bytes of damaged objects. */
export function invalidateFolders(dist: string): void {
  for (const kind of folderKinds) rmSync(join(folderOfPlace(dist, kind), noteKey), { force: true });
}

/** Stores the outcome for the console. Without a store, only the log contains it. */
const recordOutcome = (env: Environment, failure?: string): Promise<void> =>
  withRoomStore(env, ({ db }) => recordPublishing(db, failure)).catch(() => undefined);

/**
 * Publishes to the given places, one process at a time on a machine. The console shows a failure until the next
 * success.
 */
async function publish(env: Environment, room: PublishedRoom, places: PublishTarget[]): Promise<string> {
  try {
    const summary = await publishLock(room.distDir)(async () => {
      removeOtherFolders(room.distDir, room.publish.places);
      return publishNewest(env, room, places);
    });
    // A failure at another place remains visible.
    if (places.length === room.publish.places.length) await recordOutcome(env);
    return summary;
  } catch (error) {
    await recordOutcome(env, (error as Error).message);
    throw error;
  }
}

/** Publishes to all places and returns a report line. */
export async function publishEverywhere(env: Environment, room: PublishedRoom): Promise<string> {
  const { places } = room.publish;
  if (places.length > 0) return publish(env, room, places);
  throw new Error(
    'PUBLISH_TO is not set. Use nginx, caddy, folder, the address of a bucket, netlify or cloudflare:PROJECT.',
  );
}

/** Publishes to the places that follow each release. Returns a report line, or undefined if there is no such place. */
export async function publishOnRelease(env: Environment, room: PublishedRoom): Promise<string | undefined> {
  const { places, followsReleases } = room.publish;
  const due = followsReleases ? places : places.filter(isServedInPlace);
  if (due.length > 0) return publish(env, room, due);
  removeOtherFolders(room.distDir, places);
  return undefined;
}
