// Builds one room repeatedly. Each build makes what the live release does not contain and commits one transaction.
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { describeNotice, fileLeftOut, type Notice } from '#contract/notices.ts';
import { type SkippedItems, skippedItemsFile } from '#contract/schemas/skipped-items.ts';
import { sha256 } from '#domain/ids.ts';
import { faceFiles, needsOptionalFaces } from '#domain/pdf/faces.ts';
import type { ReleasePage } from '#domain/release/page.ts';
import type { BuildSettings, BuiltRoom, ObjectWriter } from '#domain/release/site-entry.ts';
import type { MediaFile } from '#domain/room.ts';
import { showControlsInLine } from '#domain/text/invisible.ts';
import { buildLock } from '../../sidecar/content/locks.ts';
import { findPackageFile, installOptionalPackage } from '../../sidecar/jobs/optional-packages.ts';
import { saveChanges } from '../../sidecar/release/changesets.ts';
import { describeDamage, hasWholeObject } from '../../sidecar/release/damage.ts';
import {
  findDatabaseProblem,
  objectFile,
  openToBuild,
  openToRead,
  readFacts,
  readPages,
  removeOldReleases,
} from '../../sidecar/release/room-db.ts';
import type { Settings } from '../../sidecar/settings/settings.ts';
import { type Io, print, printError } from '../io.ts';
import { writeIfChanged } from '../write-file.ts';
import { invalidateFolders } from '../publish/publish.ts';
import { type CatalogOptions, type Content, openCatalog } from './catalog.ts';
import { commitRelease, type PageChange, removeUnusedObjects } from './commit-release.ts';
import { type CompiledSite, siteOpener } from './compiled-site.ts';
import { objectWriter } from './object-writer.ts';
import { createSecretCheck, collectSecrets, withFeedKeyHash } from './secrets.ts';
import type { Stopwatch } from './stopwatch.ts';
import type { PingChannels } from './pings.ts';

/** Outcome of a successful build. */
export interface BuildOutcome {
  release: string;
  /** Number of the release, which always increases. */
  number: number;
  baseUrl: string;
  /** False if the live release already has this content. */
  built: boolean;
  changes: PageChange[];
  /** Services that are notified of changes. */
  channels?: PingChannels;
}

export interface RoomBuilder {
  /** Reads the room, checks the live release and builds without committing, so that the first build is fast. */
  warmUp: () => Promise<void>;
  /** Builds a release if content, code or settings have changed since the live one. */
  build: (watch: Stopwatch) => Promise<BuildOutcome>;
  /** Does work that can wait until a release is live: removes unused objects and saves caches for the next process. */
  tidy: () => Promise<void>;
  /** Encodes the pictures that were postponed. Returns true if the next build shows more than the last one. */
  encodeRemaining: () => Promise<boolean>;
}

/** Writer for a build whose result is discarded. */
const discardingWriter: ObjectWriter = {
  check: () => {},
  write: () => {},
  link: () => {},
  keepUp: async () => {},
  finish: async () => {},
};

/** Settings that affect the output of a build. */
export type RoomBuildSettings = Pick<Settings, 'baseUrl' | 'distDir' | 'rates' | 'nexus'>;

interface Options extends CatalogOptions {
  /** Returns milliseconds since the epoch. */
  now?: () => number;
  /** True if new pictures are encoded by `encodeRemaining` and do not delay a release. */
  encodesLater?: boolean;
  /** True if the changes of each release are saved in a file that is sent to other machines. */
  savesChanges?: boolean;
  hasStaticSearch?: boolean;
}

/** Grace period for requests that began on the previous release and may still read its objects. */
const graceMs = 60_000;

const needsLargeFonts = ({ facts: { creator }, items }: Pick<Content, 'facts' | 'items'>): boolean =>
  needsOptionalFaces(JSON.stringify(creator)) || items.some(({ title }) => needsOptionalFaces(title));

