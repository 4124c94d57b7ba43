import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAddressKeys, publicAddress } from './private-addresses.ts';

const key = 'q7Zr2mVx9LkTd4Wb8NhC';
const uuid = '3f0c9a52-7c1e-4b7a-9d44-5be0a1f3c6d8';

test('an address loses the parameters that hold a personal key', () => {
  const cases: [string, string][] = [
    [`https://news.example/post/?uuid=${uuid}&key=${key}`, 'https://news.example/post/'],
    [`https://news.example/post/?uuid=u1&ref=mail&key=PRIVATE77#a`, 'https://news.example/post/?ref=mail#a'],
    [`https://www.patreon.com/rss/tides?auth=${key}&show=12`, 'https://www.patreon.com/rss/tides?show=12'],
    [`https://tides.memberful.com/rss/5?auth=${key}`, 'https://tides.memberful.com/rss/5'],
    [`https://tides.castos.com/feed?uuid=${uuid}`, 'https://tides.castos.com/feed'],
    [`https://feeds.npr.org/1/podcast.xml?uid=${key}`, 'https://feeds.npr.org/1/podcast.xml'],
    [`https://shop.example/a?x=1&amp;access_token=${key}`, 'https://shop.example/a?x=1'],
    [`https://shop.example/a?feed_token=${key}`, 'https://shop.example/a'],
    [`https://s3.example/a.mp3?X-Amz-Signature=${key}&v=2`, 'https://s3.example/a.mp3?v=2'],
    [`https://reader:pass@news.example/feed`, 'https://news.example/feed'],
    [`https://news.example/#access_token=${key}`, 'https://news.example/'],
    [
      `https://apps.example/add?url=https%3A%2F%2Fwww.patreon.com%2Frss%2Ftides%3Fauth%3D${key}&x=1`,
      'https://apps.example/add?x=1',
    ],
  ];
  for (const [address, expected] of cases) assert.equal(publicAddress(address), expected, address);
});

test('an address with a personal key in its path is removed', () => {
  const cases = [
    `https://api.substack.com/feed/podcast/12345/private/${uuid}.rss`,
    `https://tides.supportingcast.fm/content/${key}.rss`,
    'https://tides.supercast.tech/feeds/j302h20ihio23j',
    'https://subscribers.transistor.fm/0a1b2c3d4e5f',
    `https://private.captivate.fm/tides/${key}`,
    'https://access.acast.com/rss/tides/9f8e7d6c',
    `https://feeds.redcircle.com/${uuid}/pf/${key}`,
    'https://news.example/private/PRIVATE77.rss',
    'https://news.example/feed/private/abc',
    `https://news.example/rss/members/${key}`,
    `https://calendar.google.com/calendar/ical/a%40example.org/private-${key}/basic.ics`,
    `https://apps.example/feed/https%3A%2F%2Fwww.patreon.com%2Frss%2Ftides%3Fauth%3D${key}`,
    `podcast://news.example/private/${key}`,
  ];
  for (const address of cases) assert.equal(publicAddress(address), undefined, address);
});

test('public addresses stay unchanged', () => {
  const cases = [
    'https://www.youtube.com/feeds/videos.xml?channel_id=UCabc123DEF456ghi789JKLm',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PLabcdefgh123',
    `https://feeds.acast.com/public/shows/${uuid}`,
    `https://www.omnycontent.com/d/playlist/${uuid}/${uuid}/podcast.rss`,
    `https://feeds.redcircle.com/${uuid}`,
    'https://sphinx.example/p/s/1/media.mp3?tk=eyJ0ayI6ImRlZmF1bHQiLCJhZHMiOnRydWV9&sig=IivcCJ9x2LmQ',
    `https://firebasestorage.googleapis.com/v0/b/x/o/a.png?alt=media&token=${uuid}`,
    'https://player.vimeo.com/video/12345?h=abc123def4',
    'https://docs.google.com/oimg?key=0AjzaNguPE5xdDJJUnRCaXZueks1',
    'https://news.example/private/policy',
    'https://news.example/rss/how-we-measured-the-tides-of-2026',
    'https://coins.example/chart?token=ethereum',
    'https://medium.example/@mara/tides-1a2b3c4d5e6f',
    'https://news.example/feed.xml#fn:1',
    '/unsubscribe',
  ];
  for (const address of cases) assert.equal(publicAddress(address), address);
});

test('the keys of a feed are found in its query, its path and its userinfo', () => {
  const cases: [string, string[]][] = [
    ['https://news.example/rss.xml?uuid=u1&key=PRIVATE77', ['uuid=u1', 'PRIVATE77']],
    [`https://news.example/rss.xml?x=${key}`, [key]],
    [`https://reader:${key}@news.example/feed`, [key]],
    ['https://reader:podcast@news.example/feed', [':podcast@']],
    ['https://news.example/private/PRIVATE77.rss', ['PRIVATE77']],
    ['https://news.example/private/PRIVATE77/feed.xml', ['PRIVATE77']],
    ['https://news.example/feed/private/abc', ['news.example/feed/private/abc']],
    ['https://tides.supercast.tech/feeds/j302h20ihio23j', ['j302h20ihio23j']],
    ['https://news.example/feed.xml', []],
    ['https://news.example/?feed=rss2', []],
    ['https://www.youtube.com/feeds/videos.xml?channel_id=UCabc123DEF456ghi789JKLm', []],
    [`https://feeds.redcircle.com/${uuid}`, []],
  ];
  for (const [address, expected] of cases) assert.deepEqual(findAddressKeys(address), expected, address);
});

test('a known key is taken out of any spelling of an address', () => {
  const keys = findAddressKeys('https://news.example/rss.xml?uuid=u1&key=PRIVATE77');
  const cases: [string, string | undefined][] = [
    ['http://NEWS.example/rss.xml?key=PRIVATE77&uuid=u1#fn:1', 'http://NEWS.example/rss.xml#fn:1'],
    ['https://news.example/rss.xml?k=%50RIVATE77', 'https://news.example/rss.xml'],
    [
      'https://apps.example/?u=https%253A%252F%252Fnews.example%252Frss.xml%253Fkey%253DPRIVATE77',
      'https://apps.example/',
    ],
    ['https://news.example/PRIVATE77/rss.xml', undefined],
    ['https://news.example/rss.xml', 'https://news.example/rss.xml'],
  ];
  for (const [address, expected] of cases) assert.equal(publicAddress(address, keys), expected, address);
});
