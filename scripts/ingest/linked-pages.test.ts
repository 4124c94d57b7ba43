import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { parseItemFile } from '#domain/items/item-file.ts';
import { createFetcher, type FetcherOptions } from './fetch.ts';
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
  const items = readdirSync(join(contentDir, 'inbox')).map(
    (name) => parseItemFile(readFileSync(join(contentDir, 'inbox', name), 'utf8')).item as StoredItem,
  );
  return { requests, pull, byTitle: Object.fromEntries(items.map((item) => [item.title, item])) };
}

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
