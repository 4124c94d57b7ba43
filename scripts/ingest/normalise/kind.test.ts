import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Feed } from '#contract/schemas/content-files.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
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
  ['1.mp3', 'IMAGE/jpeg', 'audio/mpeg'],
  ['1.mp3', 'video/mpeg', 'audio/mpeg'],
  ['1.mp3', 'audio/mpeg; charset=UTF-8', 'audio/mpeg'],
  ['1.mp3?token=1', '', 'audio/mpeg'],
  ['play.php?file=1.mp3', '', 'audio/mpeg'],
  ['live.m3u8', 'application/x-mpegURL', 'application/vnd.apple.mpegurl'],
  ['live.m3u8', 'audio/mpegurl', 'application/vnd.apple.mpegurl'],
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

  test(`types are case-insensitive, and a page named like an audio file is no episode, nor is a picture (${format})`, async () => {
    const film = await reading(['1.mp4', 'Video/MP4']);
    assert.deepEqual(film, { type: 'video', url: 'https://example.org/1.mp4', mediaType: 'video/mp4' });
    for (const [name, type] of [
      ['1.mp3', 'Text/HTML'],
      ['1.jpg', 'audio/mpeg'],
      ['1.jpg', 'video/mp4'],
    ] as File[])
      assert.deepEqual((await reading([name, type])).type, 'article', `${name} as “${type}”`);
  });
}

test('a picture with an upper-case type is the picture of its item', async () => {
  const text = `<rss version="2.0"><channel><title>Show</title><item><title>One</title><enclosure url="https://example.org/1" type="Image/JPEG"/></item></channel></rss>`;
  const bytes = new TextEncoder().encode(text);
  const { entries } = await readFeed({ feed: { id: 'show' }, bytes, knownHashes: new Set() });
  assert.equal(entries[0]!.content!.item.image, 'https://example.org/1');
});

const files = (...enclosures: [...File, more?: string][]) =>
  enclosures
    .map(([name, type, more = '']) => `<enclosure url="https://example.org/${name}" type="${type}" ${more}/>`)
    .join('');
const item = async (content: string) => {
  const [read] = await readAll(
    `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Show</title><item><title>One</title>${content}</item></channel></rss>`,
  );
  return read!;
};

test('the audio file that most browsers can play is chosen', async () => {
  const mp3: File = ['1.mp3', 'audio/mpeg'];
  const others: File[] = [
    ['1.ogg', 'audio/ogg'],
    ['1.opus', 'audio/ogg; codecs=opus'],
    ['1.m3u8', 'application/x-mpegURL'],
    ['1.flac', 'audio/flac'],
  ];
  for (const other of others) {
    assert.equal((await item(files(other, mp3))).audioUrl, 'https://example.org/1.mp3', other[0]);
    const alternate = `<podcast:alternateEnclosure type="audio/mpeg"><podcast:source uri="https://example.org/1.mp3"/></podcast:alternateEnclosure>`;
    assert.equal((await item(files(other) + alternate)).audioUrl, 'https://example.org/1.mp3', other[0]);
  }
  assert.equal((await item(files(['1.m4a', 'audio/x-m4a'], mp3))).audioUrl, 'https://example.org/1.m4a');
  const film = await item(files(['1.m3u8', 'application/x-mpegURL'], ['1.mp4', 'video/mp4']));
  assert.deepEqual([film.type, film.videoUrl, film.audioUrl], ['video', 'https://example.org/1.mp4', undefined]);
});

test('a file without type and name is a recording if the item has a length', async () => {
  const file = files(['download/5', '']);
  assert.equal((await item(file)).type, 'article');
  const { type, audioUrl, audioType } = await item(`${file}<itunes:duration>1:02:03.5</itunes:duration>`);
  assert.deepEqual([type, audioUrl, audioType], ['episode', 'https://example.org/download/5', undefined]);
});

test('a picture that is really a recording is not the picture of its item', async () => {
  const { image, audioUrl } = await item(files(['1.mp3', 'image/jpeg']));
  assert.deepEqual([image, audioUrl], [undefined, 'https://example.org/1.mp3']);
});