/** Installs the large fonts once the content needs them. If that fails, share cards and PDFs omit the letters. */
async function installFontsIfNeeded(io: Io, content: Pick<Content, 'facts' | 'items'>): Promise<void> {
  if (findPackageFile('letters', faceFiles.japanese) || !needsLargeFonts(content)) return;
  print(io, 'Build: installing Japanese, Chinese and Korean letters for share cards and PDFs (200 MB)');
  await installOptionalPackage('letters').catch(({ message }: Error) =>
    printError(io, `Build: installing failed, share cards and PDFs omit these letters: ${message.split('\n')[0]}`),
  );
}

const releaseName = (
  { baseUrl, rates, nexus }: RoomBuildSettings,
  { codeHash }: CompiledSite,
  digest: string,
  others: unknown,
): string => sha256(JSON.stringify([codeHash, baseUrl, nexus.isOn, rates, digest, others])).slice(0, 12);

type Pages = Map<string, ReleasePage>;

/** Returns the pages of the live release whose objects are complete. The others are made again. */
function intactPages(dist: string, all: Pages): { pages: Pages; damaged: string[] } {
  const objectPath = (page: Pick<ReleasePage, 'etag'>, encoding?: 'br' | 'gzip') => objectFile(dist, page, encoding);
  const damaged = [...all].filter(([, page]) => !hasWholeObject(objectPath, page)).map(([path]) => path);
  const isDamaged = new Set(damaged);
  return { pages: damaged.length > 0 ? new Map([...all].filter(([path]) => !isDamaged.has(path))) : all, damaged };
}

