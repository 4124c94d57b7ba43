// Tests that feeds are well formed and complete for readers and directories, and contain nothing that is hidden.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { XMLValidator } from 'fast-xml-parser';
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import { feedFiles, feedLinks } from './feeds.ts';
import type { Channel } from '#contract/schemas/content-files.ts';
import type { Room, RoomItem } from '#domain/room.ts';
import { sandboxRoom } from '#domain/sandbox.ts';

const mock = sandboxRoom({ baseUrl: 'https://room.example' });
const hostile = 'Fish & <chips> ]]> \u0007\u2028 “x”';
const bodyOf = (item: RoomItem) => `${hostile}\n\n![A pier](media/pier.png)\n\nThe end of ${item.id}.`;

const audio = {
  audioUrl: 'https://pod.example/a.mp3',
  audioType: 'audio/mpeg',
  audioBytes: 123,
  season: 2,
  episode: 3,
  chaptersUrl: 'https://pod.example/chapters.json',
  transcripts: [{ url: 'https://pod.example/t.vtt', type: 'text/vtt', language: 'en' }],
  persons: [{ name: 'A & B', role: 'guest' }],
  image: 'media/cover.png',
};
const channel: Channel = {
  description: hostile,
  language: 'de',
  copyright: '© A & B',
  categories: [{ name: 'Science', subcategory: 'Earth Sciences' }, { name: 'Sports & Outdoors' }],
  explicit: true,
  guid: '4ea9dfcb-4a03-5c2f-8c5d-7d4b9e9a8f10',
  type: 'serial',
  image: 'https://pod.example/cover.jpg',
  owner: { name: 'A & B', email: 'show@pod.example' },
  funding: [{ url: 'https://pod.example/give', label: 'Give & take' }],
};
const room: Room = {
  ...mock,
  channels: { pod: channel },
  creator: { ...mock.creator, webSubHub: 'https://hub.example/', publication: hostile },
  items: mock.items.map((item) => ({
    ...item,
    title: hostile,
    ...(item.type === 'episode' && { ...audio, sourceFeed: 'pod' }),
  })),
};

const made = (of: Room) => new Map(feedFiles(of, bodyOf).map(({ path, body }) => [path, body()]));
const files = made(room);
const rss = parseRssFeed(files.get('/feed.xml')!);
const podcast = parseRssFeed(files.get('/podcast.xml')!);
const atom = parseAtomFeed(files.get('/atom.xml')!);
const json = parseJsonFeed(files.get('/feed.json')!);

test('every feed is well formed, and holds no character that XML forbids', () => {
  for (const path of ['/feed.xml', '/atom.xml', '/podcast.xml']) {
    assert.equal(XMLValidator.validate(files.get(path)!), true, path);
    assert.doesNotMatch(files.get(path)!, /\u0007/, path);
  }
});

test('each format tells the same entries, newest first, with their whole text', () => {
  const pages = room.items.filter(({ type }) => type !== 'timeline').length;
  const dates = [
    rss.items!.map(({ pubDate }) => Date.parse(pubDate!)),
    atom.entries!.map(({ published }) => Date.parse(published!)),
    json.items!.map(({ date_published: date }) => Date.parse(date!)),
  ];
  for (const list of dates) {
    assert.equal(list.length, pages);
    assert.deepEqual(list, dates[0]);
    assert.deepEqual(
      list,
      [...list].sort((a, b) => b - a),
    );
  }
  const texts = [rss.items![0]!.content!.encoded!, atom.entries![0]!.content!.value!, json.items![0]!.content_html!];
  for (const html of texts) {
    assert.match(html, /Fish &amp; &lt;chips&gt; \]\]&gt;/);
    assert.match(html, /src="https:\/\/room\.example\/media\/pier\.png"/);
    assert.match(html, /The end of /);
  }
});

