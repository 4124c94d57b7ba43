// Tests pictures in media/ that a feed file in the content folder names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Feed } from '#contract/schemas/content-files.ts';
import { readFeed } from '../read-feed.ts';

const rss = (image: string, body = '') => `<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"
    xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Tides</title>
  <atom:link rel="self" href="https://tides.example.org/feeds/all.xml"/>
  <item><title>Slack</title><guid>1</guid><description><![CDATA[<p>Still.</p>${body}]]></description>
    <media:thumbnail url="${image}"/></item>
</channel></rss>`;

const jsonFeed = (image: string) =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    home_page_url: 'https://tides.example.org/feeds/',
    items: [{ id: '1', title: 'Slack', content_text: 'Still.', image }],
  });

async function contentOf(text: string, feed: Omit<Feed, 'id'>) {
  const bytes = new TextEncoder().encode(text);
  const reading = await readFeed({ feed: { id: 'tides', ...feed }, bytes, address: feed.url, knownHashes: new Set() });
  return reading.entries[0]!.content!;
}

const local: Omit<Feed, 'id'> = { file: 'feeds/all.xml', type: 'video' };
const remote: Omit<Feed, 'id'> = { url: 'https://tides.example.org/feeds/all.xml', type: 'video' };

test('a feed file may name a picture in media/, for the item and in its body', async () => {
  const { item, body } = await contentOf(rss('media/slack.webp', '<img src="media/a/b.webp" alt="A buoy">'), local);
  assert.equal(item.image, 'media/slack.webp');
  assert.equal(item.thumbnailUrl, 'media/slack.webp');
  assert.match(body, /!\[A buoy\]\(media\/a\/b\.webp\)/);
  assert.equal((await contentOf(jsonFeed('media/slack.webp'), local)).item.image, 'media/slack.webp');
});

test('the same names in a feed from the web are relative links', async () => {
  const { item, body } = await contentOf(rss('media/slack.webp', '<img src="media/b.webp" alt="A buoy">'), remote);
  assert.equal(item.image, 'https://tides.example.org/feeds/media/slack.webp');
  assert.equal(item.thumbnailUrl, 'https://tides.example.org/feeds/media/slack.webp');
  assert.match(body, /\(https:\/\/tides\.example\.org\/feeds\/media\/b\.webp\)/);
  const fromJson = await contentOf(jsonFeed('media/slack.webp'), remote);
  assert.equal(fromJson.item.image, 'https://tides.example.org/feeds/media/slack.webp');
});

test('a name that leads out of media/ is a relative link too, in feed files as well', async () => {
  const outside = 'https://tides.example.org/feeds/creator.json';
  assert.equal((await contentOf(rss('media/../creator.json'), local)).item.image, outside);
  const { body } = await contentOf(rss('media/slack.webp', '<img src="media/../creator.json" alt="A buoy">'), local);
  assert.match(body, /\(https:\/\/tides\.example\.org\/feeds\/creator\.json\)/);
});

test('other relative pictures of a feed file are resolved with the site of the feed', async () => {
  const { item } = await contentOf(rss('pictures/slack.webp'), local);
  assert.equal(item.image, 'https://tides.example.org/feeds/pictures/slack.webp');
});
