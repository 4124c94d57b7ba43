// `npm run ingest`: brings the feeds of content/feeds.json into content/inbox.
import { parseArgs } from 'node:util';
import { pullFeeds } from './ingest/pull.ts';
import { createReporter } from './ingest/report.ts';

const { values } = parseArgs({
  options: {
    content: { type: 'string', default: 'content' },
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

// A feed that fails does not fail the command: the report says so, and the content of before stays.
try {
  const report = await pullFeeds({
    contentDir: values.content,
    now: () => new Date(),
    feedId: values.feed,
    allowPrivateHosts: values['allow-private'],
    onReport: reporter.feed,
  });
  reporter.end(report);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
