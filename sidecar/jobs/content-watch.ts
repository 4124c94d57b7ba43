// Notices any change of published content and requests the build that makes it visible.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { IngestReport, ingestReportFile } from '#contract/schemas/ingest-report.ts';
import { checker } from '#contract/validation.ts';
import { sha256 } from '#domain/ids.ts';
import { nextCheckAt } from '../release/watch-damage.ts';
import type { Db } from '../storage/store.ts';
import type { Builder, BuildStep } from './builder.ts';
import { readState, writeState } from '../storage/state.ts';

export interface ContentWatch {
  /** Requests a build if the content differs from that of the last request, and an ingest if feeds.json changed. */
  look: () => Promise<void>;
  /** Reports a write in a folder of the room. If it is a content folder, the next check covers every file. */
  noteActivity: (folder: string) => void;
  /** Requests a build of the current content, so that the next check finds no change. */
  request: (step?: BuildStep) => Promise<void>;
}

export interface ContentWatchDeps extends Pick<Builder, 'request' | 'isUnderWay'> {
  db: Db;
  /** Folder that the builds read: the example's until the creator has set up the room. */
  contentDir: () => string;
  /** Makes the jobs of the room run at their usual pauses again. */
  wake: () => void;
  /** Milliseconds. */
  now: () => number;
}

const checkReport = checker(IngestReport);
const files = ['creator.json', 'access.json', 'channels.json', 'timeline.json'];
const folders = ['published', 'media', 'transcripts'];

/** Folders whose changes affect published content. */
export const listWatchedFolders = (contentDir: string): string[] => [
  contentDir,
  ...folders.map((folder) => join(contentDir, folder)),
];
/** Interval at which every file is checked, since some file systems report no changes of files that are overwritten. */
const fullCheckMs = 60_000;
const batchSize = 500;

interface Stamp {
  text: string;
  /** Time of the newest change in milliseconds, by the clock of the file system. */
  changedAt: number;
}

/**
 * A ctime cannot be forged like an mtime. It is useless in `media`, since it changes whenever a release links the file.
 */
const changeOf = (folder: string): 'ctimeMs' | 'mtimeMs' => (folder === 'media' ? 'mtimeMs' : 'ctimeMs');

/** Returns the time of a change; undefined if there is no such file. */
function stampOf(path: string, change: 'ctimeMs' | 'mtimeMs' = 'ctimeMs'): Stamp | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && { text: `${path} ${stats.size} ${stats.mtimeMs}\n`, changedAt: stats[change] };
}

function stampOfAll(contentDir: string, names: string[]): Stamp {
  const describeMissingFolder = (path: string): Stamp => ({ text: `${path} none\n`, changedAt: 0 });
  const stamps = names
    .map((name) => join(contentDir, name))
    .map((path) => stampOf(path) ?? describeMissingFolder(path));
  return {
    text: stamps.map(({ text }) => text).join(''),
    changedAt: Math.max(...stamps.map(({ changedAt }) => changedAt)),
  };
}

const quickStamp = (contentDir: string): Stamp => stampOfAll(contentDir, [...files, ...folders]);

/** Without `withFileTypes`, Node calls stat for each file to recognise folders. */
async function namesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
}

/** Returns a stamp of all files in a folder. */
async function readFolderStamp(contentDir: string, folder: string): Promise<Stamp> {
  const hash = createHash('sha256');
  let changedAt = 0;
  const names = await namesBelow(join(contentDir, folder));
  for (const [looked, name] of names.sort().entries()) {
    if (looked % batchSize === batchSize - 1) await yieldToEventLoop();
    const stamp = name.startsWith('.') ? undefined : stampOf(join(contentDir, folder, name), changeOf(folder));
    if (!stamp) continue;
    hash.update(stamp.text);
    changedAt = Math.max(changedAt, stamp.changedAt);
  }
  return { text: hash.digest('hex'), changedAt };
}

