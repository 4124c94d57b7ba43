import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFeed } from '../read-feed.ts';

type File = [name: string, type: string];

async function read(text: string) {
  const bytes = new TextEncoder().encode(text);
  const { entries } = await readFeed({ feed: { id: 'show' }, bytes, knownHashes: new Set() });
  const { type, audioUrl, audioType, videoUrl, videoType } = entries[0]!.content!.item;
  return { type, url: audioUrl ?? videoUrl, mediaType: audioUrl ? audioType : videoType };
}

const rss = ([name, type]: File) =>
  read(
    `<rss version="2.0"><channel><title>Show</title><item><title>One</title><enclosure url="https://example.org/${name}" type="${type}" length="9"/></item></channel></rss>`,
  );
const alternate = ([name, type]: File) =>
  read(
    `<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Show</title><item><title>One</title><podcast:alternateEnclosure type="${type}"><podcast:source uri="https://example.org/${name}"/></podcast:alternateEnclosure></item></channel></rss>`,
  );
const atom = ([name, type]: File) =>
  read(
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>Show</title><entry><id>x:1</id><title>One</title><link rel="enclosure" type="${type}" href="https://example.org/${name}"/></entry></feed>`,
  );
const jsonFeed = ([name, mime_type]: File) =>
  read(
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Show',
      items: [{ id: '1', title: 'One', attachments: [{ url: `https://example.org/${name}`, mime_type }] }],
    }),
  );
const formats = { rss, alternate, atom, jsonFeed };

const sounds: [...File, mediaType: string][] = [
  ['1.mp3', 'Audio/MPEG', 'audio/mpeg'],
  ['1.mp3', ' audio/mpeg ', 'audio/mpeg'],
  ['play', 'AUDIO/Ogg; codecs=Opus', 'audio/ogg; codecs=Opus'],
  ['1.mp3', 'mp3', 'audio/mpeg'],
  ['1.MP3', 'audio', 'audio/mpeg'],
  ['1.mp3', 'application/mp3', 'audio/mpeg'],
  ['1.m4a', 'application/octet-stream', 'audio/mp4'],
  ['1.mp4', 'audio/mp4', 'audio/mp4'],
  ['1.opus', '', 'audio/ogg'],
];
for (const [format, reading] of Object.entries(formats)) {
  test(`audio makes an episode whatever its stated type (${format})`, async () => {
    for (const [name, type, mediaType] of sounds)
      assert.deepEqual(
        await reading([name, type]),
        { type: 'episode', url: `https://example.org/${name}`, mediaType },
        `${name} as “${type}”`,
      );
  });

  test(`types are case-insensitive, and a page or picture named like an audio file is no episode (${format})`, async () => {
    const film = await reading(['1.mp4', 'Video/MP4']);
    assert.deepEqual(film, { type: 'video', url: 'https://example.org/1.mp4', mediaType: 'video/mp4' });
    for (const type of ['Text/HTML', 'IMAGE/jpeg'])
      assert.deepEqual((await reading(['1.mp3', type])).type, 'article', type);
  });
}

test('a picture with an upper-case type is the picture of its item', async () => {
  const text = `<rss version="2.0"><channel><title>Show</title><item><title>One</title><enclosure url="https://example.org/1" type="Image/JPEG"/></item></channel></rss>`;
  const bytes = new TextEncoder().encode(text);
  const { entries } = await readFeed({ feed: { id: 'show' }, bytes, knownHashes: new Set() });
  assert.equal(entries[0]!.content!.item.image, 'https://example.org/1');
});
