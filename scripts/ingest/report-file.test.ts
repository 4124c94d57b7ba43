import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Notice } from '#contract/notices.ts';
import { IngestReport } from '#contract/schemas/ingest-report.ts';
import { checker } from '#contract/validation.ts';
import type { FeedReport } from './pull.ts';
import { writeIngestReport } from './report-file.ts';

const contentDir = mkdtempSync(join(tmpdir(), 'greenroom-report-'));
after(() => rmSync(contentDir, { recursive: true, force: true }));

const file = join(contentDir, '.build', 'ingest-report.json');
const read = (): IngestReport => {
  const result = checker(IngestReport)(JSON.parse(readFileSync(file, 'utf8')));
  assert.ok(result.ok);
  return result.value;
};
const feed = (id: string, rest: Partial<FeedReport> = {}): FeedReport => {
  return { id, outcome: 'ok', notices: [], found: 3, new: 2, changed: 0, ms: 5, ...rest };
};
const leave = (feeds: FeedReport[], ids: string[], at: string, notices: Notice[] = []) =>
  writeIngestReport(contentDir, { feeds, notices }, { ids }, at);
const first = '2026-05-01T12:00:00Z';
const second = '2026-05-01T13:00:00Z';

test('each feed keeps its last result when only one is read again', async () => {
  const failed = feed('pod', {
    outcome: 'failed',
    problem: { code: 'status_gone', details: { status: 410 } },
    found: 0,
    new: 0,
  });
  await leave([feed('blog'), failed], ['blog', 'pod'], first, [{ code: 'file_left_out' }]);
  await leave([feed('pod', { new: 0 })], ['blog', 'pod'], second);
  const { feeds, notices } = read();
  assert.deepEqual(notices, []);
  assert.deepEqual(feeds, {
    blog: { at: first, outcome: 'ok', found: 3, new: 2, changed: 0, notices: [] },
    pod: { at: second, outcome: 'ok', found: 3, new: 0, changed: 0, notices: [] },
  });
});

test('a removed feed is dropped from the report, and a broken report is replaced', async () => {
  await leave([feed('blog')], ['blog'], second);
  assert.deepEqual(Object.keys(read().feeds), ['blog']);
  writeFileSync(file, '{"feeds": 3');
  await leave([feed('pod')], ['pod'], second);
  assert.deepEqual(Object.keys(read().feeds), ['pod']);
});

test('the hash of feeds.json is that of the last time when all feeds were read', async () => {
  await writeIngestReport(contentDir, { feeds: [feed('blog')], notices: [] }, { ids: ['blog'], hash: 'a1' }, first);
  await leave([feed('blog')], ['blog'], second);
  assert.equal(read().feedsFile, 'a1');
});

test('a feed with thousands of notices leaves a short report', async () => {
  const notices = Array.from({ length: 5000 }, (_, i): Notice => ({
    code: 'key_removed',
    details: { file: `published/${i}.md` },
  }));
  await leave([feed('blog', { notices })], ['blog'], second, notices);
  const report = read();
  assert.equal(report.feeds.blog!.notices.length, 21);
  assert.deepEqual(report.notices.at(-1), { code: 'more', details: { count: 4980 } });
});
