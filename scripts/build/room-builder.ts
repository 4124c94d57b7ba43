// Builds one room, again and again. Each build makes what the live release does not contain, and commits one transaction.
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { sha256 } from '#domain/ids.ts';
import type { ReleasePage } from '#domain/release/page.ts';
import type { MediaFile } from '#domain/room.ts';
import { showControlsInLine } from '#domain/text/invisible.ts';
import { buildLock } from '../../sidecar/content/locks.ts';
import { saveChanges } from '../../sidecar/release/changesets.ts';
import { describeDamage, hasWholeObject } from '../../sidecar/release/damage.ts';
import { objectFile, openToBuild, readFacts, readPages, removeOldReleases } from '../../sidecar/release/room-db.ts';
import type { Settings } from '../../sidecar/settings/settings.ts';
import { type Io, printError } from '../io.ts';
import { forgetFolders } from '../publish/publish.ts';
import { type Catalog, type CatalogOptions, type Content, openCatalog } from './catalog.ts';
import { commitRelease, type PageChange, removeUnusedObjects } from './commit-release.ts';
import { type CompiledSite, siteOpener } from './compiled-site.ts';
import { haveLetters } from './letters.ts';
import { objectWriter } from './object-writer.ts';
import { secretCheck, secretsOf, withFeedKeys } from './secrets.ts';
import type { Stopwatch } from './stopwatch.ts';
import type { Channels } from './pings.ts';

/** Outcome of a build that succeeded. */
export interface BuildOutcome {
  release: string;
  /** Higher than that of the release before. */
  number: number;
  baseUrl: string;
  /** False if the live release has this content. */
  built: boolean;
  changes: PageChange[];
  /** Services that are notified of changes. */
  channels?: Channels;
}

export interface RoomBuilder {
  /** Does ahead of time what only the first build of a process has to do. */
  getReady: () => Promise<void>;
  /** Builds when content, code or settings changed since the live release. */
  build: (watch: Stopwatch) => Promise<BuildOutcome>;
  /** Does what can wait until a release is live: removes unused objects and saves notes for the next process. */
  tidy: () => Promise<void>;
  /** Encodes pictures that were left for later; returns whether the next build shows more than the last one. */
  makeRest: () => Promise<boolean>;
}

/** Settings that appear in what is built. */
export type Built = Pick<Settings, 'baseUrl' | 'distDir' | 'rates' | 'nexus'>;

interface Options extends CatalogOptions {
  /** In milliseconds. */
  now?: () => number;
  /** New pictures are encoded by `makeRest`, and do not delay a release. */
  restLater?: boolean;
  /** Changes of each release are saved in a file, to be sent to other machines. */
  savesChanges?: boolean;
  hasStaticSearch?: boolean;
}

interface Deps {
  io: Io;
  contentDir: string;
  built: Built;
  catalog: Catalog;
  openSite: () => Promise<CompiledSite>;
  options: Options;
}

/** A request that began on the release before may still read its objects. */
const graceMs = 60_000;

const nameOf = ({ baseUrl, rates, nexus }: Built, { codeHash }: CompiledSite, digest: string, more: unknown): string =>
  sha256(JSON.stringify([codeHash, baseUrl, nexus.isOn, rates, digest, more])).slice(0, 12);

type Pages = Map<string, ReleasePage>;

/** Pages of the live release whose objects are complete. The others are made again. */
function wholePages(dist: string, all: Pages): { pages: Pages; damaged: string[] } {
  const fileOf = (page: Pick<ReleasePage, 'etag'>, encoding?: 'br' | 'gzip') => objectFile(dist, page, encoding);
  const damaged = [...all].filter(([, page]) => !hasWholeObject(fileOf, page)).map(([path]) => path);
  const isDamaged = new Set(damaged);
  return { pages: damaged.length > 0 ? new Map([...all].filter(([path]) => !isDamaged.has(path))) : all, damaged };
}

