// Tests npm run init with a local site, from the requests to the written files.
import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { Creator, FeedsFile } from '#contract/schemas/content-files.ts';
import { problemFinder } from '#contract/validation.ts';
import { readRoomEnvironment } from '../../sidecar/settings/environment.ts';

import { runInMemory } from '../test-io.ts';
import { guessTimeZone } from './draft.ts';
import {
  atomXml,
  runInitOnSite,
  feedLinkTag,
  createTestSite,
  type SitePages,
  podcastXml,
  readContentJson,
  rssXml,
} from './test-site.ts';
const home = `<html lang="en"><head><title>Home – Tides</title><meta property="og:site_name" content="Tides">
  <meta name="description" content="Notes from the shore. And more."><meta name="theme-color" content="#0a5">
  <meta property="og:image" content="/me.jpg">
  ${feedLinkTag('/rss')}${feedLinkTag('/atom')}${feedLinkTag('/comments/feed/', 'Comments Feed')}${feedLinkTag('/gone')}
  <script type="application/ld+json">{"@type":"Person","name":"Ada Marin","sameAs":["https://social.example/@ada"]}</script></head>
  <body><a href="/pod.rss">Podcast</a><a href="https://www.youtube.com/@tides">Videos</a>
  <a href="https://open.spotify.com/show/1">Spotify</a></body></html>`;
const channelId = `UC${'z'.repeat(22)}`;
const wholeSite: SitePages = {
  '/': home,
  '/rss': rssXml('posts'),
  '/atom': atomXml('posts'),
  '/comments/feed/': rssXml('remarks'),
  '/pod.rss': '→/moved.rss',
  '/moved.rss': podcastXml,
  '/youtube/@tides': `<script>{"externalId":"${channelId}"}</script>`,
  [`/youtube/feeds/videos.xml?channel_id=${channelId}`]: rssXml('clips'),
};

test('a site yields a valid creator and valid feeds, each feed once', async (t) => {
  const site = await createTestSite(t, wholeSite);
  const { code, text } = await runInitOnSite(site);
  assert.equal(code, 0, text);
  const creator = await readContentJson(site, 'creator.json');
  const feeds = await readContentJson(site, 'feeds.json');
  assert.deepEqual([...problemFinder(Creator)(creator), ...problemFinder(FeedsFile)(feeds)], []);
  const zone = guessTimeZone();
  assert.deepEqual(creator, {
    $schema: './.build/creator.schema.json',
    name: 'Ada Marin',
    publication: 'Tides',
    oneLiner: 'Notes from the shore.',
    description: 'Notes from the shore. And more.',
    language: 'en',
    topics: ['Sea'],
    themes: [{ id: 'sea', label: 'Sea', keywords: ['sea'], words: ['sea'] }],
    accentColor: '#00aa55',
    links: [
      { label: 'Tides', url: `${site.origin}/` },
      { label: 'Mastodon', url: 'https://social.example/@ada' },
    ],
    ...(zone && { timeZone: zone }),
    updatedAt: creator.updatedAt,
  });
  assert.match(creator.updatedAt, /^20\d\d-\d\d-\d\d$/);
  assert.deepEqual(feeds, {
    $schema: './.build/feeds.schema.json',
    feeds: [
      { id: 'posts', url: `${site.origin}/rss`, title: 'posts' },
      { id: 'pod', url: `${site.origin}/moved.rss`, title: 'pod' },
      { id: 'clips', url: `https://www.youtube.com/feeds/videos.xml?channel_id=${channelId}`, title: 'clips' },
    ],
    allowPrivateHosts: ['127.0.0.1'],
  });
  assert.deepEqual(await readContentJson(site, 'access.json'), {
    $schema: './.build/access.schema.json',
    enabled: false,
  });
  assert.deepEqual(await readContentJson(site, 'timeline.json'), {
    $schema: './.build/timeline.schema.json',
    entries: [],
  });
});

test('the report lists feeds, guesses, problems and next steps', async (t) => {
  const { text } = await runInitOnSite(await createTestSite(t, wholeSite));
  for (const line of [
    /Found 4 feeds:/,
    /posts: 2 entries, mostly article \(linked as feed\)/,
    /pod: 2 entries, mostly episode/,
    /remarks: 2 entries.*not added by default/,
    /Spotify \(https:\/\/open\.spotify\.com\/show\/1\)/,
    /\/gone: The host answers with status 404/,
    /name: Ada Marin \(from the structured data of the page\)/,
    /npm run ingest/,
  ]) {
    assert.match(text, line);
  }
});

