// Runs npm run ingest: reads the feeds, copies pictures, and reads the content for the next build.
import { describeNotice } from '#contract/notices.ts';
import { openCatalog, readCreator } from '../build/catalog.ts';
import { hashFeedsFile, readFeedsFile } from '../ingest/feeds-file.ts';
import { placeMedia } from '../ingest/media/place-media.ts';
import { pullFeeds } from '../ingest/pull.ts';
import { writeIngestReport } from '../ingest/report-file.ts';
import { createReporter } from '../ingest/report.ts';
import { removeLeftovers } from '../../sidecar/storage/leftovers.ts';
import { type Io, print } from '../io.ts';
import { command, type Call } from './command.ts';
import type { Environment } from '../../sidecar/settings/settings.ts';
import { contentDir } from '../settings.ts';

async function copyPictures(io: Io, { contentDir, allowPrivateHosts }: IngestOptions): Promise<number> {
  const notices = await placeMedia({ env: io.env, contentDir, now: () => new Date(), allowPrivateHosts });
  for (const notice of notices) print(io, describeNotice(notice));
  return 0;
}

const pictureTimeMs = 3000;

/** Reads the feeds. One that fails is reported, keeps its earlier items, and does not fail the command. */
async function readFeeds(
  io: Io,
  { contentDir, feedId, allowPrivateHosts, json, picturesLater }: IngestOptions,
): Promise<number> {
  const reporter = createReporter({
    write: (text) => io.stdout.write(text),
    isTerminal: Boolean(io.stdout.isTTY),
    json,
  });
  // A mistake in creator.json is reported before any feed is fetched.
  const { timeZone } = readCreator(contentDir);
  const now = () => new Date();
  const about = { env: io.env, contentDir, now, allowPrivateHosts };
  // The file is hashed before the feeds are read, so that a change in the meantime is noticed.
  const hash = feedId ? undefined : hashFeedsFile(contentDir);
  const pullReport = await pullFeeds({ ...about, timeZone, feedId, onReport: reporter.feed });
  const media = await placeMedia({ ...about, ...(picturesLater && { bounds: { ms: pictureTimeMs } }) });
  const catalog = openCatalog(contentDir);
  const { items, problems } = await catalog.read();
  await catalog.save();
  const report = { ...pullReport, notices: [...pullReport.notices, ...media, ...problems] };
  reporter.end(report);
  const ids = readFeedsFile(contentDir).feeds.map(({ id }) => id);
  await writeIngestReport(contentDir, report, { ids, hash }, now().toISOString());
  if (!json) print(io, `Catalog: ${items.length} items published`);
  return 0;
}

export const ingest = command('ingest', async (call, io) => {
  const options = ingestOptions(io.env, call);
  await removeLeftovers(options.contentDir, Date.now(), false);
  return options.picturesOnly ? copyPictures(io, options) : readFeeds(io, options);
});

const ingestOptions = (env: Environment, { values }: Call<'ingest'>) => ({
  contentDir: values.content ?? contentDir(env),
  feedId: values.feed,
  allowPrivateHosts: values['allow-private'],
  json: values.json,
  picturesOnly: values.pictures,
  /** True if a running room copies most pictures afterwards. */
  picturesLater: values['pictures-later'],
});
type IngestOptions = ReturnType<typeof ingestOptions>;