test('feeds name themselves and their hub', () => {
  const self = (links: { rel?: string; href?: string }[] | undefined, rel: string) =>
    links?.find((link) => link.rel === rel)?.href;
  assert.equal(self(rss.atom?.links, 'self'), 'https://room.example/feed.xml');
  assert.equal(self(rss.atom?.links, 'hub'), 'https://hub.example/');
  assert.equal(self(podcast.atom?.links, 'self'), 'https://room.example/podcast.xml');
  assert.equal(self(atom.links, 'self'), 'https://room.example/atom.xml');
  assert.equal(self(atom.links, 'hub'), 'https://hub.example/');
  assert.equal(json.feed_url, 'https://room.example/feed.json');
  assert.deepEqual(json.hubs, [{ type: 'WebSub', url: 'https://hub.example/' }]);
});

test('the JSON Feed has what version 1.1 requires', () => {
  const raw = JSON.parse(files.get('/feed.json')!);
  assert.equal(raw.version, 'https://jsonfeed.org/version/1.1');
  assert.ok(raw.title && Array.isArray(raw.items));
  for (const item of raw.items) assert.ok(typeof item.id === 'string' && item.content_html);
  assert.deepEqual(raw.items.find((item: { attachments?: object[] }) => item.attachments)!.attachments, [
    { url: audio.audioUrl, mime_type: 'audio/mpeg', size_in_bytes: 123, duration_in_seconds: 1800 },
  ]);
});

test('the podcast has every tag that Apple and the Podcast Standards Project require', () => {
  const { podcast: tags, title, description, link, language } = podcast;
  const itunes = podcast.itunes!;
  for (const required of [title, description, link, language]) assert.ok(required);
  assert.equal(itunes.image, channel.image);
  assert.deepEqual(itunes.categories, [
    { text: 'Science', categories: [{ text: 'Earth Sciences' }] },
    { text: 'Sports & Outdoors' },
  ]);
  assert.deepEqual([itunes.explicit, itunes.type, language], [true, channel.type, channel.language]);
  assert.deepEqual(itunes.owner, channel.owner);
  assert.equal(tags!.guid, channel.guid);
  assert.deepEqual(tags!.fundings, [{ url: 'https://pod.example/give', display: 'Give & take' }]);
  assert.match(files.get('/podcast.xml')!, /<itunes:explicit>true<\/itunes:explicit>/);
  for (const item of podcast.items!) {
    assert.deepEqual(item.enclosures, [{ url: audio.audioUrl, length: 123, type: 'audio/mpeg' }]);
    for (const required of [item.title, item.guid!.value, item.pubDate, item.description]) assert.ok(required);
    assert.equal(item.guid!.isPermaLink, false);
    assert.deepEqual([item.itunes!.duration, item.itunes!.season, item.itunes!.episode], [1800, 2, 3]);
    assert.deepEqual(item.podcast!.transcripts, audio.transcripts);
    assert.equal(item.podcast!.chapters!.url, audio.chaptersUrl);
    assert.deepEqual(item.podcast!.persons, [{ display: 'A & B', role: 'guest' }]);
  }
});

test('The creator can change the facts of the show', () => {
  const own = {
    category: 'Arts',
    explicit: false,
    type: 'episodic' as const,
    guid: 'own',
    funding: 'https://a.example/',
  };
  const changed = parseRssFeed(
    made({ ...room, creator: { ...room.creator, podcast: { ...own, email: 'me@a.example' } } }).get('/podcast.xml')!,
  );
  assert.deepEqual(changed.itunes?.categories, [{ text: 'Arts' }]);
  assert.deepEqual([changed.itunes?.explicit, changed.itunes?.type, changed.podcast?.guid], [false, 'episodic', 'own']);
  assert.equal(changed.itunes?.owner?.email, 'me@a.example');
  assert.equal(changed.podcast?.fundings?.[0]?.url, 'https://a.example/');
});

test('A podcast whose feed states no facts has none that are made up', () => {
  const xml = made({ ...room, channels: {} }).get('/podcast.xml')!;
  assert.doesNotMatch(xml, /itunes:category|itunes:explicit|itunes:type|podcast:guid|podcast:funding|itunes:owner/);
});

