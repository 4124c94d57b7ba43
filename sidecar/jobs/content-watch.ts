// Notices any change of published content and requests the build that makes it visible.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setImmediate as giveWay } from 'node:timers/promises';
import { IngestReport, ingestReportFile } from '#contract/schemas/ingest-report.ts';
import { checker } from '#contract/validation.ts';
import { sha256 } from '#domain/ids.ts';
import type { Db } from '../storage/store.ts';
import type { Builder, BuildStep } from './builder.ts';
import { readState, writeState } from '../storage/state.ts';

export interface ContentWatch {
  /**
   * Asks for a build when the content is not what the last request was about, and for the feeds when feeds.json
   * changed.
   */
  look: () => Promise<void>;
  /** Something was written in a folder of the room. If it is one of the content, the next look is at every file. */
  noteActivity: (folder: string) => void;
  /** Asks for a build of the content as it is, so that the next look finds nothing new. */
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

/** Folders in which a change of the content shows. */
export const listWatchedFolders = (contentDir: string): string[] => [
  contentDir,
  ...folders.map((folder) => join(contentDir, folder)),
];
/**
 * A file that was written over shows only when it is looked at, and some file systems report no changes. In a large
 * room this costs at most a thousandth of a processor.
 */
const everyFileAfterMs = 60_000;
const atRest = 1000;
const statedAtOnce = 500;

interface Stamp {
  text: string;
  /** Time of the newest change in milliseconds, by the clock of the file system. */
  changedAt: number;
}

/**
 * A ctime cannot be forged as an mtime can. In `media` it is of no use: it changes whenever a release links the file.
 */
const changeOf = (folder: string): 'ctimeMs' | 'mtimeMs' => (folder === 'media' ? 'mtimeMs' : 'ctimeMs');

/** Undefined where there is no such file. */
function stampOf(path: string, change: 'ctimeMs' | 'mtimeMs' = 'ctimeMs'): Stamp | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && { text: `${path} ${stats.size} ${stats.mtimeMs}\n`, changedAt: stats[change] };
}

function stampOfAll(contentDir: string, names: string[]): Stamp {
  const none = (path: string): Stamp => ({ text: `${path} none\n`, changedAt: 0 });
  const stamps = names.map((name) => join(contentDir, name)).map((path) => stampOf(path) ?? none(path));
  return {
    text: stamps.map(({ text }) => text).join(''),
    changedAt: Math.max(...stamps.map(({ changedAt }) => changedAt)),
  };
}

const quickStamp = (contentDir: string): Stamp => stampOfAll(contentDir, [...files, ...folders]);

/** `withFileTypes` saves a stat of each file: without it, Node makes one to tell files from folders. */
async function namesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
}

/** Stamp of all files in a folder. */
async function folderStamp(contentDir: string, folder: string): Promise<Stamp> {
  const hash = createHash('sha256');
  let changedAt = 0;
  const names = await namesBelow(join(contentDir, folder));
  for (const [looked, name] of names.sort().entries()) {
    if (looked % statedAtOnce === statedAtOnce - 1) await giveWay();
    const stamp = name.startsWith('.') ? undefined : stampOf(join(contentDir, folder, name), changeOf(folder));
    if (!stamp) continue;
    hash.update(stamp.text);
    changedAt = Math.max(changedAt, stamp.changedAt);
  }
  return { text: hash.digest('hex'), changedAt };
}

async function wholeStamp(contentDir: string): Promise<Stamp> {
  const ofFiles = stampOfAll(contentDir, files);
  const whole = createHash('sha256').update(ofFiles.text);
  // When a file is deleted, only the date of its folder changes.
  let changedAt = Math.max(ofFiles.changedAt, stampOfAll(contentDir, folders).changedAt);
  for (const folder of folders) {
    const stamp = await folderStamp(contentDir, folder);
    whole.update(stamp.text);
    changedAt = Math.max(changedAt, stamp.changedAt);
  }
  return { text: whole.digest('hex'), changedAt };
}

/** A feed that was added or changed is read at once, whatever is set for reading them by the clock. */
async function lookAtFeeds({ db, request }: ContentWatchDeps, contentDir: string): Promise<void> {
  const hash = await readFile(join(contentDir, 'feeds.json')).then(sha256, () => 'none');
  const requestedDigest = (await readState(db, 'contentState'))?.feedsDigest;
  if (requestedDigest === hash) return;
  // A new store has asked for nothing: a change that was made during the first build is found all the same.
  const before = requestedDigest ?? (await lastRead(contentDir));
  if (before !== undefined && before !== hash) await request('ingest');
  await writeState(db, 'contentState', { feedsDigest: hash });
}

async function lastRead(contentDir: string): Promise<string | undefined> {
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
    // Stored, so that of several sidecars one requests a build, and changes are found that were made while none ran.
    const { contentDigest = null, requestedChangeAt = null } = (await readState(db, 'contentState')) ?? {};
    // Older changes than those of the last request need no other build.
    const isAsked = requestedChangeAt !== null && whole.changedAt <= requestedChangeAt;
    if (contentDigest !== null && contentDigest !== whole.text && !isAsked) await request('build');
    if (contentDigest !== whole.text) await writeState(db, 'contentState', { contentDigest: whole.text });
    if (requestedChangeAt !== null) await forget(requestedChangeAt);
  }

  async function look(): Promise<void> {
    const contentDir = deps.contentDir();
    await lookAtFeeds(deps, contentDir);
    // A reading changes much, and brings a build when it is done.
    if (await isUnderWay('read')) return;
    const stamp = quickStamp(contentDir).text;
    const began = now();
    const isAll = isSuspect || began >= everyFileAt;
    if (stamp === quick && !isAll) return;
    isSuspect = false;
    await compareWithLastRequest(await wholeStamp(contentDir));
    quick = stamp;
    if (isAll) everyFileAt = now() + Math.max(everyFileAfterMs, atRest * (now() - began));
  }

  /** It counts for one look only: if the clock is set back, later changes must not pass for older ones. */
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