async function readContentStamp(contentDir: string): Promise<Stamp> {
  const ofFiles = stampOfAll(contentDir, files);
  const whole = createHash('sha256').update(ofFiles.text);
  // Deleting a file changes only the date of its folder.
  let changedAt = Math.max(ofFiles.changedAt, stampOfAll(contentDir, folders).changedAt);
  for (const folder of folders) {
    const stamp = await readFolderStamp(contentDir, folder);
    whole.update(stamp.text);
    changedAt = Math.max(changedAt, stamp.changedAt);
  }
  return { text: whole.digest('hex'), changedAt };
}

/** A feed that was added or changed is read immediately, whatever INGEST_MINUTES says. */
async function lookAtFeeds({ db, request }: ContentWatchDeps, contentDir: string): Promise<void> {
  const hash = await readFile(join(contentDir, 'feeds.json')).then(sha256, () => 'none');
  const requestedDigest = (await readState(db, 'contentState'))?.feedsDigest;
  if (requestedDigest === hash) return;
  // A new database has no request yet, so that a change during the first build is found as well.
  const before = requestedDigest ?? (await readIngestTime(contentDir));
  if (before !== undefined && before !== hash) await request('ingest');
  await writeState(db, 'contentState', { feedsDigest: hash });
}

async function readIngestTime(contentDir: string): Promise<string | undefined> {
  try {
    const report = checkReport(JSON.parse(await readFile(join(contentDir, '.build', ingestReportFile), 'utf8')));
    return report.ok ? report.value.feedsFile : undefined;
  } catch {
    return undefined;
  }
}

export function createContentWatch(deps: ContentWatchDeps): ContentWatch {
  const { db, request, isUnderWay, now } = deps;
  let quick = '';
  let everyFileAt = -Infinity;
  let isSuspect = false;

  /** Requests a build if the content has changed since the last request. */
  async function compareWithLastRequest(whole: Stamp): Promise<void> {
    // The request is stored, so that only one of several sidecars makes it, and changes from a time when none ran are
    // found.
    const { contentDigest = null, requestedChangeAt = null } = (await readState(db, 'contentState')) ?? {};
    // Changes older than the last request are already covered by it.
    const isAsked = requestedChangeAt !== null && whole.changedAt <= requestedChangeAt;
    if (contentDigest !== null && contentDigest !== whole.text && !isAsked) await request('build');
    if (contentDigest !== whole.text) await writeState(db, 'contentState', { contentDigest: whole.text });
    if (requestedChangeAt !== null) await forget(requestedChangeAt);
  }

  async function look(): Promise<void> {
    const contentDir = deps.contentDir();
    await lookAtFeeds(deps, contentDir);
    // An ingest changes many files and requests a build at its end.
    if (await isUnderWay('read')) return;
    const stamp = quickStamp(contentDir).text;
    const began = now();
    const isAll = isSuspect || began >= everyFileAt;
    if (stamp === quick && !isAll) return;
    isSuspect = false;
    await compareWithLastRequest(await readContentStamp(contentDir));
    quick = stamp;
    if (isAll) everyFileAt = nextCheckAt(fullCheckMs, began, now());
  }

  /** The time is used for one check only: if the clock is set back, later changes must not count as older ones. */
  const forget = (changedAt: number) =>
    db
      .updateTable('contentState')
      .set({ requestedChangeAt: null })
      .where('requestedChangeAt', '=', changedAt)
      .execute();

  return {
    look,
    noteActivity: (folder) => {
      isSuspect ||= listWatchedFolders(deps.contentDir()).includes(folder);
      deps.wake();
    },
    // The build starts at once: to check every file first takes a second at 100,000 items.
    request: async (step) => {
      const { changedAt } = quickStamp(deps.contentDir());
      await request(step);
      await writeState(db, 'contentState', { requestedChangeAt: changedAt });
    },
  };
}