test('a site that links no feed is searched at common paths, and only real feeds count', async (t) => {
  const site = await createTestSite(t, {
    '/': '<title>Tides</title>',
    '/feed': '<html>not one</html>',
    '/index.xml': rssXml('posts'),
  });
  await runInitOnSite(site);
  assert.deepEqual((await readContentJson(site, 'feeds.json')).feeds, [
    { id: 'posts', url: `${site.origin}/index.xml`, title: 'posts' },
  ]);
});

test('a feed that only a subpage links is found', async (t) => {
  const site = await createTestSite(t, {
    '/': '<a href="/blog">Blog</a>',
    '/blog': feedLinkTag('/b.xml'),
    '/b.xml': rssXml('posts'),
  });
  await runInitOnSite(site);
  assert.equal((await readContentJson(site, 'feeds.json')).feeds[0].url, `${site.origin}/b.xml`);
});

test('a podcast feed alone yields name, description and language', async (t) => {
  const site = await createTestSite(t, { '/pod': podcastXml });
  await runInitOnSite(site, [`${site.origin}/pod`, '--auto-review', '--name', 'Ada']);
  const { name, publication, description, language } = await readContentJson(site, 'creator.json');
  assert.deepEqual([name, publication, description, language], ['Ada', 'pod', 'All about pod.', 'en-GB']);
  assert.equal((await readContentJson(site, 'feeds.json')).feeds[0].review, 'auto');
});

test('a show with only a page at its host is not named after the host', async (t) => {
  const head = '<meta property="og:site_name" content="Pods Inc"><title>pod | Pods Inc</title>';
  const page = `<html><head>${head}${feedLinkTag('/pod.rss')}</head></html>`;
  const site = await createTestSite(t, { '/shows/pod': page, '/pod.rss': podcastXml });
  await runInitOnSite(site, [`${site.origin}/shows/pod`]);
  assert.equal((await readContentJson(site, 'creator.json')).publication, 'pod');
});

test('--feed adds exactly the given feeds and rejects other pages', async (t) => {
  const site = await createTestSite(t, wholeSite);
  const refused = await runInitOnSite(site, [site.origin, '--feed', `${site.origin}/gone`]);
  assert.equal(refused.code, 1);
  assert.match(refused.text, /Not a readable feed: .*\/gone/);
  assert.deepEqual(await fs.readdir(site.contentDir), []);
  await runInitOnSite(site, [site.origin, '--feed', `${site.origin}/pod.rss`]);
  assert.deepEqual(
    (await readContentJson(site, 'feeds.json')).feeds.map(({ id }: { id: string }) => id),
    ['pod'],
  );
});

test('on a terminal the creator corrects the guesses and chooses the feeds', async (t) => {
  const site = await createTestSite(t, wholeSite);
  const { text } = await runInitOnSite(site, [site.origin], ['Ada M.', '', 'Tides, explained.', '9', '1, 3', 'y']);
  assert.match(text, /Your name \[Ada Marin\]/);
  assert.match(text, /Enter numbers from 1 to 4/);
  const { name, publication, oneLiner } = await readContentJson(site, 'creator.json');
  assert.deepEqual([name, publication, oneLiner], ['Ada M.', 'Tides', 'Tides, explained.']);
  assert.deepEqual(
    (await readContentJson(site, 'feeds.json')).feeds.map(({ id, review }: { id: string; review?: string }) => [
      id,
      review,
    ]),
    [
      ['posts', undefined],
      ['pod', 'auto'],
    ],
  );
});

test('canceling the questions writes nothing', async (t) => {
  const site = await createTestSite(t, wholeSite);
  await assert.rejects(runInitOnSite(site, [site.origin], ['Ada M.']), /Nothing was written/);
  assert.deepEqual(await fs.readdir(site.contentDir), []);
});

