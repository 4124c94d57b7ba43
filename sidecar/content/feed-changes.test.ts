import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openDesk } from './desk.ts';
import { addFeeds, excludeKnownFeeds } from './feed-changes.ts';

const contentDir = mkdtempSync(join(tmpdir(), 'greenroom-add-'));
after(() => rmSync(contentDir, { recursive: true, force: true }));
const path = join(contentDir, 'feeds.json');

test('feeds are added under names of their own, once, and the file keeps every other byte', async () => {
  const text = '{\n\t"feeds": [\n\t\t{ "id": "blog", "url": "https://a.example/" , "title": "Bl\\u006fg" }\n\t]\n}\n';
  writeFileSync(path, text);
  const found = [
    { url: 'https://a.example/', title: 'Blog' },
    { url: 'https://b.example/feed', title: 'Blog' },
    { url: 'https://c.example/feed' },
  ];
  const desk = openDesk(contentDir);
  const result = await addFeeds(desk, found);
  assert.deepEqual(result.outcome === 'added' && result.feeds.map(({ id }) => id), ['blog-2', 'c-example']);
  const after = readFileSync(path, 'utf8');
  assert.ok(after.startsWith(text.slice(0, text.indexOf('\n\t]'))));
  assert.equal(JSON.parse(after).feeds.length, 3);
  assert.deepEqual(await addFeeds(desk, found), { outcome: 'added', feeds: [] });
  assert.equal(readFileSync(path, 'utf8'), after);
});

test('a broken feeds.json is left alone', async () => {
  writeFileSync(path, '{"feeds": 1}');
  const { outcome } = await addFeeds(openDesk(contentDir), [{ url: 'https://a.example/' }]);
  assert.equal(outcome, 'invalid');
  assert.equal(readFileSync(path, 'utf8'), '{"feeds": 1}');
});

test('a feed is known by its address before redirects', () => {
  const moved = { url: 'https://b.example/feed', statedUrl: 'https://a.example/feed' };
  assert.deepEqual(excludeKnownFeeds([moved], ['http://a.example/feed/']), []);
  assert.deepEqual(excludeKnownFeeds([moved], ['https://c.example/feed']), [moved]);
});
