import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { describeNotice } from '#contract/notices.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { formatItemFile, parseItemFile } from '#domain/items/item-file.ts';
import type { FetchResult } from './fetch.ts';
import { pullFeeds, type PullOptions } from './pull.ts';
import { createReporter } from './report.ts';
import { reader } from './test-reader.ts';

const contentDir = mkdtempSync(join(tmpdir(), 'greenroom-private-'));
after(() => rmSync(contentDir, { recursive: true }));
beforeEach(() => {
  rmSync(contentDir, { recursive: true });
  for (const folder of ['inbox', 'published', 'rejected']) mkdirSync(join(contentDir, folder), { recursive: true });
});

const secret = 'PRIVATE77';
const feedAddresses = [
  `https://news.example/rss.xml?uuid=u1&key=${secret}`,
  `https://news.example/feed/private/${secret}.rss`,
  `https://reader:${secret}@news.example/rss.xml`,
];
const page = 'https://news.example/p/tides';

const inMarkup = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const bodyWith = (address: string) =>
  `<p>See <a href="${inMarkup(address)}">the feed</a>, <a href="${inMarkup(address)}#fn:1">1</a> or ${inMarkup(address)}</p>` +
  `<p><a href="https://apps.example/add?url=${encodeURIComponent(address)}">add</a> <a href="#two">2</a></p>` +
  `<img src="/pictures/a.png?token=${secret}"><code>${inMarkup(address)}</code>`;

const rss = (address: string) => `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
  <title>Tides ${inMarkup(address)}</title><link>https://news.example/</link>
  <atom:link rel="self" href="${inMarkup(address)}"/>
  <item><title>Read ${inMarkup(address)}</title><link>${page}</link><guid>${inMarkup(address)}#1</guid>
    <description>${inMarkup(bodyWith(address))}</description></item></channel></rss>`;
const atom = (address: string) => `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="${inMarkup(address)}">
  <title>Tides</title><link rel="self" href="${inMarkup(address)}"/><link href="https://news.example/"/>
  <entry><id>${inMarkup(address)}#1</id><title>One</title><link href="${page}"/>
    <summary>${inMarkup(address)}</summary><content type="html">${inMarkup(bodyWith(address))}</content></entry></feed>`;
const jsonFeed = (address: string) =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Tides',
    feed_url: address,
    items: [{ id: `${address}#1`, url: `${page}?token=${secret}`, title: 'One', content_html: bodyWith(address) }],
  });
const podcast = (address: string) => `<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"
  xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:psc="http://podlove.org/simple-chapters">
  <channel><title>Tides</title><link>https://news.example/</link><itunes:new-feed-url>${inMarkup(address)}</itunes:new-feed-url>
  <description>${inMarkup(address)}</description><itunes:image href="https://files.example/private/${secret}/b.png"/>
  <podcast:funding url="https://files.example/give?token=${secret}">${inMarkup(address)}</podcast:funding>
  <item><title>One</title><link>${page}</link><guid isPermaLink="false">1</guid>
    <description>${inMarkup(bodyWith(address))}</description>
    <enclosure url="https://files.example/a.mp3?auth=${secret}" type="audio/mpeg" length="9"/>
    <itunes:image href="https://files.example/private/${secret}/a.png"/>
    <podcast:transcript url="https://files.example/a.vtt?token=${secret}" type="text/vtt"/>
    <podcast:chapters url="https://files.example/a.json?auth=${secret}"/>
    <podcast:person href="${inMarkup(address)}">Mara</podcast:person>
    <psc:chapters><psc:chapter start="0" title="One" href="${inMarkup(address)}"/></psc:chapters>
  </item></channel></rss>`;

const fetched = (text: string, more: Partial<FetchResult> = {}): FetchResult =>
  ({ status: 'fetched', bytes: new TextEncoder().encode(text), ...more }) as FetchResult;
async function pull(url: string, text: string, options: Partial<PullOptions> = {}) {
  writeFileSync(join(contentDir, 'feeds.json'), JSON.stringify({ feeds: [{ id: 'tides', url }] }));
  const fetchFeed = async (address: string) => fetched(text, { address });
  return pullFeeds({ contentDir, reader, now: () => new Date('2026-06-01T12:00:00Z'), fetchFeed, ...options });
}
const files = (folder: string) =>
  readdirSync(join(contentDir, folder)).map((name) => readFileSync(join(contentDir, folder, name), 'utf8'));
const itemIn = (folder: string) => parseItemFile(files(folder)[0]!) as { item: StoredItem; body: string };

