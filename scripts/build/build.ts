// Builds the content into a release beside the live one, then switches to it in one step.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { buildCatalog } from './catalog.ts';
import { compiled } from './compiled.ts';
import { buildLock } from '../../sidecar/content/locks.ts';
import { ContentError } from '../json-file.ts';
import { tellOthers } from './pings.ts';
import type { Settings } from '../../sidecar/settings/settings.ts';
import { lineWithSigns, withSigns } from '#domain/text/unseen.ts';
import { damageOf } from '../../sidecar/release/damage.ts';
import type { SiteEntry } from '#domain/release/site-entry.ts';
import { forgetOrder } from '../../sidecar/release/order.ts';
import { contentDir, root, settings } from '../settings.ts';
import { withRoomStore } from '../store.ts';

const keptReleases = 3;

/** Digest of everything besides the content that shapes what is built from these folders. */
async function hashCode(...folders: string[]): Promise<string> {
  const hash = createHash('sha256');
  const read = (folder: string) => readdir(join(root, folder), { recursive: true, withFileTypes: true });
  const entries = (await Promise.all(folders.map(read))).flat();
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'));
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  for (const path of [...paths, join(root, 'astro.config.mjs'), join(root, 'package-lock.json')]) {
    hash
      .update(relative(root, path))
      .update('\0')
      .update(await readFile(path));
  }
  return hash.digest('hex');
}

async function hashContent(content: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of ['room.json', 'items.ndjson']) hash.update(await readFile(join(content, '.build', name)));
  return hash.digest('hex');
}

/** The live release's folder name, if there is one. */
const liveRelease = (dist: string): Promise<string | undefined> =>
  readlink(join(dist, 'current')).then(
    (target) => target.split('/').at(-1),
    () => undefined,
  );

/** Points dist/current at the release; a reader sees the old one or the new one, never neither. */
async function switchTo(dist: string, id: string): Promise<void> {
  const next = join(dist, 'current.next');
  await rm(next, { force: true });
  await symlink(join('releases', id), next);
  await rename(next, join(dist, 'current'));
}

/** A damaged one of this name may be live: it gives way in one step, and is removed afterwards. */
async function putInPlace(folder: string, done: string): Promise<void> {
  const old = `${done}.old`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(done)) await rename(done, old);
  await rename(folder, done);
  rmSync(old, { recursive: true, force: true });
}

/** The live release stays, the one before it, and the newest of the others. */
export function prune(dist: string, live: string, before: string | undefined): void {
  const folder = join(dist, 'releases');
  const names = readdirSync(folder).filter((name) => name !== live && name !== before);
  const madeAt = (name: string) =>
    statSync(join(folder, name, 'manifest.json'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const newestFirst = names.map((name) => ({ name, at: madeAt(name) })).sort((a, b) => b.at - a.at);
  for (const { name } of newestFirst.slice(keptReleases - 2))
    rmSync(join(folder, name), { recursive: true, force: true });
}

export interface BuildOutcome {
  release: string;
  built: boolean;
  /** The release that was live before. */
  before?: string | undefined;
}

/** Settings that stand in what is built. */
type Built = Pick<Settings, 'baseUrl' | 'distDir' | 'rates' | 'nexus'>;

/** Builds when content, code or one of these settings changed since the live release. */
export async function buildIfChanged(
  content: string,
  { baseUrl, distDir: dist, ...settings }: Built,
): Promise<BuildOutcome> {
  const nexus = settings.nexus.isOn;
  const codeHash = await hashCode('site');
  // The preview of an item is made of the site's own views.
  await compiled('console', await hashCode('site', 'sidecar/console'), 'sidecar/console/astro.config.mjs');
  const id = createHash('sha256')
    .update(codeHash + baseUrl + nexus + JSON.stringify(settings.rates) + (await hashContent(content)))
    .digest('hex')
    .slice(0, 12);
  const live = await liveRelease(dist);
  const damage = live && (await damageOf(join(dist, 'releases', live)));
  if (live === id && !damage) return { release: id, built: false };
  if (damage) console.warn(`Build: the live release ${live} is damaged, so that all is made anew: ${damage}`);
  const folder = join(dist, 'releases', `${id}.building`);
  const site = await compiled('site', codeHash, 'astro.config.mjs');
  const { buildRelease } = (await import(join(site, 'server', 'entry.mjs'))) as SiteEntry;
  await buildRelease({
    contentDir: content,
    baseUrl,
    nexus,
    rates: settings.rates,
    codeHash,
    assetsDir: join(site, 'client'),
    releaseDir: folder,
    // What is damaged may be so in every release: unchanged files are links to one another.
    previousDir: live && !damage ? join(dist, 'releases', live) : '',
  });
  await putInPlace(folder, join(dist, 'releases', id));
  await switchTo(dist, id);
  prune(dist, id, live);
  return { release: id, built: true, before: live };
}

/** A mistake in the content is told in its words; where Astro or the code failed, the place helps. */
const explained = (error: Error): string => (error instanceof ContentError ? error.message : error.stack!);

/** Gives the exit code. */
export async function buildAndSwitch(isRollback = false): Promise<number> {
  const { allowedHosts, ...shaping } = settings();
  const started = performance.now();
  const content = contentDir();
  try {
    if (isRollback) await withRoomStore(({ db }) => forgetOrder(db));
    const { release, built, before } = await buildLock(shaping.distDir)(async () => {
      const { problems } = await buildCatalog(content);
      for (const problem of problems) console.warn(lineWithSigns(`Build: ${problem}`));
      return buildIfChanged(content, shaping);
    });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(
      built ? `Build: release ${release} in ${seconds} s` : `Build: skipped, release ${release} has this content`,
    );
    // The release is live even if announcing it fails.
    const failed = (error: Error) => [`Nobody was told: ${error.message}`];
    const told = built ? await tellOthers(shaping.distDir, before, release, allowedHosts).catch(failed) : [];
    for (const line of told) console.log(withSigns(line));
    return 0;
  } catch (error) {
    console.error(`Build: failed; what was live before stays.\n${explained(error as Error)}`);
    return 1;
  }
}