const readAll = async (text: string, settings: Partial<Feed> = {}) => {
  const bytes = new TextEncoder().encode(text);
  const { entries } = await readFeed({ feed: { id: 'show', ...settings }, bytes, knownHashes: new Set() });
  return entries.map(({ content }) => content!.item);
};

const works = (captions: string[]) =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'New sheets',
    items: captions.map((caption, at) => ({
      id: `s-${at}`,
      url: `https://example.org/sheets/${at}`,
      title: `Sheet ${at}`,
      content_html: `<p><img src="https://example.org/${at}.jpg"></p><p>${caption}</p>`,
    })),
  });

test('pictures with captions that state dimensions are works, with their picture', async () => {
  const items = await readAll(works(['Ink, 40 × 30 cm.', 'Linocut, 9,5 x 12 x 2 in', 'Gouache, sold.']));
  assert.deepEqual(
    items.map(({ type, kind, image }) => [type, kind, image]),
    [0, 1, 2].map((at) => ['timeline', 'work', `https://example.org/${at}.jpg`]),
  );
});

test('pictures without dimensions are not works unless the creator says so', async () => {
  const feed = works(['A day in May.', 'The harbour.', 'At 4 x 100 metres I won.']);
  assert.deepEqual([...new Set((await readAll(feed)).map(({ type }) => type))], ['article']);
  const chosen = await readAll(feed, { kind: 'release' });
  assert.deepEqual([...new Set(chosen.map(({ type, kind }) => `${type} ${kind}`))], ['timeline release']);
});

const calendar = (namespaces: string, title: string, elements: string) =>
  readAll(
    `<rss version="2.0" ${namespaces}><channel><title>Dates</title><item><title>${title}</title><guid>1</guid><pubDate>Fri, 01 May 2026 00:00:00 GMT</pubDate>${elements}</item></channel></rss>`,
  );

const calendars: [why: string, namespaces: string, title: string, elements: string, Partial<StoredItem>][] = [
  [
    'the event module of RSS',
    'xmlns:ev="http://purl.org/rss/1.0/modules/event/"',
    'Concert',
    '<ev:startdate>2026-12-05T19:30:00+01:00</ev:startdate><ev:enddate>2026-12-05T22:00:00+01:00</ev:enddate><ev:location>Old mill</ev:location><ev:organizer>Mill club</ev:organizer>',
    {
      startsAt: '2026-12-05T18:30:00Z',
      endsAt: '2026-12-05T21:00:00Z',
      location: 'Old mill',
      organization: 'Mill club',
    },
  ],
  [
    'xCal that was not declared, with a cancelled event',
    '',
    'Concert',
    '<xCal:dtstart>2026-12-05T18:30:00Z</xCal:dtstart><xCal:location>Old mill</xCal:location><xCal:status>CANCELLED</xCal:status>',
    { startsAt: '2026-12-05T18:30:00Z', location: 'Old mill', status: 'cancelled' },
  ],
  [
    'a calendar plug-in, with an event that its title calls moved',
    'xmlns:mec="http://webnus.net/rss/mec/"',
    'Verschoben: Konzert',
    '<mec:startDate>2026-12-05</mec:startDate><mec:startHour>18:30</mec:startHour><mec:location>Alte Mühle</mec:location>',
    { startsAt: '2026-12-05T18:30:00Z', location: 'Alte Mühle', status: 'moved' },
  ],
];
for (const [why, namespaces, title, elements, expected] of calendars) {
  test(`an entry of ${why} is an event`, async () => {
    const [item] = await calendar(namespaces, title, elements);
    const { startsAt, endsAt, location, organization, status } = item!;
    const facts = { startsAt, endsAt, location, organization, status };
    assert.deepEqual([item!.type, item!.kind], ['timeline', 'event']);
    assert.deepEqual(Object.fromEntries(Object.entries(facts).filter(([, value]) => value)), expected);
  });
}
