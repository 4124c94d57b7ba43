// Tests the facts that are read from a page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { feedsLinkedByPage, findProfiles, findSitePages, type SiteScope } from './candidates.ts';
import { readPageFacts } from './page-facts.ts';
import { createPageReader } from './page-reader.ts';

const pageOf = (html: string, contentType = 'text/html', url = 'https://tides.example/en/') =>
  readPageFacts({ url, contentType, bytes: Buffer.from(html) });
const feedsIn = (html: string) => feedsLinkedByPage(pageOf(html)).map(({ url }) => url);
const feedsOfProfiles = (html: string) => findProfiles(pageOf(html)).candidates.map(({ url }) => url);

test('feeds named in the head are found, relative ones against the base', () => {
  const html = `<base href="/base/">
    <link rel="alternate" type="application/rss+xml" href="feed.xml" title="Posts">
    <link rel="ALTERNATE stylesheet" type="text/css" href="no.css">
    <link rel="alternate" hreflang="de" href="/de/">
    <link rel="alternate" type="application/json" href="/wp-json/wp/v2/pages/7">
    <link rel="alternate" type="application/atom+xml; charset=utf-8" href="//other.example/atom">
    <link rel="alternate" type="application/feed+json" href="https://tides.example/feed.json">`;
  assert.deepEqual(feedsIn(html), [
    'https://tides.example/base/feed.xml',
    'https://other.example/atom',
    'https://tides.example/feed.json',
  ]);
});

test('links with a feed-like label or address are candidates', () => {
  const html = `<a href="/a">RSS</a> <a href="/b">Atom feed</a> <a href="/notes/feed/">Notes</a>
    <a href="/x.rss"></a> <a href="/sitemap.xml">Map</a> <a href="/about-rss">About RSS</a> <a href="/c"></a>`;
  assert.deepEqual(
    feedsIn(html),
    ['a', 'b', 'notes/feed/', 'x.rss'].map((path) => `https://tides.example/${path}`),
  );
});

test('other kinds of addresses are not candidates', () => {
  const link = (href: string) => `<link rel="alternate" type="application/rss+xml" href="${href}">`;
  const hostile = [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/xml,x',
    'https://user:pass@tides.example/',
    'http://[',
    '',
  ];
  assert.deepEqual(feedsIn(hostile.map(link).join('')), []);
});

test('text that a template has escaped twice is unescaped', () => {
  const jsonLd = {
    '@type': 'Person',
    name: 'Tom &amp; Ann&#39;s',
    description: 'It&rsquo;s us',
    url: 'https://a.example/?a&amp;b',
  };
  const page =
    pageOf(`<title>Tom &amp;#39;s &amp;amp; 1 &lt; 2</title><meta property="og:site_name" content="Tom&amp;#39;s">
    <meta name="author" content="Ann &amp;quot;A&amp;quot;"><script type="application/ld+json">${JSON.stringify(jsonLd)}</script>
    <link rel="alternate" type="application/rss+xml" href="/feed" title="Tom&amp;#39;s news"><a href="/a">Ann&amp;#39;s page</a>`);
  assert.deepEqual([page.title, page.siteName, page.author], ["Tom 's & 1 < 2", "Tom's", 'Ann "A"']);
  assert.deepEqual([page.entities[0]!.name, page.entities[0]!.description], ["Tom & Ann's", 'It’s us']);
  assert.deepEqual([page.feeds[0]!.title, page.links[0]!.text], ["Tom's news", "Ann's page"]);
});

test('people, organisations and podcasts are read from JSON-LD, however deep', () => {
  const graph = {
    '@graph': [
      { '@type': ['Person'], name: ' Ada\nMarin ', sameAs: ['https://social.example/@ada', 'javascript:1', 7] },
      { '@type': 'https://schema.org/PodcastSeries', name: 'Low Water', webFeed: { url: '/pod.xml' } },
      { '@type': 'WebPage', publisher: { '@type': 'Organization', name: 'Tides', logo: { url: '/logo.png' } } },
      { name: 'typeless' },
    ],
  };
  const page = pageOf(`<script type="application/ld+json">${JSON.stringify(graph)}</script>
    <script type="application/ld+json">{broken</script>`);
  assert.deepEqual(
    page.entities.map(({ types, name }) => [types[0], name]),
    [
      ['Person', 'Ada Marin'],
      ['PodcastSeries', 'Low Water'],
      ['Organization', 'Tides'],
    ],
  );
  assert.deepEqual(page.links, [{ url: 'https://social.example/@ada', text: '', isMe: true, isNavigation: false }]);
  assert.deepEqual(feedsLinkedByPage(page), [{ url: 'https://tides.example/pod.xml', how: 'JSON-LD' }]);
});

test('name, description, picture, colour and language are read from the head', () => {
  const { siteName, author, description, image, themeColor, language, title } = pageOf(`<html lang="en-GB"><head>
    <title>Home | Tides</title><meta name="author" content="Ada Marin">
    <meta property="og:site_name" content="Tides"><meta name="description" content="plain">
    <meta property="og:description" content="Notes  from\u001b[2J the shore."><meta name="theme-color" content="#0a5">
    <meta property="og:image" content="/me.jpg">`);
  assert.deepEqual(
    { siteName, author, description, image, themeColor, language, title },
    {
      siteName: 'Tides',
      author: 'Ada Marin',
      description: 'Notes from[2J the shore.',
      image: 'https://tides.example/me.jpg',
      themeColor: '#0a5',
      language: 'en-GB',
      title: 'Home | Tides',
    },
  );
});

