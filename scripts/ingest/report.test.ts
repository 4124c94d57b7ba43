import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FeedReport } from './pull.ts';
import { createReporter } from './report.ts';

const feed: FeedReport = { id: 'blog', outcome: 'ok', notices: [], found: 3, new: 2, changed: 1, ms: 5 };
const failed: FeedReport = {
  ...feed,
  id: 'pod',
  outcome: 'failed',
  problem: { code: 'status_gone', details: { status: 410 } },
  found: 0,
  new: 0,
  changed: 0,
};
const report = { feeds: [feed, failed], notices: [], ms: 1200 };

function output(options: { isTerminal: boolean; json: boolean }): string {
  let text = '';
  const reporter = createReporter({ ...options, write: (part) => void (text += part) });
  report.feeds.forEach((one, index) => reporter.feed(one, index + 1, 2));
  reporter.end(report);
  return text;
}

test('the report has lines for each feed with cause and advice, and a summary', () => {
  assert.equal(
    output({ isTerminal: false, json: false }),
    '✓ blog: 2 new, 1 changed (3 entries, 5 ms)\n✗ pod: The host answers with status 410.\n' +
      '    The feed no longer exists. Look for its new address or remove the feed.\n' +
      '2 feeds in 1.2 s: 2 new items, 1 changed item.\n1 feed failed. Items from earlier readings stay.\n',
  );
});

test('a terminal shows the progress', () => {
  assert.match(output({ isTerminal: true, json: false }), /1 of 2 feeds …\r\u001b\[K✗ pod/);
});

test('--json prints one object and nothing else', () => {
  const parsed = JSON.parse(output({ isTerminal: false, json: true }));
  assert.deepEqual([parsed.feeds, parsed.failed, parsed.new, parsed.changed, parsed.reports.length], [2, 1, 2, 1, 2]);
  assert.equal(parsed.reports[1].problem.code, 'status_gone');
  assert.match(parsed.reports[1].cause, /status 410/);
  assert.match(parsed.reports[1].advice, /no longer exists/);
});