export function roomBuilder(
  io: Io,
  contentDir: string,
  settings: RoomBuildSettings,
  options: Options = {},
): RoomBuilder {
  const { distDir: dist } = settings;
  const { now = Date.now, encodesLater, savesChanges, hasStaticSearch = false } = options;
  const openSite = siteOpener(io, dist);
  const catalog = openCatalog(contentDir, undefined, options);
  const openSiteWithKeys = () => withFeedKeyHash(openSite(), contentDir);
  const withBuildLock = buildLock(dist);
  /** Pictures that the live release shows in their original size, because their other sizes are not encoded yet. */
  let unencoded: MediaFile[] = [];
  let isVerified = false;
  /** Pages of the release that the last build made. */
  let last: { release: string; number: number; pages: Pages } | undefined;

  /** Marks pictures whose sizes are not encoded yet. Pages show the original until then. */
  function leaveForLater({ site }: CompiledSite, content: Content, live: Pages): Content {
    const { media } = content.facts;
    unencoded = encodesLater ? site.unmadePictures(media, (path) => live.has(path)) : [];
    if (unencoded.length === 0) return content;
    const isWaiting = new Set(unencoded);
    const markedPictures = media.map((picture) =>
      isWaiting.has(picture) ? { ...picture, isWaiting: true as const } : picture,
    );
    return { ...content, facts: { ...content.facts, media: markedPictures } };
  }

  /** Returns the pages of the live release, from memory if the last build made it. */
  function livePages(db: DatabaseSync): Pages {
    const facts = readFacts(db);
    const isLast = last !== undefined && facts?.release === last.release && facts.number === last.number;
    return isLast ? last!.pages : new Map(readPages(db).entries());
  }

  /** Returns the pages whose objects are complete, and reports the others. */
  function verifiedPages(all: Pages): Pages {
    const { pages, damaged } = intactPages(dist, all);
    if (damaged.length > 0) {
      printError(io, `Build: making pages again, because ${describeDamage(damaged)}`);
      invalidateFolders(dist);
    }
    return pages;
  }

  /** Holds the pages of the live release in memory if all of it is intact. Otherwise the next build repairs it. */
  function loadLiveRelease(): void {
    using db = openToRead(dist);
    const facts = readFacts(db);
    if (!facts || findDatabaseProblem(db)) return;
    const pages = livePages(db);
    isVerified = intactPages(dist, pages).damaged.length === 0;
    if (isVerified) last = { ...facts, pages };
  }

  const nameRelease = (compiled: CompiledSite, { digest }: Content): string =>
    releaseName(settings, compiled, digest, [unencoded, hasStaticSearch]);

  /** Makes what the pages `live` lack. */
  const makeRoom = (
    { site, codeHash, folder }: CompiledSite,
    { facts, items }: Content,
    deps: Pick<BuildSettings, 'warn' | 'live' | 'objects' | 'step'>,
  ): Promise<BuiltRoom> =>
    site.build({
      contentDir,
      facts,
      items,
      baseUrl: settings.baseUrl,
      nexus: settings.nexus.isOn,
      rates: settings.rates,
      hasStaticSearch,
      codeHash,
      assetsDir: join(folder, 'client'),
      ...deps,
    });

  const printNotice = (notice: Notice): void => printError(io, showControlsInLine(`Build: ${describeNotice(notice)}`));

  /** Stores for console and doctor which items are left out, and reports those that the catalog has not reported. */
  async function reportLeftOut(unreadable: SkippedItems['items'], unshowable: SkippedItems['items']): Promise<void> {
    for (const { name, problem } of unshowable) printNotice(fileLeftOut(`published/${name}`, problem));
    const text = `${JSON.stringify({ items: [...unreadable, ...unshowable] }, undefined, 2)}\n`;
    await writeIfChanged(join(contentDir, '.build', skippedItemsFile), text);
  }

  async function makeRelease(db: DatabaseSync, watch: Stopwatch): Promise<BuildOutcome> {
    watch.step('content');
    const catalogContent = await catalog.read();
    for (const problem of catalogContent.problems) printNotice(problem);
    watch.step('code');
    const compiled = await openSiteWithKeys();
    await installFontsIfNeeded(io, catalogContent);
    const facts = readFacts(db);
    const all = livePages(db);
    const content = leaveForLater(compiled, catalogContent, all);
    const release = nameRelease(compiled, content);
    const { baseUrl } = settings;
    const isMade = facts?.release === release;
    const live = isMade || !isVerified ? verifiedPages(all) : all;
    isVerified = true;
    if (isMade && live === all) return { release, number: facts.number, baseUrl, built: false, changes: [] };
    const objects = objectWriter(dist, live.values(), createSecretCheck(collectSecrets(io.env, contentDir)));
    const { step } = watch;
    const room = await makeRoom(compiled, content, { warn: (line) => printError(io, line), live, objects, step });
    await reportLeftOut(content.leftOut, room.leftOut);
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
    const db = openToBuild(dist, !isVerified);
    try {
      return await work(db);
    } catch (error) {
      // The error may be caused by damage.
      isVerified = false;
      last = undefined;
      throw error;
    } finally {
      db.close();
    }
  }

  return {
    warmUp: async () => {
      const catalogContent = await catalog.read();
      const compiled = await openSiteWithKeys();
      loadLiveRelease();
      if (!last) return;
      const content = leaveForLater(compiled, catalogContent, last.pages);
      // A build that is not committed compiles the code and caches what follows from each item.
      if (last.release === nameRelease(compiled, content))
        await makeRoom(compiled, content, {
          warn: () => {},
          live: last.pages,
          objects: discardingWriter,
          step: () => {},
        });
    },
    build: (watch) => withBuildLock(() => withDatabase((db) => makeRelease(db, watch))),
    tidy: () =>
      withBuildLock(async () => {
        await withDatabase((db) => removeUnusedObjects(db, dist, now() - graceMs));
        removeOldReleases(dist);
        await catalog.save();
      }),
    encodeRemaining: async () => {
      if (unencoded.length === 0) return false;
      const { site } = await openSiteWithKeys();
      await site.makePictures(contentDir, unencoded);
      return true;
    },
  };
}
