import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MediaFile, Room } from '#domain/room.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { listCovers, coverUrl, findShowPicture } from './covers.ts';
import { episodesOf, newestEntries } from './entries.ts';
import { podcastFeed } from './podcast.ts';
import { rssFeed } from './rss.ts';

const picture = (file: string, width: number, height: number, type: string): MediaFile => {
  return { file, width, height, type, bytes: 1, sha256: file.repeat(8) };
};
const mock = sandboxRoom({ baseUrl: 'https://room.example' });
const recorded = mock.items.map((item) =>
  item.type === 'episode' ? { ...item, audioUrl: 'https://pod.example/a.mp3', image: undefined } : item,
) as Room['items'];

function roomWith(media: MediaFile[], image?: string): Room {
  const { portrait: _, logos: __, ...creator } = mock.creator;
  return { ...mock, items: recorded, media, creator: { ...creator, ...(image && { podcast: { image } }) } };
}

test('a square JPEG or PNG of the right size is its own cover, and nothing is made', () => {
  for (const own of [picture('a.jpg', 1400, 1400, 'image/jpeg'), picture('b.png', 3000, 3000, 'image/png')]) {
    const room = roomWith([own], own.file);
    assert.equal(coverUrl(room, `media/${own.file}`), `https://room.example/media/${own.file}`);
    assert.deepEqual(listCovers(room), []);
  }
});

test('any other picture has a square JPEG of 1400 to 3000 pixels, under an address that names its bytes', () => {
  const cases: [MediaFile, number][] = [
    [picture('a.webp', 800, 800, 'image/webp'), 1400],
    [picture('b.jpg', 4000, 5000, 'image/jpeg'), 3000],
    [picture('c.png', 2400, 1800, 'image/png'), 1800],
    [picture('d.svg', 64, 64, 'image/svg+xml'), 1400],
    [picture('e.avif', 2000, 2000, 'image/avif'), 2000],
  ];
  for (const [own, side] of cases) {
    const room = roomWith([own], own.file);
    const [cover, ...others] = listCovers(room);
    assert.deepEqual([cover!.side, cover!.picture, others], [side, own, []], own.file);
    assert.match(cover!.path, /^\/pictures\/[0-9a-f]{16}-cover-\d+\.jpg$/);
    assert.equal(coverUrl(room, `media/${own.file}`), room.baseUrl + cover!.path);
  }
});

test('each picture of an episode is made once, however many episodes show it', () => {
  const media = [picture('a.webp', 800, 800, 'image/webp'), picture('other.webp', 800, 800, 'image/webp')];
  const room = roomWith(media);
  room.items = room.items.map((item) => (item.type === 'episode' ? { ...item, image: 'media/a.webp' } : item));
  assert.deepEqual(
    listCovers(room).map((cover) => cover.picture.file),
    ['a.webp'],
  );
});

test('a picture elsewhere is named as it is, unless its name says that it is no JPEG or PNG', () => {
  const room = roomWith([]);
  for (const address of ['https://e.example/a.jpg', 'https://e.example/cover?of=1', 'https://e.example/a.PNG?w=9'])
    assert.equal(coverUrl(room, address), address);
  for (const address of ['https://e.example/a.webp', 'https://e.example/a.avif?w=9', 'https://e.example/a.GIF#x'])
    assert.equal(coverUrl(room, address), undefined);
});

test('a show without a cover uses that of an episode, or a picture of the creator', () => {
  const room = roomWith([]);
  const [first, second] = episodesOf(room);
  const episodes = [
    { ...first!, image: 'https://e.example/a.webp' },
    { ...(second ?? first!), image: 'https://e.example/b.jpg' },
  ];
  assert.equal(findShowPicture(room, episodes), 'https://e.example/b.jpg');
  room.creator.portrait = { file: 'me.jpg', alt: 'Me' };
  assert.equal(findShowPicture(room, episodes.slice(0, 1)), 'media/me.jpg');
});

test('a room without a podcast has no covers', () => {
  assert.deepEqual(listCovers({ ...roomWith([picture('a.webp', 9, 9, 'image/webp')], 'a.webp'), items: [] }), []);
});

test('every cover that a feed names is made, also where streams have sound and a picture', () => {
  const room = roomWith(['a', 'b', 'c'].map((name) => picture(`${name}.webp`, 800, 800, 'image/webp')));
  const audioUrl = 'https://pod.example/a.mp3';
  room.items = room.items.map((item) => ({
    ...item,
    audioUrl,
    image: `media/${item.type === 'episode' ? 'a' : 'b'}.webp`,
  }));
  const feeds = [
    rssFeed(
      room,
      newestEntries(room, () => ''),
      'https://room.example/feed.xml',
    ),
    podcastFeed({ room, bodyOf: () => '' }, episodesOf(room), 'https://room.example/podcast.xml'),
  ];
  const named = feeds.flatMap((feed) => [...feed.matchAll(/https:..room.example(\/pictures\/\S+-cover-\d+\.jpg)/g)]);
  assert.ok(named.length > 1);
  assert.deepEqual(new Set(named.map(([, path]) => path)), new Set(listCovers(room).map(({ path }) => path)));
});
