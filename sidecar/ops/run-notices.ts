// Notifies the creator of a failed build, and of a feed that has failed for a day. Each is reported once until it
// succeeds again.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { IngestReport, ingestReportFile } from '#contract/schemas/ingest-report.ts';
import { checker } from '#contract/validation.ts';
import { dayMs } from '#domain/instants.ts';
import { consolePath } from '#domain/live-pages.ts';
import { queueNotice } from '../storage/notices.ts';
import type { Db, Tx } from '../storage/store.ts';
import type { Tables } from '../storage/tables.ts';

type Failure = Tables['failures'];

const build = 'build';
const sourceOf = (feed: string): string => `feed ${feed}`;

async function writeFailures(tx: Tx, failures: Failure[]): Promise<void> {
  const sources = failures.map(({ source }) => source);
  await tx
    .deleteFrom('failures')
    .where('source', 'not in', ['', ...sources])
    .execute();
  for (const { source, ...values } of failures)
    await tx
      .insertInto('failures')
      .values({ source, ...values })
      .onConflict((on) => on.column('source').doUpdateSet(values))
      .execute();
}

const readReport = checker(IngestReport);

async function readFailedFeeds(contentDir: string): Promise<string[]> {
  const text = await readFile(join(contentDir, '.build', ingestReportFile), 'utf8').catch(() => '{}');
  const result = readReport(JSON.parse(text));
  return result.ok
    ? Object.entries(result.value.feeds).flatMap(([id, { outcome }]) => (outcome === 'failed' ? [id] : []))
    : [];
}

export async function reportRun(
  db: Db,
  contentDir: string,
  run: { step: string; ok: boolean; output: string },
  now: number,
): Promise<void> {
  const feeds = await readFailedFeeds(contentDir);
  await db.transaction().execute(async (tx) => {
    const before = new Map((await tx.selectFrom('failures').selectAll().execute()).map((row) => [row.source, row]));
    const failing: Failure[] = [];
    if (!run.ok) {
      failing.push(before.get(build) ?? { source: build, failingSince: now, reported: 1 });
      const text = run.output.slice(-1000);
      if (!before.has(build))
        await queueNotice(tx, { event: 'build', title: `A run failed: ${run.step}`, text, path: consolePath }, now);
    }
    for (const id of feeds) {
      const source = sourceOf(id);
      const failure = before.get(source) ?? { source, failingSince: now, reported: 0 };
      const isDue = failure.reported === 0 && now - failure.failingSince >= dayMs;
      failing.push(isDue ? { ...failure, reported: 1 } : failure);
      const text = 'It could not be read for a day. Its items stay.';
      if (isDue)
        await queueNotice(tx, { event: 'feed', title: `Feed ${id} fails`, text, path: `${consolePath}/feeds` }, now);
    }
    await writeFailures(tx, failing);
  });
}
