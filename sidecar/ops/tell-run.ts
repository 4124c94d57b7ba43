// Tells the creator of a build that fails, and of a feed that has failed for a day; each once until it is well again.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { IngestReport, ingestReportFile } from '#contract/schemas/ingest-report.ts';
import { checker } from '#contract/validation.ts';
import { dayMs } from '#domain/instants.ts';
import { consolePath } from '#domain/live-pages.ts';
import { fact, setFact } from '../storage/facts.ts';
import { tell } from '../storage/notices.ts';
import type { Db, Tx } from '../storage/store.ts';

/** Since when each fails, in milliseconds; 0 once it was told. */
type Failing = Record<string, number>;
const factName = 'failing';
const build = ' build';

const readFailing = async (tx: Tx): Promise<Failing> => JSON.parse((await fact(tx, factName)) ?? '{}') as Failing;

const readReport = checker(IngestReport);

async function failedFeeds(contentDir: string): Promise<string[]> {
  const text = await readFile(join(contentDir, '.build', ingestReportFile), 'utf8').catch(() => '{}');
  const result = readReport(JSON.parse(text));
  return result.ok
    ? Object.entries(result.value.feeds).flatMap(([id, { outcome }]) => (outcome === 'failed' ? [id] : []))
    : [];
}

export async function tellRun(
  db: Db,
  contentDir: string,
  run: { step: string; ok: boolean; output: string },
  now: number,
): Promise<void> {
  const feeds = await failedFeeds(contentDir);
  await db.transaction().execute(async (tx) => {
    const before = await readFailing(tx);
    const failing: Failing = {};
    if (!run.ok) {
      failing[build] = 0;
      const text = run.output.slice(-1000);
      if (before[build] === undefined)
        await tell(tx, { event: 'build', title: `A run failed: ${run.step}`, text, path: consolePath }, now);
    }
    for (const id of feeds) {
      const since = before[id] ?? now;
      const isDue = since > 0 && now - since >= dayMs;
      failing[id] = isDue ? 0 : since;
      const text = 'It could not be read for a day. Its items stay.';
      if (isDue) await tell(tx, { event: 'feed', title: `Feed ${id} fails`, text, path: `${consolePath}/feeds` }, now);
    }
    await setFact(tx, factName, JSON.stringify(failing));
  });
}
