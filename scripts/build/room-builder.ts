// Builds one room, again and again: what was read and made stays in memory, so that a build costs what changed.
// Each build makes a release beside the live one, then switches to it in one step.
import { utimesSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sha256 } from '#domain/ids.ts';
import type { MediaFile } from '#domain/room.ts';
import { differences } from '#domain/release/release-entries.ts';
import type { BuildSettings, BuiltRelease } from '#domain/release/site-entry.ts';
import { lineWithSigns } from '#domain/text/unseen.ts';
import { buildLock } from '../../sidecar/content/locks.ts';
import { damageOf } from '../../sidecar/release/damage.ts';
import { switchTo } from '../../sidecar/release/switch.ts';
import type { Settings } from '../../sidecar/settings/settings.ts';
import { type Catalog, type CatalogOptions, type Content, openCatalog } from './catalog.ts';
import { type CompiledSite, siteOpener } from './compiled-site.ts';
import { type Io, printError } from '../io.ts';
import { fileWriter } from './file-writer.ts';
import { type KnownReleases, knownReleases } from './known-releases.ts';
import { haveLetters } from './letters.ts';
import {
  givesWay,
  givesWayIn,
  keepSpare,
  liveRelease,
  makeSpare,
  olderReleases,
  prune,
  putInPlace,
  releaseDir,
  spareInMaking,
} from './releases.ts';
import { secretCheck, secretsOf, withFeedKeys } from './secrets.ts';
import type { Stopwatch } from './stopwatch.ts';
import type { BuildOutcome } from './telling.ts';

export interface RoomBuilder {
  /** Does ahead of time what only the first build of a process has to do. */
  getReady: () => Promise<void>;
  /** Builds when content, code or settings changed since the live release. */
  build: (watch: Stopwatch) => Promise<BuildOutcome>;
  /** What can wait until a release is live: rules for other servers, old releases, and notes for the next process. */
  tidy: () => Promise<void>;
  /** Makes ready what the next build can take over. */
  prepare: () => Promise<void>;
  /** Makes what was left for later; true if the next build shows more than the last one. */
  makeRest: () => Promise<boolean>;
}

/** Settings that stand in what is built. */
export type Built = Pick<Settings, 'baseUrl' | 'distDir' | 'rates' | 'nexus'>;

const idOf = ({ baseUrl, rates, nexus }: Built, codeHash: string, { digest }: Content): string =>
  sha256(JSON.stringify([codeHash, baseUrl, nexus.isOn, rates, digest])).slice(0, 12);

/** Checks the files of a release. The build uses the manifest that is read for it, too. */
const lookAt = (dir: string, { read }: KnownReleases): Promise<string | undefined> =>
  damageOf(dir, async () => (await read(dir)).manifest);

/** If this process made the live release, it checks for damage only when there is nothing else to do. */
const damageIn = async (dir: string, isAsked: boolean, releases: KnownReleases): Promise<string | undefined> =>
  isAsked || !releases.isKept(dir) ? lookAt(dir, releases) : undefined;

interface Options extends CatalogOptions {
  /** In milliseconds. */
  now?: () => number;
  /** New pictures, and bundles of the static search with old items, are made by `makeRest`, and do not delay a release. */
  restLater?: boolean;
}

interface Parts {
  io: Io;
  contentDir: string;
  built: Built;
  catalog: Catalog;
  openSite: () => Promise<CompiledSite>;
  releases: KnownReleases;
  options: Options;
  /** Pictures that the live release shows as they are, because their other sizes are not encoded yet. */
  waiting: MediaFile[];
  /** The release that this process made without some bundles of the static search, until they are made. */
  unfinished?: string | undefined;
  /** Folders to remove once the answer is out. */
  switched?: { live: string; damaged: boolean } | undefined;
}

/** What it takes to link a file on a slow disk, and to remove it with an old release. */
const linkMs = 0.1;

/**
 * The folder that the next release takes over. Right after several releases, all of them may still be read: then waiting
 * is sooner than linking each file of a large room.
 */
async function oldTree(
  { built, releases, options }: Parts,
  before: BuiltRelease | undefined,
): Promise<BuiltRelease | undefined> {
  const live = before && basename(before.dir);
  const at = (): [string, string | undefined, number | undefined] => [built.distDir, live, options.now?.()];
  const waitMs = givesWayIn(...at());
  if (before && waitMs < before.manifest.entries.size * linkMs) await sleep(waitMs);
  const dir = givesWay(...at());
  return dir === undefined ? undefined : releases.read(dir, before);
}