for (const [name, feed] of Object.entries({ rss, atom, jsonFeed, podcast }))
  test(`no item of ${name} contains the key of its feed, wherever it is in the address`, async () => {
    for (const address of feedAddresses) {
      const { feeds } = await pull(address, feed(address));
      const [text] = files('inbox');
      const channels = readFileSync(join(contentDir, 'channels.json'), 'utf8');
      assert.doesNotMatch(`${text} ${channels}`, new RegExp(secret), address);
      const { item, body } = itemIn('inbox');
      assert.match(body, /\[1\]\(https:\/\/news\.example\/p\/tides#fn:1\)/);
      assert.match(body, /\[2\]\(https:\/\/news\.example\/p\/tides#two\)/);
      assert.ok(item.source!.withheld!.includes('body'));
      assert.equal(feeds[0]!.notices[0]!.code, 'keys_removed');
      rmSync(join(contentDir, 'inbox'), { recursive: true });
      rmSync(join(contentDir, '.build'), { recursive: true });
    }
  });

test('a private recording is removed, and the item records that', async () => {
  await pull(feedAddresses[0]!, podcast(feedAddresses[0]!));
  const { item } = itemIn('inbox');
  assert.deepEqual(
    [item.type, item.audioUrl, item.audioType, item.transcripts],
    ['episode', undefined, undefined, undefined],
  );
  assert.ok(item.source!.withheld!.includes('audioUrl'));
});

test('keys in redirect targets and in addresses of other feeds are removed as well', async () => {
  const url = 'https://news.example/feed';
  const moved = 'https://cdn.example/rss.xml?k=REDIRECT88';
  const body = `<p>${moved} and PRIVATE77</p>`;
  writeFileSync(
    join(contentDir, 'feeds.json'),
    JSON.stringify({
      feeds: [
        { id: 'tides', url },
        { id: 'other', url: feedAddresses[0], enabled: false },
      ],
    }),
  );
  const fetchFeed = async () => fetched(rss(url).replace(inMarkup(bodyWith(url)), inMarkup(body)), { address: moved });
  await pullFeeds({ contentDir, reader, now: () => new Date('2026-06-01T12:00:00Z'), fetchFeed });
  assert.doesNotMatch(files('inbox')[0]!, /REDIRECT88|PRIVATE77/);
});

test('a report names the new address of a feed without its key', async () => {
  const movedTo = `https://new.example/rss.xml?uuid=u2&key=${secret}`;
  const url = 'https://news.example/feed';
  const report = await pull(url, rss(url), { fetchFeed: async () => fetched(rss(url), { address: url, movedTo }) });
  assert.equal(report.feeds[0]!.movedTo, movedTo, 'the console can move the feed');
  for (const json of [false, true]) {
    const lines: string[] = [];
    const reporter = createReporter({ write: (text) => lines.push(text), isTerminal: false, json });
    reporter.feed(report.feeds[0]!, 1, 1);
    reporter.end(report);
    assert.match(lines.join(''), /new\.example/);
    assert.doesNotMatch(lines.join(''), new RegExp(secret));
  }
});

test('stored keys are removed, and the creator’s text stays', async () => {
  const [address] = feedAddresses;
  await pull(address!, rss(address!));
  const { item, body } = itemIn('inbox');
  const { withheld: _, fields: __, ...source } = item.source!;
  const old = {
    item: { ...item, source: { ...source, key: `${address}#1` }, canonicalUrl: `${page}?key=${secret}` },
    body: `${body} [2](${address}#fn:2)`,
  };
  rmSync(join(contentDir, 'inbox'), { recursive: true });
  writeFileSync(join(contentDir, 'published', `${item.id}.md`), formatItemFile(old));
  const { notices, feeds } = await pull(address!, rss(address!));
  assert.match(notices.map(describeNotice).join(), /A personal key was removed from published\/.*\.md/);
  assert.doesNotMatch(files('published')[0]!, new RegExp(secret));
  const repaired = itemIn('published');
  assert.deepEqual([repaired.item.id, repaired.item.canonicalUrl], [item.id, page]);
  assert.match(repaired.body, /\[2\]\(https:\/\/news\.example\/p\/tides#fn:2\)$/);
  assert.deepEqual([feeds[0]!.new, feeds[0]!.changed, readdirSync(join(contentDir, 'published')).length], [0, 0, 1]);
  const again = await pull(address!, rss(address!));
  assert.ok(again.notices.every(({ code }) => code !== 'key_removed'));
});
