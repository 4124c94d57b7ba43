// Notices any change of published content and requests the build that makes it visible.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as giveWay } from 'node:timers/promises';
import { IngestReport, ingestReportFile } from '#contract/schemas/ingest-report.ts';
import { checker } from '#contract/validation.ts';
import { sha256 } from '#domain/ids.ts';
import type { Db } from '../store/store.ts';
import type { Builder, Step } from './builder.ts';
import { fact, setFact } from '../store/facts.ts';

export interface ContentWatch {
  /** Asks for a build when the content is not what the last request was about, and for the feeds when feeds.json changed. */
  look: () => Promise<void>;
  /** Asks for a build of the content as it is, so that the next look finds nothing new. */
  request: (step?: Step) => Promise<void>;
}

export interface ContentWatchParts {
  db: Db;
  contentDir: string;
  request: Builder['request'];
  /** Milliseconds. */
  now: () => number;
}

const checkReport = checker(IngestReport);
const files = ['creator.json', 'access.json', 'timeline.json'];
const folders = ['published', 'media', 'transcripts'];
/** Kept in the store: of several sidecars one asks, and what changed while none ran is found. */
const seenFact = 'content.seen';
const feedsSeenFact = 'feeds.seen';
/** Decisions are renames, which the folder's own date shows; a file that was written over shows only when it is looked at. */
const everyFileAfterMs = 60_000;
const statedAtOnce = 500;

function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return `${path} ${stats ? `${stats.size} ${stats.mtimeMs}` : 'none'}\n`;
}

const quickStamp = (contentDir: string): string =>
  [...files, ...folders].map((name) => stampOf(join(contentDir, name))).join('');

async function wholeStamp(contentDir: string): Promise<string> {
  const hash = createHash('sha256').update(files.map((name) => stampOf(join(contentDir, name))).join(''));
  for (const folder of folders) {
    const names = await readdir(join(contentDir, folder), { recursive: true }).catch(() => []);
    for (const [at, name] of names.sort().entries()) {
      if (at % statedAtOnce === statedAtOnce - 1) await giveWay();
      if (!name.startsWith('.')) hash.update(stampOf(join(contentDir, folder, name)));
    }
  }
  return hash.digest('hex');
}

/** A feed that was added or changed is read at once, whatever is set for reading them by the clock. */
async function lookAtFeeds({ db, contentDir, request }: ContentWatchParts): Promise<void> {
  const hash = await readFile(join(contentDir, 'feeds.json')).then(sha256, () => 'none');
  const asked = await fact(db, feedsSeenFact);
  if (asked === hash) return;
  // A new store has asked for nothing: a change that was made during the first build is found all the same.
  const before = asked ?? (await lastRead(contentDir));
  if (before !== undefined && before !== hash) await request('ingest');
  await setFact(db, feedsSeenFact, hash);
}

async function lastRead(contentDir: string): Promise<string | undefined> {
  try {
    const report = checkReport(JSON.parse(await readFile(join(contentDir, '.build', ingestReportFile), 'utf8')));
    return report.ok ? report.value.feedsFile : undefined;
  } catch {
    return undefined;
  }
}

export function contentWatch(parts: ContentWatchParts): ContentWatch {
  const { db, contentDir, request, now } = parts;
  let quick = '';
  let lookedAt = -Infinity;

  async function look(): Promise<void> {
    await lookAtFeeds(parts);
    const stamp = quickStamp(contentDir);
    if (stamp === quick && now() - lookedAt < everyFileAfterMs) return;
    const whole = await wholeStamp(contentDir);
    const seen = await fact(db, seenFact);
    if (seen !== undefined && seen !== whole) await request('build');
    if (seen !== whole) await setFact(db, seenFact, whole);
    quick = stamp;
    lookedAt = now();
  }

  return {
    look,
    request: async (step) => {
      const whole = await wholeStamp(contentDir);
      await request(step);
      await setFact(db, seenFact, whole);
    },
  };
}