type Places = Pick<BuildSettings, 'release' | 'unfinished' | 'releaseDir' | 'previous' | 'old' | 'step' | 'rehearses'>;

/** Name of a release that has everything but some bundles of the static search. */
const unfinishedName = (id: string): string => sha256(`${id} unfinished`).slice(0, 12);

/** Makes a release in its folder. */
async function make(parts: Parts, { folder, codeHash, site }: CompiledSite, content: Content, places: Places) {
  const { io, contentDir, built } = parts;
  const { baseUrl, rates, nexus } = built;
  const shaping = { contentDir, baseUrl, rates, nexus: nexus.isOn, codeHash, assetsDir: join(folder, 'client') };
  const files = fileWriter(secretCheck(secretsOf(io.env, contentDir)));
  try {
    const warn = (line: string) => printError(io, line);
    return await site.build({ ...content, ...shaping, ...places, files, warn });
  } finally {
    await files.end();
  }
}

/** Makes a release beside the live one, then switches to it. What is damaged may be so in every release, by their links. */
async function makeRelease(
  parts: Parts,
  site: CompiledSite,
  content: Content,
  { id, live, isDamaged }: { id: string; live: string | undefined; isDamaged: boolean },
  { step }: Stopwatch,
): Promise<BuildOutcome> {
  const { releases } = parts;
  const dist = parts.built.distDir;
  const before = live && !isDamaged ? await releases.read(releaseDir(dist, live)) : undefined;
  const old = isDamaged ? undefined : await oldTree(parts, before);
  const building = releaseDir(dist, `${id}.building`);
  const name = unfinishedName(id);
  // If the live release is the unfinished one of this content, this build completes it.
  const unfinished = parts.options.restLater && before && live !== name ? name : undefined;
  const places = { release: id, unfinished, releaseDir: building, previous: before, old, step };
  const manifest = await make(parts, site, content, places);
  const { release } = manifest;
  const after = { dir: releaseDir(dist, release), manifest };
  step('switch');
  await putInPlace(building, after.dir);
  await switchTo(dist, release);
  releases.keep(after);
  parts.switched = { live: release, damaged: isDamaged };
  parts.unfinished = release === id ? undefined : release;
  const { indexNow, webSubHub } = content.facts.creator;
  return { release, built: true, before, after, channels: { indexNow, webSubHub } };
}

/** Notes which pictures the release shows as they are; the digest says so, too. */
async function leaveForLater(parts: Parts, { site }: CompiledSite, content: Content, live: string | undefined) {
  const { built, releases, options } = parts;
  const { media } = content.facts;
  parts.waiting = [];
  if (!options.restLater || site.unmadePictures(media, () => false).length === 0) return content;
  const before = live && (await releases.read(releaseDir(built.distDir, live))).manifest;
  const waiting = site.unmadePictures(media, (path) => Boolean(before && before.entries.has(path)));
  if (waiting.length === 0) return content;
  parts.waiting = waiting;
  const digest = sha256(content.digest + JSON.stringify(waiting));
  const shown = media.map((picture) =>
    waiting.includes(picture) ? { ...picture, isWaiting: true as const } : picture,
  );
  return { ...content, digest, facts: { ...content.facts, media: shown } };
}

async function makeRest(parts: Parts): Promise<boolean> {
  const { contentDir, openSite, waiting, unfinished } = parts;
  if (waiting.length === 0 && !unfinished) return false;
  const { site } = await openSite();
  if (waiting.length > 0) await site.makePictures(contentDir, waiting);
  // An item may be gone by now: then the next build, which no longer has it, makes the bundle.
  if (unfinished) await site.makeSearch().catch(() => {});
  parts.unfinished = undefined;
  return true;
}

async function build(parts: Parts, watch: Stopwatch): Promise<BuildOutcome> {
  const { io, built, catalog, openSite, releases } = parts;
  watch.step('content');
  const read = await catalog.read();
  for (const problem of read.problems) printError(io, lineWithSigns(`Build: ${problem}`));
  watch.step('code');
  const site = await openSite();
  await haveLetters(io, read);
  const live = await liveRelease(built.distDir);
  const content = await leaveForLater(parts, site, read, live);
  const id = idOf(built, site.codeHash, content);
  const isMade = live === id || (live === parts.unfinished && live === unfinishedName(id));
  const damage = live && (await damageIn(releaseDir(built.distDir, live), isMade, releases));
  if (live && isMade && !damage) return { release: live, built: false };
  if (damage) printError(io, `Build: the live release ${live} is damaged, so that all is made anew: ${damage}`);
  return makeRelease(parts, site, content, { id, live, isDamaged: Boolean(damage) }, watch);
}

