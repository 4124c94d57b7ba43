// Tests the day of an item in the offset of its source or the zone of the room, and its correction.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { formatItemFile, type ItemFile, parseItemFile } from '#domain/items/item-file.ts';
import { digestValue, isEdited, parseVersion, formatVersion } from '../../sidecar/content/source-version.ts';
import { pullFeeds } from './pull.ts';
import { reader } from './test-reader.ts';

function createRoom(t: TestContext, timeZone?: string) {
  const contentDir = mkdtempSync(join(tmpdir(), 'greenroom-redate-'));
  t.after(() => rmSync(contentDir, { recursive: true }));
  writeFileSync(join(contentDir, 'feeds.json'), JSON.stringify({ feeds: [{ id: 'notes', file: 'feed.xml' }] }));
  const namesIn = (folder: string) => {
    mkdirSync(join(contentDir, folder), { recursive: true });
    return readdirSync(join(contentDir, folder));
  };
  const path = (folder: string) => join(contentDir, folder, namesIn(folder)[0]!);
  const read = (folder: string) => parseItemFile(readFileSync(path(folder), 'utf8')) as ItemFile & { item: StoredItem };
  const ingestItem = (item: string) => {
    const channel = `<channel>${item}</channel>`;
    const feed = `<rss version="2.0" xmlns:e="http://purl.org/rss/1.0/modules/event/">${channel}</rss>`;
    writeFileSync(join(contentDir, 'feed.xml'), feed);
    return pullFeeds({ contentDir, timeZone, reader, now: () => new Date('2026-06-01T12:00:00Z') });
  };
  return {
    namesIn,
    read,
    ingestItem,
    ingest: (pubDate: string, title = 'Low water') =>
      ingestItem(
        `<item><title>${title}</title><link>https://example.org/low</link><pubDate>${pubDate}</pubDate></item>`,
      ),
    /** Publishes the item with its date in UTC, as earlier versions of the program stored it. */
    publishAsBefore: (date: string, rest: { endDate?: string } = {}) => {
      const { item, body } = read('inbox');
      const dates = { date, ...rest };
      const digests = Object.fromEntries(Object.entries(dates).map(([name, value]) => [name, digestValue(value)!]));
      const fields = formatVersion({ ...parseVersion(item), ...digests });
      namesIn('published');
      const to = join(contentDir, 'published', namesIn('inbox')[0]!);
      renameSync(path('inbox'), to);
      writeFileSync(to, formatItemFile({ item: { ...item, ...dates, source: { ...item.source!, fields } }, body }));
      rmSync(join(contentDir, '.build', 'feed-state.json'));
    },
    change: (values: Partial<StoredItem>) => {
      const { item, body } = read('published');
      writeFileSync(path('published'), formatItemFile({ item: { ...item, ...values }, body }));
    },
  };
}

const stored: [spelling: string, timeZone: string | undefined, date: string][] = [
  ['Fri, 01 May 2026 21:09:00 -0300', 'Europe/Berlin', '2026-05-01T21:09:00-03:00'],
  ['2026-05-01T00:10:00+09:00', undefined, '2026-05-01T00:10:00+09:00'],
  ['Fri, 01 May 2026 23:30:00 EST', undefined, '2026-05-01T23:30:00-05:00'],
  ['Fri, 01 May 2026 23:30:00 America/New_York', undefined, '2026-05-01T23:30:00-04:00'],
  ['2026-05-01 00:30:00', 'Europe/Berlin', '2026-05-01T00:30:00+02:00'],
  ['2026-12-01', 'Europe/Berlin', '2026-12-01T00:00:00+01:00'],
  ['2026-03-29 02:30', 'Europe/Berlin', '2026-03-29T02:30:00+02:00'],
  ['2026-05-01 00:30:00', undefined, '2026-05-01T00:30:00Z'],
  ['Fri, 01 May 2026 23:30:00 GMT', 'Asia/Tokyo', '2026-05-01T23:30:00Z'],
];
for (const [spelling, timeZone, date] of stored)
  test(`${spelling} in a room in ${timeZone ?? 'an unknown zone'} is stored as ${date}`, async (t) => {
    const room = createRoom(t, timeZone);
    await room.ingest(spelling);
    assert.equal(room.read('inbox').item.date, date);
  });

