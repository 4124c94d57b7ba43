// npm run ingest: brings the feeds of feeds.json into the inbox, then turns what is published into build-time JSON.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { buildCatalog } from './catalog.ts';
import { pullFeeds } from './ingest/pull.ts';
import { createReporter } from './ingest/report.ts';
import { contentDir } from './settings.ts';

const { values } = parseArgs({
  options: {
    content: { type: 'string', default: contentDir() },
    json: { type: 'boolean', default: false },
    feed: { type: 'string' },
    'allow-private': { type: 'string', multiple: true, default: [] },
  },
});

const reporter = createReporter({
  write: (text) => process.stdout.write(text),
  isTerminal: process.stdout.isTTY,
  json: values.json,
});

// A feed or an item that fails does not fail the command: the report says so, and the content of before stays.
try {
  const report = await pullFeeds({
    contentDir: values.content,
    now: () => new Date(),
    feedId: values.feed,
    allowPrivateHosts: values['allow-private'],
    onReport: reporter.feed,
  });
  const catalog = await buildCatalog(values.content);
  reporter.end({ ...report, notices: [...report.notices, ...catalog.problems] });
  if (!values.json)
    console.log(`Catalog: ${catalog.items} items published${catalog.changed ? '' : ', nothing changed'}`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