test('a room without a recording has no podcast, and says of none', () => {
  assert.equal(made(mock).has('/podcast.xml'), false);
  assert.deepEqual(
    feedLinks(mock).map(({ path }) => path),
    ['/feed.xml', '/atom.xml', '/feed.json'],
  );
  assert.ok(feedLinks(room).some(({ path }) => path === '/podcast.xml'));
});

test('no feed holds a text that has a price, or an item that is hidden anywhere', () => {
  const [article, other] = room.items.filter(({ type }) => type === 'article');
  const [episode] = room.items.filter(({ type }) => type === 'episode');
  const items = room.items.map((item) => {
    if (item.id === other!.id) return { ...item, hiddenOn: ['api' as const] };
    return item.id === episode!.id ? { ...item, hiddenOn: ['mediaRoom' as const] } : item;
  });
  const access = { enabled: true, prices: { [`article:${article!.id}`]: 21 } };
  for (const [path, text] of made({ ...room, items, access })) {
    assert.doesNotMatch(text, new RegExp(`The end of (${article!.id}|${other!.id}|${episode!.id})`), path);
    assert.doesNotMatch(text, new RegExp(`${other!.id}|${episode!.id}`), path);
    if (path !== '/podcast.xml') assert.match(text, /The full text has a price: 21 sats\./, path);
  }
});

test('a video that is a file is enclosed where there is no audio, also in the podcast', () => {
  const video = { audioUrl: undefined, videoUrl: 'https://pod.example/v.mp4', videoType: 'video/mp4', videoBytes: 9 };
  const items = room.items.map((item) =>
    item.type === 'episode' || item.type === 'video' ? { ...item, ...video } : item,
  );
  const of = made({ ...room, items });
  const enclosure = { url: video.videoUrl, length: 9, type: 'video/mp4' };
  for (const path of ['/podcast.xml', '/feed.xml']) {
    const enclosed = parseRssFeed(of.get(path)!).items?.filter(({ enclosures }) => enclosures);
    assert.deepEqual(enclosed?.[0]?.enclosures, [enclosure], path);
  }
  assert.match(of.get('/podcast.xml')!, /v\.mp4/);
  assert.doesNotMatch(of.get('/podcast.xml')!, /Sandbox video/);
});

test('the podcast names every episode up to 2,000, since apps forget what a feed names no more', () => {
  const episode = room.items.find(({ type }) => type === 'episode')!;
  const items = Array.from({ length: 2001 }, (_, i) => ({ ...episode, id: `episode-${i}`, title: `Episode ${i}` }));
  const frame = 'all the same';
  const feedOf = (of: RoomItem[]) => made({ ...room, frame, items: of }).get('/podcast.xml')!;
  const before = feedOf(items);
  assert.equal(XMLValidator.validate(before), true);
  const guids = parseRssFeed(before).items!.map(({ guid }) => guid!.value);
  assert.deepEqual(
    guids,
    items.slice(0, 2000).map(({ id }) => id),
  );
  let read = 0;
  const added = [{ ...episode, id: 'new', title: 'New' }, ...items];
  const counted = (item: RoomItem) => (item.id.startsWith('episode') && read++, bodyOf(item));
  const after = feedFiles({ ...room, frame, items: added }, counted).find(({ path }) => path === '/podcast.xml')!;
  assert.match(after.body(), /<title>New<[^]*<title>Episode 1998</);
  assert.ok(read < 100);
});

test('an episode number that Apple refuses is stated to other apps only', () => {
  for (const episode of [7.5, 0]) {
    const items = room.items.map((item) => (item.type === 'episode' ? { ...item, episode } : item));
    const [item] = parseRssFeed(made({ ...room, items }).get('/podcast.xml')!).items!;
    assert.deepEqual([item!.itunes!.episode, item!.podcast!.episode!.number], [undefined, episode]);
  }
});
