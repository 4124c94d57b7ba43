import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { parseItemFile } from '#domain/items/item-file.ts';
import { createFetcher, type FetcherOptions, type FetchFeed } from './fetch.ts';
import { pullFeeds } from './pull.ts';
import { reader } from './test-reader.ts';

const resolve: FetcherOptions['resolve'] = (_, __, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]);
const fetcher = createFetcher({ resolve, allowPrivateHosts: ['band.test'] });

/** Ingests a feed whose entries link pages with these schema.org data, and returns the items by title. */
async function ingest(pages: Record<string, unknown>) {
  const requests: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    requests.push(url);
    const at = Number(url.slice(1));
    const links = Object.keys(pages).map(
      (title, index) =>
        `<item><title>${title}</title><guid>${index}</guid><link>http://band.test:${port}/${index}</link><description>Short.</description><pubDate>Fri, 01 May 2026 06:00:00 GMT</pubDate></item>`,
    );
    const data = JSON.stringify(Object.values(pages)[at]);
    response.end(
      url === '/feed'
        ? `<rss version="2.0"><channel><title>Band</title>${links.join('')}</channel></rss>`
        : `<html><script type="application/ld+json">${data}</script></html>`,
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const contentDir = mkdtempSync(join(tmpdir(), 'greenroom-linked-'));
  after(() => {
    server.close();
    rmSync(contentDir, { recursive: true });
  });
  writeFileSync(
    join(contentDir, 'feeds.json'),
    JSON.stringify({ feeds: [{ id: 'band', url: `http://band.test:${port}/feed` }] }),
  );
  const pull = () => pullFeeds({ contentDir, reader, now: () => new Date(), fetchFeed: fetcher, fetchPage: fetcher });
  await pull();
  const readItems = () => itemsIn(contentDir);
  const addEntry = (title: string) => Object.assign(pages, { [title]: {} });
  return { requests, pull, addEntry, readItems, byTitle: readItems() };
}

const itemsIn = (contentDir: string): Record<string, StoredItem> =>
  Object.fromEntries(
    readdirSync(join(contentDir, 'inbox')).map((name) => {
      const item = parseItemFile(readFileSync(join(contentDir, 'inbox', name), 'utf8')).item as StoredItem;
      return [item.title, item];
    }),
  );

test('entries are what the schema.org data of their pages say', async () => {
  const { byTitle } = await ingest({
    'Winter concert': {
      '@graph': [
        { '@type': 'MusicEvent', name: 'Another concert', startDate: '2027-01-01' },
        {
          '@type': ['MusicEvent'],
          name: 'Winter concert',
          startDate: '2026-12-05T19:30:00+01:00',
          eventStatus: 'https://schema.org/EventRescheduled',
          location: { '@type': 'Place', name: 'Old mill', address: { addressLocality: 'Flensburg' } },
          organizer: { name: 'Mill club' },
        },
      ],
    },
    'First album': { '@type': 'MusicAlbum', name: 'First album', recordLabel: { name: 'Small label' } },
    'On knots': {
      '@type': 'ScholarlyArticle',
      name: 'On knots',
      isPartOf: { name: 'Journal of Rope' },
      sameAs: 'https://doi.org/10.1234/knots.5',
    },
    Tower: { '@type': 'VisualArtwork', name: 'Tower', artMedium: 'Gouache', width: '40 cm', height: '120 cm' },
    'Two dates': {
      '@graph': [
        { '@type': 'Event', name: 'A' },
        { '@type': 'Event', name: 'B' },
      ],
    },
    'A thought': { '@type': 'BlogPosting', name: 'A thought' },
  });
  const facts = Object.fromEntries(
    Object.entries(byTitle).map(([title, item]) => [
      title,
      [item.kind, ...(item.facts ?? []).map(({ value }) => value)],
    ]),
  );
  assert.deepEqual(facts, {
    'Winter concert': ['event'],
    'First album': ['release', 'Small label'],
    'On knots': ['publication', 'Journal of Rope', '10.1234/knots.5'],
    Tower: ['work', 'Gouache', '40 cm × 120 cm'],
    'Two dates': [undefined],
    'A thought': [undefined],
  });
  const { date, startsAt, venue, location, organization, status } = byTitle['Winter concert']!;
  assert.deepEqual(
    [date, startsAt, venue, location, organization, status],
    ['2026-12-05T19:30:00+01:00', '2026-12-05T18:30:00Z', 'Old mill', 'Flensburg', 'Mill club', 'moved'],
  );
});

test('a feed whose first pages say nothing is left alone, and no page is requested again', async () => {
  const posts = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`Post ${at}`, { '@type': 'BlogPosting' }]));
  const { requests, pull } = await ingest(posts);
  assert.deepEqual(requests, ['/feed', '/0', '/1', '/2']);
  await pull();
  assert.deepEqual(requests, ['/feed', '/0', '/1', '/2', '/feed']);
});

test('the date that a page states stays when the feed changes', async () => {
  const { pull, addEntry, readItems } = await ingest({
    Concert: { '@type': 'MusicEvent', name: 'Concert', startDate: '2026-12-05' },
  });
  addEntry('A thought');
  await pull();
  assert.equal(readItems()['Concert']!.date, '2026-12-05T00:00:00Z');
});

test('a premiere is dated by its start, and a video that nobody has seen yet is not', async () => {
  const video = (id: string, views: number) =>
    `<entry><id>yt:video:${id}</id><yt:videoId>${id}</yt:videoId><title>${id}</title><link rel="alternate" href="https://www.youtube.com/watch?v=${id}"/><published>2026-05-01T06:00:00+00:00</published><media:group><media:community><media:statistics views="${views}"/></media:community></media:group></entry>`;
  const pages: Record<string, string> = {
    premiere001: '<meta itemprop="startDate" content="2026-06-20T18:00:00+00:00">',
    announced02: `"scheduledStartTime":"${Date.parse('2026-06-21T18:00:00Z') / 1000}"`,
    unwatched03: '<meta itemprop="startDate" content="2026-05-01T06:00:00+00:00">',
  };
  const contentDir = mkdtempSync(join(tmpdir(), 'greenroom-premiere-'));
  after(() => rmSync(contentDir, { recursive: true }));
  const entries = [...Object.keys(pages).map((id) => video(id, 0)), video('watched0004', 9)];
  writeFileSync(
    join(contentDir, 'feed.xml'),
    `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns:media="http://search.yahoo.com/mrss/">${entries.join('')}</feed>`,
  );
  writeFileSync(join(contentDir, 'feeds.json'), JSON.stringify({ feeds: [{ id: 'films', file: 'feed.xml' }] }));
  const requests: string[] = [];
  const fetchPage: FetchFeed = async (address) => {
    const id = new URL(address).searchParams.get('v')!;
    requests.push(id);
    return { status: 'fetched', bytes: Buffer.from(pages[id]!), contentType: 'text/html', address };
  };
  await pullFeeds({ contentDir, reader, now: () => new Date('2026-06-01'), fetchPage });
  const dates = Object.fromEntries(
    Object.entries(itemsIn(contentDir)).map(([title, { type, date }]) => [title, [type, date]]),
  );
  assert.deepEqual(dates, {
    premiere001: ['video', '2026-06-20T18:00:00Z'],
    announced02: ['video', '2026-06-21T18:00:00Z'],
    unwatched03: ['video', '2026-05-01T06:00:00Z'],
    watched0004: ['video', '2026-05-01T06:00:00Z'],
  });
  assert.deepEqual(requests.sort(), ['announced02', 'premiere001', 'unwatched03']);
});
