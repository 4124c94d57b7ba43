// Publishes the live release where the settings say, and once more where another one went live meanwhile.
import type { BuiltRelease } from '#domain/release/site-entry.ts';
import { notePublishing } from '../../sidecar/jobs/publishing.ts';
import { publishLock } from '../../sidecar/content/locks.ts';
import type { Env, Settings } from '../../sidecar/settings/settings.ts';
import { liveRelease, releaseDir } from '../build/releases.ts';
import { openOutgoing } from '../outgoing.ts';
import { withRoomStore } from '../store.ts';
import { openBucket } from '../../sidecar/outgoing/bucket.ts';
import { deploy } from './deploy.ts';
import { purge } from '../../sidecar/outgoing/purge.ts';
import { publishToBucket, ReleaseGone } from './to-bucket.ts';
import { readManifest } from '../../sidecar/release/read-manifest.ts';

const mostAttempts = 10;

type Publishing = Pick<Settings, 'distDir' | 'publish' | 'allowedHosts'>;

async function openRelease(dist: string): Promise<BuiltRelease> {
  const live = await liveRelease(dist);
  if (!live) throw new Error('Nothing is built yet: npm run build');
  const dir = releaseDir(dist, live);
  return { dir, manifest: await readManifest(dir) };
}

async function publishOnce(
  env: Env,
  { distDir, publish, allowedHosts }: Publishing,
  release: BuiltRelease,
): Promise<string> {
  const { place, purge: purging } = publish;
  if (!place) throw new Error('PUBLISH_TO says where: the address of a bucket, netlify or cloudflare:PROJECT.');
  if (place.kind !== 'bucket') return deploy(env, distDir, release, place);
  const out = openOutgoing(env, { allowedHosts });
  const forget = (paths: string[]) => purge(purging, paths.map((path) => release.manifest.baseUrl + path), out); // prettier-ignore
  const { sent, bytes, deleted } = await publishToBucket(release, openBucket(place.bucket, out), forget);
  return `${sent} files sent (${(bytes / 1024 ** 2).toFixed(1)} MiB), ${deleted} deleted`;
}

const publishNewest = (env: Env, settings: Publishing): Promise<string> =>
  publishLock(settings.distDir)(async () => {
    let summary = '';
    for (let attempt = 1; ; attempt++) {
      const release = await openRelease(settings.distDir);
      try {
        summary = await publishOnce(env, settings, release);
      } catch (error) {
        if (!(error instanceof ReleaseGone) || attempt === mostAttempts) throw error;
        continue;
      }
      const isLive = (await liveRelease(settings.distDir)) === release.manifest.release;
      if (isLive || attempt === mostAttempts) return `release ${release.manifest.release}: ${summary}`;
    }
  });

/** Where the store is away, the log alone says how it went. */
const note = (env: Env, failure?: string): Promise<void> =>
  withRoomStore(env, ({ db }) => notePublishing(db, failure)).catch(() => undefined);

/** Gives a line of report. One at a time on a machine. The console shows a failure until the next one works. */
export async function publishLive(env: Env, settings: Publishing): Promise<string> {
  try {
    const said = await publishNewest(env, settings);
    await note(env);
    return said;
  } catch (error) {
    await note(env, (error as Error).message);
    throw error;
  }
}