async function tidy(parts: Parts): Promise<void> {
  const { catalog, openSite, releases, switched: last } = parts;
  const { distDir: dist } = parts.built;
  const live = await liveRelease(dist);
  parts.switched = undefined;
  if (live) await (await openSite()).site.host(await releases.read(releaseDir(dist, live)));
  await catalog.save();
  if (last && last.live === live) prune(dist, live, { ...last, now: parts.options.now?.() });
  // Touches the folder, so that whoever watches it notices the new rules.
  utimesSync(dist, new Date(), new Date());
}

/**
 * Builds the live release again in the folder that the next release takes over, which brings that folder up to date.
 * Returns the manifest; undefined if the content has changed since or there is no such folder.
 */
async function renewOldTree(parts: Parts, previous: BuiltRelease, read: Content, rehearses = false) {
  const { built, openSite, releases } = parts;
  const live = basename(previous.dir);
  const site = await openSite();
  const content = await leaveForLater(parts, site, read, live);
  if (idOf(built, site.codeHash, content) !== live) return undefined;
  const old = await oldTree(parts, previous);
  if (!old) return undefined;
  const places = { release: live, releaseDir: spareInMaking(built.distDir), previous, old, rehearses, step: () => {} };
  const manifest = await make(parts, site, content, places);
  releases.keep({ dir: await keepSpare(built.distDir), manifest });
  return manifest;
}

/** With more outdated files than this, updating the folder would take longer than the rest of a release. */
const mostBehind = 2000;

/**
 * Whether many files in the folder that the next release takes over are outdated. If another process made its release, its full-text
 * index has to be compared whole.
 */
async function isBehind({ built, releases, openSite, options }: Parts, live: BuiltRelease): Promise<boolean> {
  const next = givesWay(built.distDir, basename(live.dir), options.now?.());
  if (!next) return false;
  const [{ entries: old }, { entries }] = [(await releases.read(next, live)).manifest, live.manifest];
  const { site } = await openSite();
  return !site.remembers(old) || differences(old, entries).length > Math.min(mostBehind, entries.size / 2);
}

/** While there are few releases. */
function keepSpareOf({ built, releases }: Parts, { dir, manifest }: BuiltRelease): void {
  const spare = makeSpare(built.distDir, basename(dir));
  if (spare) releases.keep({ dir: spare, manifest });
}

async function prepare(parts: Parts): Promise<void> {
  const { built, releases } = parts;
  const name = await liveRelease(built.distDir);
  if (!name) return;
  const live = await releases.read(releaseDir(built.distDir, name));
  keepSpareOf(parts, live);
  if (await isBehind(parts, live)) await renewOldTree(parts, live, await parts.catalog.read());
}

/** Builds the live release again: this fills every cache that a build uses. */
async function getReady(parts: Parts): Promise<void> {
  const { built, releases } = parts;
  const read = await parts.catalog.read();
  await parts.openSite();
  const live = await liveRelease(built.distDir);
  const dir = live && releaseDir(built.distDir, live);
  // The build deals with a damaged release, and says so.
  if (!dir || releases.isKept(dir) || (await lookAt(dir, releases))) return;
  const previous = await releases.read(dir);
  for (const older of olderReleases(built.distDir, live).reverse()) releases.keep(await releases.read(older, previous));
  releases.keep(previous);
  keepSpareOf(parts, previous);
  const manifest = await renewOldTree(parts, previous, read, true);
  if (!manifest) return;
  // For these entries the site remembers what they were made of; for entries that were read from a file it cannot.
  const { entries } = manifest;
  if (differences(previous.manifest.entries, entries).length === 0)
    releases.keep({ dir, manifest: { ...previous.manifest, entries } });
}

export function roomBuilder(io: Io, contentDir: string, built: Built, options: Options = {}): RoomBuilder {
  const catalog = openCatalog(contentDir, undefined, options);
  const openSite = siteOpener(io, built.distDir);
  const deps: Parts = {
    io,
    contentDir,
    built,
    catalog,
    openSite: () => withFeedKeys(openSite(), contentDir),
    releases: knownReleases(),
    options,
    waiting: [],
  };
  const alone = buildLock(built.distDir);
  return {
    getReady: () => alone(() => getReady(deps)),
    build: (watch) => alone(() => build(deps, watch)),
    tidy: () => alone(() => tidy(deps)),
    prepare: () => alone(() => prepare(deps)),
    makeRest: () => makeRest(deps),
  };
}