test('the encoding is taken from the page or its Content-Type', () => {
  const bytes = Buffer.from('<title>Caf\xe9</title>', 'latin1');
  const read = (contentType: string, head = '') =>
    readPageFacts({ url: 'https://a.example/', contentType, bytes: Buffer.concat([Buffer.from(head), bytes]) }).title;
  assert.equal(read('text/html; charset=iso-8859-1'), 'Café');
  assert.equal(read('text/html', '<meta charset="windows-1252">'), 'Café');
});

test('profiles on platforms lead to their feeds', () => {
  const channel = `UC${'x'.repeat(22)}`;
  const found = feedsOfProfiles(`<a href="https://www.youtube.com/channel/${channel}?sub=1">Videos</a>
    <a href="https://www.youtube.com/watch?v=abc">one video</a>
    <a href="https://vimeo.com/tides">Vimeo</a> <a href="https://vimeo.com/12345">one video</a>
    <a rel="me noopener" href="https://social.example/@ada/">Mastodon</a>
    <a href="https://social.example/@stranger">a stranger</a>
    <a href="https://tube.example/c/tides/videos">PeerTube</a>
    <a href="https://tides.substack.com">Newsletter</a>`);
  assert.deepEqual(found, [
    `https://www.youtube.com/feeds/videos.xml?channel_id=${channel}`,
    'https://vimeo.com/tides/videos/rss',
    'https://social.example/@ada.rss',
    'https://tube.example/feeds/videos.xml?videoChannelName=tides',
    'https://tides.substack.com/feed',
  ]);
});

test('the page of a YouTube handle reveals its channel', () => {
  const { channelPages } = findProfiles(pageOf('<a href="https://youtube.com/@tides/videos?x=1">YouTube</a>'));
  assert.deepEqual(channelPages, ['https://www.youtube.com/@tides']);
  const id = `UC${'y'.repeat(22)}`;
  const feed = { url: `https://www.youtube.com/feeds/videos.xml?channel_id=${id}`, how: 'YouTube channel' };
  for (const html of [
    `<script>var data = {"externalId":"${id}"};</script>`,
    `<meta itemprop="identifier" content="${id}">`,
    `<link rel="canonical" href="https://www.youtube.com/channel/${id}">`,
  ]) {
    assert.deepEqual(feedsLinkedByPage(pageOf(html, 'text/html', channelPages[0])), [feed]);
    assert.deepEqual(feedsLinkedByPage(pageOf(html)), [], 'a video inside another page is not its owner’s channel');
  }
});

test('listings without feeds become hints', () => {
  const { hints } = findProfiles(
    pageOf(`<a href="https://podcasts.apple.com/us/podcast/low-water/id1">Apple</a>
    <a href="https://open.spotify.com/show/1">Spotify</a><a href="https://open.spotify.com/track/1">a song</a>
    <a href="https://www.twitch.tv/tides">Twitch</a>`),
  );
  assert.deepEqual(
    hints.map(({ code, details }) => details?.['platform'] ?? code),
    ['Apple Podcasts', 'Spotify', 'twitch_without_feed'],
  );
});

const pagesLinkedBy = (html: string, scope: Partial<SiteScope> = {}, url?: string) =>
  findSitePages(pageOf(html, 'text/html', url), { isHosted: false, itemUrls: new Set(), ...scope });

test('pages of the same site are found whatever their path, those of the navigation first', () => {
  const html = `<a href="/deep/er/page">x</a><a href="/notizen#top">b</a><a href="https://else.example/blog">c</a>
    <a href="/photo.jpg">d</a><a href="/letter/1">e</a><a href="https://shop.tides.example/">f</a>
    <footer><a href="/pagina/legal/aviso">g</a></footer>`;
  assert.deepEqual(pagesLinkedBy(html, { itemUrls: new Set(['https://tides.example/letter/1']) }), [
    'https://tides.example/pagina/legal/aviso',
    'https://shop.tides.example/',
    'https://tides.example/notizen',
    'https://tides.example/deep/er/page',
  ]);
});

test('a page on a host of many leads to pages of the same creator only', () => {
  const html = '<a href="/c/knots/about">a</a><a href="/a/somebody">b</a><a href="/">c</a><a href="/c/knotsy">d</a>';
  assert.deepEqual(pagesLinkedBy(html, { isHosted: true }, 'https://tube.example/c/knots/videos'), [
    'https://tube.example/c/knots/about',
  ]);
});

test('a page that hangs its parser is given up', async (t) => {
  const page = { url: 'https://a.example/', contentType: 'text/html', bytes: Buffer.from('<div>'.repeat(200_000)) };
  const reader = createPageReader({ cpuMs: 500 });
  t.after(() => reader.close());
  await assert.rejects(reader.read(page), /took more than \d+ s of CPU time/);
});
