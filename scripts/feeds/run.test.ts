// Tests that a moved feed is recognised at its old and its new address when its site is added again.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDesk } from '../../sidecar/content/desk.ts';
import { createTestSite } from '../init/test-site.ts';
import { runFeeds } from './run.ts';

const rss =
  '<?xml version="1.0"?><rss version="2.0"><channel><title>Letters</title>' +
  '<item><title>Harbour</title><guid isPermaLink="false">1</guid><pubDate>Mon, 02 Mar 2026 06:00:00 GMT</pubDate>' +
  '<description>What the harbour says.</description></item></channel></rss>';

test('a feed that redirects is not added again under either address', async (t) => {
  const { origin, contentDir } = await createTestSite(t, { '/old': '→/new', '/new': rss, '/other': rss });
  const path = join(contentDir, 'feeds.json');
  const known = { id: 'letters', url: `${origin}/old` };
  writeFileSync(path, JSON.stringify({ allowPrivateHosts: ['127.0.0.1'], feeds: [known] }));
  const before = readFileSync(path, 'utf8');
  const lines: string[] = [];
  const deps = { desk: openDesk(contentDir), say: (line: string) => void lines.push(line), json: false };
  for (const at of ['/old', '/new']) {
    assert.equal(await runFeeds({ verb: 'add', feed: origin + at }, deps), 0);
    assert.equal(lines.pop(), 'You already have the feeds of this site.');
  }
  assert.equal(readFileSync(path, 'utf8'), before);
  assert.equal(await runFeeds({ verb: 'add', feed: `${origin}/other` }, deps), 0);
  assert.equal(lines.pop(), `Added letters-2: ${origin}/other`);
});