test('the next ingest corrects the day of a published item without asking the creator', async (t) => {
  const room = createRoom(t);
  const spelling = 'Fri, 01 May 2026 21:09:00 -0300';
  await room.ingest(spelling);
  room.publishAsBefore('2026-05-02T00:09:00Z');
  for (let run = 0; run < 2; run++) {
    const [report] = (await room.ingest(spelling)).feeds;
    assert.deepEqual([report!.new, report!.changed, room.namesIn('inbox')], [0, 0, []]);
    const file = room.read('published');
    assert.equal(file.item.date, '2026-05-01T21:09:00-03:00');
    assert.equal(isEdited(file, 'date'), false);
  }
});

test('a time zone that is set later corrects dates without an offset', async (t) => {
  const room = createRoom(t, 'America/Sao_Paulo');
  await room.ingest('2026-05-01 22:00');
  room.publishAsBefore('2026-05-01T22:00:00Z');
  await room.ingest('2026-05-01 22:00');
  assert.equal(room.read('published').item.date, '2026-05-01T22:00:00-03:00');
});

test('a corrected day is not part of a waiting edit', async (t) => {
  const room = createRoom(t);
  const spelling = 'Fri, 01 May 2026 21:09:00 -0300';
  await room.ingest(spelling);
  room.publishAsBefore('2026-05-02T00:09:00Z');
  await room.ingest(spelling, 'High water');
  assert.equal(room.read('published').item.date, '2026-05-01T21:09:00-03:00');
  assert.equal(room.read('inbox').item.title, 'High water');
});

test('a date that the creator has set stays', async (t) => {
  const room = createRoom(t);
  const spelling = 'Fri, 01 May 2026 21:09:00 -0300';
  await room.ingest(spelling);
  room.publishAsBefore('2026-05-02T00:09:00Z');
  room.change({ date: '2026-04-30T00:00:00Z', updatedAt: '2026-05-03T08:00:00.123Z' });
  await room.ingest(spelling);
  assert.equal(room.read('published').item.date, '2026-04-30T00:00:00Z');
});

test('the end date of an event is corrected with its start', async (t) => {
  const room = createRoom(t);
  const event = (end: string) =>
    `<item><title>Residency</title><link>https://example.org/r</link>
     <e:startdate>2026-05-01T21:00:00-03:00</e:startdate><e:enddate>${end}</e:enddate></item>`;
  const ingest = async (end = '2026-05-03T22:00:00-03:00') => room.ingestItem(event(end));
  await ingest();
  assert.equal(room.read('inbox').item.endDate, '2026-05-03T22:00:00-03:00');
  room.publishAsBefore('2026-05-02T00:00:00Z', { endDate: '2026-05-04T01:00:00Z' });
  assert.deepEqual((await ingest()).feeds[0]!.changed, 0);
  const { item } = room.read('published');
  assert.deepEqual([item.date, item.endDate], ['2026-05-01T21:00:00-03:00', '2026-05-03T22:00:00-03:00']);
  assert.equal(isEdited(room.read('published'), 'endDate'), false);
  await ingest('2026-05-09T22:00:00-03:00');
  assert.equal(room.read('published').item.endDate, '2026-05-03T22:00:00-03:00');
  assert.equal(room.read('inbox').item.endDate, '2026-05-09T22:00:00-03:00');
});

test('an end date alone is corrected, and one that the creator has set stays', async (t) => {
  const room = createRoom(t);
  const event =
    '<item><title>Fair</title><link>https://example.org/f</link><e:startdate>2026-05-01</e:startdate>' +
    '<e:enddate>2026-05-03T23:30:00-04:00</e:enddate></item>';
  await room.ingestItem(event);
  room.publishAsBefore('2026-05-01T00:00:00Z', { endDate: '2026-05-04T03:30:00Z' });
  await room.ingestItem(event);
  assert.equal(room.read('published').item.endDate, '2026-05-03T23:30:00-04:00');
  room.change({ endDate: '2026-05-10T00:00:00Z' });
  await room.ingestItem(event);
  assert.equal(room.read('published').item.endDate, '2026-05-10T00:00:00Z');
});
