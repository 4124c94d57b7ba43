// npm run ingest: brings the feeds of feeds.json into the inbox, then turns what is published into build-time JSON.
import process from 'node:process';
import { openCatalog, readCreator } from '../build/catalog.ts';
import { hashOfFeedsFile, readFeedsFile } from '../ingest/feeds-file.ts';
import { ingestArguments, type IngestOptions, ingestOptions } from '../ingest/options.ts';
import { placeMedia } from '../ingest/media/place-media.ts';
import { pullFeeds } from '../ingest/pull.ts';
import { leaveReport } from '../ingest/report-file.ts';
import { createReporter } from '../ingest/report.ts';
import { removeLeftovers } from '../../sidecar/storage/leftovers.ts';
import { command } from './command.ts';

async function copyPictures({ contentDir, allowPrivateHosts }: IngestOptions): Promise<number> {
  const notices = await placeMedia({ contentDir, now: () => new Date(), allowPrivateHosts });
  for (const notice of notices) console.log(notice);
  return 0;
}

/** A feed or an item that fails does not fail the command: the report says so, and the content of before stays. */
async function readAll({ contentDir, feedId, allowPrivateHosts, json }: IngestOptions): Promise<number> {
  const reporter = createReporter({
    write: (text) => process.stdout.write(text),
    isTerminal: process.stdout.isTTY,
    json,
  });
  // Said before any feed is fetched.
  const { timeZone } = readCreator(contentDir);
  const now = () => new Date();
  // Before the feeds are read: a change that is made meanwhile shows.
  const hash = feedId ? undefined : hashOfFeedsFile(contentDir);
  const pulled = await pullFeeds({ contentDir, timeZone, now, feedId, allowPrivateHosts, onReport: reporter.feed });
  const media = await placeMedia({ contentDir, now, allowPrivateHosts });
  const catalog = openCatalog(contentDir);
  const { items, problems } = await catalog.read();
  await catalog.save();
  const report = { ...pulled, notices: [...pulled.notices, ...media, ...problems] };
  reporter.end(report);
  const ids = readFeedsFile(contentDir).feeds.map(({ id }) => id);
  await leaveReport(contentDir, report, { ids, hash }, now().toISOString());
  if (!json) console.log(`Catalog: ${items.length} items published`);
  return 0;
}

export const ingest = command({
  summary: 'Brings the feeds of feeds.json into the inbox and gets what is published ready to be built.',
  options: ingestArguments,
  details: 'A feed that fails is reported, and what it brought before stays.',
  endings: { 0: 'the feeds were read, also where some failed', 1: 'creator.json or feeds.json cannot be used' },
  run: async (call) => {
    const options = ingestOptions(call);
    await removeLeftovers(options.contentDir, Date.now(), false);
    return options.picturesOnly ? copyPictures(options) : readAll(options);
  },
});