export function roomBuilder(io: Io, contentDir: string, built: Built, options: Options = {}): RoomBuilder {
  const { distDir: dist } = built;
  const { now = Date.now, restLater, savesChanges, hasStaticSearch = false } = options;
  const openSite = siteOpener(io, dist);
  const deps: Deps = {
    io,
    contentDir,
    built,
    catalog: openCatalog(contentDir, undefined, options),
    openSite: () => withFeedKeys(openSite(), contentDir),
    options,
  };
  const alone = buildLock(dist);
  /** Pictures that the live release shows as they are, because their other sizes are not encoded yet. */
  let waiting: MediaFile[] = [];
  let isChecked = false;
  /** Pages of the release that the last build made. */
  let last: { release: string; number: number; pages: Pages } | undefined;

  /** Marks pictures that are shown as they are until their sizes are encoded. */
  function leaveForLater({ site }: CompiledSite, content: Content, live: Pages): Content {
    const { media } = content.facts;
    waiting = restLater ? site.unmadePictures(media, (path) => live.has(path)) : [];
    if (waiting.length === 0) return content;
    const isWaiting = new Set(waiting);
    const shown = media.map((picture) => (isWaiting.has(picture) ? { ...picture, isWaiting: true as const } : picture));
    return { ...content, facts: { ...content.facts, media: shown } };
  }

  async function makeRelease(db: DatabaseSync, watch: Stopwatch): Promise<BuildOutcome> {
    watch.step('content');
    const read = await deps.catalog.read();
    for (const problem of read.problems) printError(io, showControlsInLine(`Build: ${problem}`));
    watch.step('code');
    const compiled = await deps.openSite();
    await haveLetters(io, read);
    const facts = readFacts(db);
    const isLast = facts !== undefined && facts.release === last?.release && facts.number === last.number;
    const all: Pages = isLast ? last!.pages : new Map(readPages(db).entries());
    const content = leaveForLater(compiled, read, all);
    const release = nameOf(built, compiled, content.digest, [waiting, hasStaticSearch]);
    const { baseUrl } = built;
    const isMade = facts?.release === release;
    const { pages: live, damaged } = isMade || !isChecked ? wholePages(dist, all) : { pages: all, damaged: [] };
    isChecked = true;
    if (damaged.length > 0) {
      printError(io, `Build: made again, since ${describeDamage(damaged)}`);
      forgetFolders(dist);
    } else if (isMade) return { release, number: facts.number, baseUrl, built: false, changes: [] };
    const objects = objectWriter(dist, live.values(), secretCheck(secretsOf(io.env, contentDir)));
    const { step } = watch;
    const room = await compiled.site.build({
      warn: (line) => printError(io, line),
      contentDir,
      facts: content.facts,
      items: content.items,
      baseUrl,
      nexus: built.nexus.isOn,
      rates: built.rates,
      hasStaticSearch,
      codeHash: compiled.codeHash,
      assetsDir: join(compiled.folder, 'client'),
      live,
      objects,
      step,
    });
    step('commit');
    const changes = commitRelease(db, { release, baseUrl, content: content.stamp }, room, all, {
      now: now(),
      saveChanges: savesChanges ? (made) => saveChanges(dist, made) : undefined,
    });
    const { number } = readFacts(db)!;
    last = { release, number, pages: room.pages };
    const { indexNow, webSubHub } = content.facts.creator;
    return { release, number, baseUrl, built: true, changes, channels: { indexNow, webSubHub } };
  }

  async function withDatabase<T>(work: (db: DatabaseSync) => Promise<T> | T): Promise<T> {
    const db = openToBuild(dist, !isChecked);
    try {
      return await work(db);
    } catch (error) {
      // The cause may be damage.
      isChecked = false;
      last = undefined;
      throw error;
    } finally {
      db.close();
    }
  }

  return {
    getReady: async () => {
      await deps.catalog.read();
      await deps.openSite();
    },
    build: (watch) => alone(() => withDatabase((db) => makeRelease(db, watch))),
    tidy: () =>
      alone(async () => {
        await withDatabase((db) => removeUnusedObjects(db, dist, now() - graceMs));
        removeOldReleases(dist);
        await deps.catalog.save();
      }),
    makeRest: async () => {
      if (waiting.length === 0) return false;
      const { site } = await deps.openSite();
      await site.makePictures(contentDir, waiting);
      return true;
    },
  };
}
