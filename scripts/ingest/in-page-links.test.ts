import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFeed } from './read-feed.ts';

const feedAddress = 'https://news.example/rss.xml?uuid=u1&key=PRIVATE77';
const page = 'https://news.example/p/tides';

const body =
  '<p>High water<a href="#fn:1">1</a> <a href="table.html">table</a> <a href="?print=1">print</a> <a href="#">top</a></p>' +
  '<h2 id="two">Two<a class="anchor" href="#two">#</a></h2><h3><a class="headerlink" href="#three">¶</a>Three</h3>';
const expected = (base: string, own = page) =>
  `High water[\\[1\\]](${own}#fn:1) [table](${base}table.html) [print](${base === own ? own : base}?print=1) top\n\n## Two\n\n### Three`;
const onPage = expected('https://news.example/p/').replace('/p/?print', '/p/tides?print');

const escaped = body.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const rss = (item: string, { channel = '<link>https://news.example/</link>', base = '' } = {}): string =>
  `<rss version="2.0"${base}><channel><title>Tides</title>${channel}<item><title>One</title>${item}</item></channel></rss>`;
const atom = (content: string, base = ''): string =>
  `<feed xmlns="http://www.w3.org/2005/Atom"${base}><title>Tides</title>
    <link rel="self" href="${feedAddress.replace('&', '&amp;')}"/><link href="https://news.example/"/>
    <entry><id>tag:1</id><title>One</title><link href="/p/tides"/>${content}</entry></feed>`;
const jsonFeed = (more: object): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Tides',
    feed_url: feedAddress,
    items: [{ id: '1', content_html: body, ...more }],
  });

async function bodyIn(text: string): Promise<string> {
  const { entries } = await readFeed({
    feed: { id: 'tides', url: feedAddress },
    bytes: new TextEncoder().encode(text),
    address: feedAddress,
    knownHashes: new Set(),
  });
  assert.doesNotMatch(JSON.stringify(entries), /PRIVATE77|rss\.xml/);
  return entries[0]!.content!.body;
}

const description = `<description>${escaped}</description>`;
const xhtml = `<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">${body}</div></content>`;

test('links to fragments lead to the page of the item in every format', async () => {
  const feeds = [
    rss(`<link>${page}</link>${description}`),
    rss(`<guid>${page}</guid>${description}`),
    rss(`<link>/p/tides</link>${description}`),
    rss(`<link>${page}</link>${description}`, { channel: '' }),
    rss(`<link>${page}</link>${description}`, { base: ` xml:base="${feedAddress.replace('&', '&amp;')}"` }),
    atom(`<content type="html">${escaped}</content>`),
    atom(xhtml),
    jsonFeed({ url: page }),
  ];
  for (const feed of feeds) assert.equal(await bodyIn(feed), onPage, feed);
});

test('an xml:base resolves relative links, and links to fragments still lead to the page of the item', async () => {
  const base = ' xml:base="https://files.example/tides/"';
  const withBase = expected('https://files.example/tides/');
  assert.equal(await bodyIn(rss(`<link>${page}</link>${description}`, { base })), withBase);
  assert.equal(await bodyIn(atom(xhtml.replace('<div', `<div${base}`))), withBase);
});

test('links to fragments become text if the item has no page, and the site resolves other links', async () => {
  const text = expected('https://news.example/').replace(`[\\[1\\]](${page}#fn:1)`, '\\[1\\]');
  assert.equal(await bodyIn(rss(description)), text);
  assert.equal(await bodyIn(jsonFeed({}).replace('"title"', '"home_page_url":"https://news.example/","title"')), text);
});

test('a relative link is never resolved with the query of the address of the feed', async () => {
  const text = await bodyIn(rss('<description>&lt;a href="a.html"&gt;a&lt;/a&gt;</description>', { channel: '' }));
  assert.equal(text, '[a](https://news.example/a.html)');
});