test('existing files are replaced only with --force, and kept as copies then', async (t) => {
  const site = await createTestSite(t, { '/': home, '/rss': rssXml('posts') });
  await fs.writeFile(join(site.contentDir, 'creator.json'), '"mine"');
  await fs.writeFile(join(site.contentDir, 'timeline.json'), '"my timeline"');
  const refused = await runInitOnSite(site);
  assert.equal(refused.code, 1);
  assert.match(refused.text, /creator\.json exist.*--force/);
  assert.equal(await readContentJson(site, 'creator.json'), 'mine');
  assert.deepEqual(site.requests, []);
  assert.equal((await runInitOnSite(site, [site.origin, '--force'])).code, 0);
  assert.equal((await readContentJson(site, 'creator.json')).name, 'Ada Marin');
  assert.equal(await readContentJson(site, 'creator.json.bak'), 'mine');
  assert.equal(await readContentJson(site, 'timeline.json'), 'my timeline');
});

test('an address that does not answer is reported and nothing is written', async (t) => {
  const site = await createTestSite(t, {});
  const { code, text } = await runInitOnSite(site);
  assert.equal(code, 1);
  assert.match(text, /status 404[^]*Nothing was written/);
  assert.deepEqual(await fs.readdir(site.contentDir), []);
});

test('a page cannot make discovery request private hosts', async (t) => {
  const inner = await createTestSite(t, { '/secret.xml': rssXml('secret') });
  const port = new URL(inner.origin).port;
  const targets = [
    `http://localhost:${port}/secret.xml`,
    `http://[::1]:${port}/secret.xml`,
    `http://169.254.169.254/latest`,
  ];
  const site = await createTestSite(t, {
    '/': targets.map((url) => feedLinkTag(url)).join('') + feedLinkTag('/hop'),
    '/hop': `→${targets[0]}`,
  });
  const { text } = await runInitOnSite(site);
  assert.deepEqual(inner.requests, []);
  assert.equal(text.match(/on the public internet|outside the public internet/g)?.length, 4);
  assert.doesNotMatch(text, /--allow-private/);
});

test('the option that allows a private host is shown if the creator named such a host', async (t) => {
  const site = await createTestSite(t, {});
  const { code, text } = await runInitOnSite(site, ['http://localhost:9/']);
  assert.equal(code, 1);
  assert.match(text, /run the command again with --allow-private localhost$/m);
});

test('only a limited number of the feed links of a page is requested', async (t) => {
  const site = await createTestSite(t, { '/': Array.from({ length: 3000 }, (_, n) => feedLinkTag(`/f${n}`)).join('') });
  await runInitOnSite(site);
  assert.ok(site.requests.length < 60, `${site.requests.length} requests`);
});

test('the command prints one JSON document and writes to CONTENT_DIR', async (t) => {
  const site = await createTestSite(t, { '/': feedLinkTag('/rss'), '/rss': rssXml('posts') });
  const args = [site.origin, '--json', '--allow-private', '127.0.0.1'];
  const { out } = await runInMemory({ CONTENT_DIR: site.contentDir }, 'init', ...args);
  const { found, taken, written } = JSON.parse(out);
  assert.deepEqual([found.length, taken, written.length], [1, [`${site.origin}/rss`], 5]);
  assert.ok((await fs.readdir(site.contentDir)).includes('creator.json'));
});

