// Tests notices about dates that are more than a day ahead and dates that cannot be read.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { describeNotice } from '#contract/notices.ts';
import { pullFeeds } from './pull.ts';
import { reader } from './test-reader.ts';

function ingestWith(t: TestContext) {
  const contentDir = mkdtempSync(join(tmpdir(), 'greenroom-planned-'));
  t.after(() => rmSync(contentDir, { recursive: true }));
  writeFileSync(join(contentDir, 'feeds.json'), JSON.stringify({ feeds: [{ id: 'notes', file: 'feed.xml' }] }));
  return async (entries: string, now = '2026-11-28T12:00:00Z') => {
    const channel = `<channel><title>Notes</title>${entries}</channel>`;
    writeFileSync(
      join(contentDir, 'feed.xml'),
      `<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0">${channel}</rss>`,
    );
    const { feeds } = await pullFeeds({ contentDir, reader, now: () => new Date(now) });
    return feeds[0]!.notices.map(describeNotice);
  };
}

const entry = (title: string, date: string) =>
  `<item><title>${title}</title><guid>${title}</guid><pubDate>${date}</pubDate></item>`;

test('an ingest reports new items dated more than a day ahead, once', async (t) => {
  const ingest = ingestWith(t);
  const entries =
    entry('Wrong year', 'Wed, 03 Nov 2027 10:00:00 GMT') +
    entry('Tonight', 'Sun, 29 Nov 2026 09:00:00 GMT') +
    entry('Before', 'Tue, 03 Nov 2026 10:00:00 GMT');
  assert.deepEqual(await ingest(entries), ['“Wrong year” is dated 2027-11-03 and shown as scheduled until then.']);
  assert.deepEqual(await ingest(entries), []);
});

test('an item that moves to the future is reported, and so is a scheduled stream', async (t) => {
  const ingest = ingestWith(t);
  assert.deepEqual(await ingest(entry('Letter', 'Tue, 03 Nov 2026 10:00:00 GMT')), []);
  const stream =
    '<podcast:liveItem status="pending" start="2027-01-10T20:00:00+01:00"><title>Stream</title><guid>s</guid></podcast:liveItem>';
  assert.deepEqual((await ingest(entry('Letter', 'Wed, 03 Mar 2027 10:00:00 GMT') + stream)).sort(), [
    '“Letter” is dated 2027-03-03 and shown as scheduled until then.',
    '“Stream” is dated 2027-01-10 and shown as scheduled until then.',
  ]);
});

test('an ingest reports a new item with an unreadable date once, and says nothing about one without a date', async (t) => {
  const ingest = ingestWith(t);
  const entries =
    entry('Riddle', 'the ides of next spring') + entry('Open', '') + entry('Plain', '9 de agosto de 2026');
  const notice = 'The date “the ides of next spring” of “Riddle” cannot be read. Set the date in the inbox.';
  assert.deepEqual(await ingest(entries), [notice]);
  assert.deepEqual(await ingest(entries + entry('Later', 'Tue, 03 Nov 2026 10:00:00 GMT')), []);
});
