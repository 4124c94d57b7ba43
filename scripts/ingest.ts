// npm run ingest: brings the feeds of feeds.json into the inbox, then turns what is published into build-time JSON.
import process from 'node:process';
import { buildCatalog, readCreator } from './catalog.ts';
import { runCommand } from './command.ts';
import { readFeedsFile } from './ingest/feeds-file.ts';
import { help, type IngestOptions, readOptions } from './ingest/options.ts';
import { pullFeeds } from './ingest/pull.ts';
import { leaveReport } from './ingest/report-file.ts';
import { createReporter } from './ingest/report.ts';

await runCommand({ name: 'npm run ingest', help, readOptions, work: ingest, codeOfFailure: 1 });

/** A feed or an item that fails does not fail the command: the report says so, and the content of before stays. */
async function ingest({ contentDir, feedId, allowPrivateHosts, json }: IngestOptions): Promise<number> {
  const reporter = createReporter({
    write: (text) => process.stdout.write(text),
    isTerminal: process.stdout.isTTY,
    json,
  });
  // Said before any feed is fetched.
  readCreator(contentDir);
  const now = () => new Date();
  const pulled = await pullFeeds({ contentDir, now, feedId, allowPrivateHosts, onReport: reporter.feed });
  const catalog = await buildCatalog(contentDir);
  const report = { ...pulled, notices: [...pulled.notices, ...catalog.problems] };
  reporter.end(report);
  const feedIds = readFeedsFile(contentDir).feeds.map(({ id }) => id);
  await leaveReport(contentDir, report, feedIds, now().toISOString());
  if (!json) console.log(`Catalog: ${catalog.items} items published${catalog.changed ? '' : ', nothing changed'}`);
  return 0;
}