test('greenroom.env is written next to the content, readable by its owner only, with the settings of the shell', async (t) => {
  const page = '<title>Tides</title><link rel=alternate type=application/rss+xml href=/rss>';
  const site = await createTestSite(t, { '/': page, '/rss': rssXml('Blog') });
  const path = join(site.contentDir, '..', 'greenroom.env');
  const own = { BASE_URL: 'https://tides.example', LNBITS_KEY: 'a-secret' };
  assert.equal((await runInitOnSite(site, undefined, undefined, own)).code, 0);
  const text = await fs.readFile(path, 'utf8');
  assert.equal((await fs.stat(path)).mode & 0o777, 0o600);
  assert.match(text, /^# Public address of the room.*\nBASE_URL=https:\/\/tides\.example$/m);
  assert.match(text, /^# Port to listen on.*\n#PORT=4321$/m);
  assert.match(text, /^DIST_DIR=dist$/m);
  assert.ok(!text.includes('a-secret'));
  const { env, file } = readRoomEnvironment({ CONTENT_DIR: site.contentDir }, '/srv');
  assert.deepEqual(file.problems, []);
  assert.deepEqual([env.BASE_URL, env.DIST_DIR], ['https://tides.example', join(site.contentDir, '..', 'dist')]);
  await fs.writeFile(path, 'PORT=1234\n');
  assert.equal((await runInitOnSite(site, [site.origin, '--force'])).code, 0);
  assert.equal(await fs.readFile(path, 'utf8'), 'PORT=1234\n');
});

test('feeds and contacts of every linked page are found, but no feeds of comments, categories or strangers', async (t) => {
  const comments = rssXml('Kommentare').replaceAll(/(<link>[^<]*Kommentare[^<]*)<\/link>/g, '$1#comment-7</link>');
  const site = await createTestSite(t, {
    '/': `<title>Tides</title>${feedLinkTag('/rss')}<nav><a href="/hafen/">x</a><a href="/thema/meer">y</a></nav>
      <p><a href="/kurz/hinweise">Rechtliches</a><a href="https://else.example/blog">z</a></p>`,
    '/rss': rssXml('posts', 4),
    '/hafen/': feedLinkTag('notizen.xml') + feedLinkTag('kommentare.xml'),
    '/hafen/notizen.xml': rssXml('notes'),
    '/hafen/kommentare.xml': comments,
    '/thema/meer': feedLinkTag('/thema/meer.xml') + feedLinkTag('/thema/leer.xml'),
    '/thema/meer.xml': rssXml('posts', 4).replace(/<item>[^]*?<\/item>/, ''),
    '/thema/leer.xml': rssXml('empty', 0),
    '/kurz/hinweise': '<h1>Angaben</h1><p>Ada Marin<br>Presse: presse (at) tides.example</p>',
  });
  const { text } = await runInitOnSite(site);
  const { feeds } = await readContentJson(site, 'feeds.json');
  assert.deepEqual(
    feeds.map(({ id }: { id: string }) => id),
    ['posts', 'notes'],
    text,
  );
  assert.match(text, /Kommentare: 2 entries.*not added by default/);
  const { pressContact } = await readContentJson(site, 'creator.json');
  assert.deepEqual(pressContact, { name: 'Ada Marin', email: 'presse@tides.example' });
});

test('a host that only speaks http is read over http, which is reported', async (t) => {
  const site = await createTestSite(t, { '/': feedLinkTag('/rss'), '/rss': rssXml('posts') });
  const { code, text } = await runInitOnSite(site, [site.origin.replace('http:', 'https:')]);
  assert.equal(code, 0, text);
  assert.match(text, /does not support https\. It is read over http\./);
  assert.equal((await readContentJson(site, 'feeds.json')).feeds[0].url, `${site.origin}/rss`);
});

test('a channel on a host of many brings nothing of the host or of other channels', async (t) => {
  const site = await createTestSite(t, {
    '/c/knots/videos': `<title>pod - Tube</title><meta name="theme-color" content="#0a5">
      <meta property="og:site_name" content="Tube">${feedLinkTag('/pod.rss')}
      <a href="/c/other">Other</a><footer><a href="/imprint">Imprint</a> <img src="/logo.svg"> help@tube.example</footer>`,
    '/pod.rss': podcastXml,
    '/c/other': feedLinkTag('/other.rss'),
    '/other.rss': rssXml('other'),
    '/imprint': '<p>Press: press@tube.example</p>',
    '/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="20"></svg>',
  });
  await runInitOnSite(site, [`${site.origin}/c/knots/videos`]);
  const { publication, accentColor, logos, contacts } = await readContentJson(site, 'creator.json');
  assert.deepEqual([publication, accentColor, logos, contacts], ['pod', undefined, undefined, undefined]);
  assert.equal((await readContentJson(site, 'feeds.json')).feeds.length, 1);
});

test('nothing is made up where nothing is written, and computed facts are only proposals', async (t) => {
  const site = await createTestSite(t, {
    '/': `<title>Tides</title>${feedLinkTag('/rss')}`,
    '/rss': rssXml('Tides', 9)
      .replace(/<description>All[^<]*<\/description>/, '')
      .replaceAll('<category>Sea</category>', ''),
  });
  const args = [site.origin, '--json', '--allow-private', '127.0.0.1'];
  const { out } = await runInMemory({ CONTENT_DIR: site.contentDir }, 'init', ...args);
  const { oneLiner, description, tagline, themes, bios } = await readContentJson(site, 'creator.json');
  assert.deepEqual([oneLiner, description, tagline, themes, bios], ['', '', undefined, [], undefined]);
  assert.deepEqual(Object.keys(JSON.parse(out).proposals), ['themes']);
});
