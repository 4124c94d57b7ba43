// Tests item pages: content hidden by a price, hostile feeds, and the content of each type.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Room, RoomItem } from '#domain/room.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { articleView } from './article.ts';
import { episodeView } from './episode.ts';
import { itemView } from './item.ts';
import { videoView } from './video.ts';

const room = sandboxRoom({ baseUrl: 'https://room.example.org' });
const item = (type: RoomItem['type'], fields: Partial<RoomItem> = {}): RoomItem => ({
  ...room.items.find((one) => one.type === type)!,
  ...fields,
});

test('the text of an article with a price is not even read', () => {
  const priced: Room = { ...room, access: { enabled: true, prices: { articles: 1210 } } };
  const view = articleView(priced, item('article'), () => assert.fail('the body was asked for'));
  assert.equal(view.prose, undefined);
  assert.equal(view.standfirst, undefined);
  assert.equal(view.price, '1,210 sats');
  assert.equal(view.head.json, undefined);
});

test('an article names its data twins, but not when it is hidden from the API', () => {
  const shown = articleView(room, item('article', { id: 'a-00000000' }), () => 'Text.');
  assert.equal(shown.head.json, '/api/agent/articles/a-00000000');
  const hidden = articleView(room, item('article', { hiddenOn: ['api'] }), () => 'Text.');
  assert.equal(hidden.head.json, undefined);
  assert.equal(hidden.head.hasMarkdown, false);
});

test('a summary that only repeats how the text begins is not shown twice', () => {
  const summary = 'The clock in my kitchen has one hand. It goes round…';
  const article = item('article', { summary });
  assert.equal(
    articleView(room, article, () => 'The *clock* in my kitchen has one hand. It goes round once a day.').standfirst,
    undefined,
  );
  const newsletter = '[View in your browser](https://a.example)\n\nThe clock in my kitchen has one hand. **It goes.**';
  assert.equal(articleView(room, article, () => newsletter).standfirst, undefined);
  assert.equal(articleView(room, article, () => 'Another beginning.').standfirst, summary);
});

test('a feed cannot make a link that runs code', () => {
  const bad = 'javascript:alert(1)';
  const links = { canonicalUrl: bad, audioUrl: bad, embedUrl: bad, chaptersUrl: bad, image: undefined };
  const lists = {
    persons: [{ name: 'Eve', href: bad }],
    transcripts: [{ url: bad, type: 'text/vtt' }],
    socialLinks: [{ id: 'x', label: 'X', url: bad, sortOrder: 1 }],
  };
  const views = [
    episodeView(room, item('episode', { ...links, ...lists }), ''),
    videoView(room, item('video', links), ''),
    articleView(room, item('article', { ...links, ...lists }), () => ''),
  ];
  for (const view of views) assert.doesNotMatch(JSON.stringify(view), /javascript:/);
});

test('a citation leads to the source, and to the room where there is none', () => {
  const own = itemView(room, item('article', { id: 'a-00000000', title: 'T', date: '2026-01-05T09:00:00Z' }));
  assert.deepEqual(own.citation, {
    before: 'Sandbox Creator. “',
    title: 'T',
    language: 'en',
    after: '”. Sandbox Publication, January 5, 2026.',
    url: 'https://room.example.org/articles/a-00000000',
  });
  const elsewhere = itemView(room, item('article', { canonicalUrl: 'https://www.example.com/t' }));
  assert.equal(elsewhere.citation.url, 'https://www.example.com/t');
  assert.equal(elsewhere.source?.label, 'example.com');
});

test('title and summary are of the script that each is written in, whatever the item says', () => {
  const arabic = { ...room, creator: { ...room.creator, language: 'ar' } };
  const of = (fields: Partial<RoomItem>) => {
    const { language, titleLanguage, summaryLanguage, citation } = itemView(arabic, item('article', fields));
    return [language, titleLanguage, summaryLanguage, citation.language];
  };
  const latin = 'Why cities forget (part 1)!';
  const own = 'لماذا تنسى المدن';
  assert.deepEqual(of({ language: 'ar', title: latin, summary: own }), [undefined, 'und-Latn', undefined, 'und-Latn']);
  assert.deepEqual(of({ title: own, summary: latin.repeat(3) }), ['und-Latn', 'ar', undefined, 'ar']);
  assert.deepEqual(of({ language: 'en', title: own, summary: latin }), ['en', 'ar', undefined, 'ar']);
  assert.deepEqual(of({ title: `PDF: ${own}`, summary: own }), [undefined, undefined, undefined, 'ar']);
});

test('a change counts when it is of another day', () => {
  const date = '2026-01-05T09:00:00Z';
  assert.equal(itemView(room, item('article', { date, updatedAt: '2026-01-05T20:00:00Z' })).changed, undefined);
  assert.equal(itemView(room, item('article', { date, updatedAt: '2026-01-07T01:00:00Z' })).changed?.iso, '2026-01-07');
});

test('an episode has its recording, and its people', () => {
  const view = episodeView(
    room,
    item('episode', {
      audioUrl: 'https://media.example.org/1.mp3',
      audioBytes: 38_400_000,
      persons: [{ name: 'Ann', role: 'host' }],
      transcripts: [{ url: 'https://media.example.org/1.vtt', type: 'text/vtt', language: 'pt' }],
      season: 2,
      episode: 3,
      episodeType: 'bonus',
    }),
    'Notes.',
  );
  assert.deepEqual(view.audio, {
    href: 'https://media.example.org/1.mp3',
    src: 'https://media.example.org/1.mp3',
    type: undefined,
    size: '38.4 MB',
    others: [],
  });
  assert.deepEqual(view.facts, ['Season 2, Episode 3', 'Bonus', '30 min']);
  assert.equal(view.kicker, 'Sandbox Podcast');
});

test('a stream says whether it is planned, and when', () => {
  const view = videoView(
    room,
    item('stream', { isPlanned: true, status: 'upcoming', startsAt: '2026-12-24T18:30:00Z' }),
    '',
  );
  assert.equal(view.state, 'Upcoming');
  assert.deepEqual(
    view.times.map(({ label, time }) => [label, time.iso]),
    [['Starts', '2026-12-24T18:30:00Z']],
  );
  assert.match(view.prose, /Mock stream/);
});

const film = {
  videoUrl: 'https://files.example.org/iron.mp4',
  videoType: 'video/mp4',
  videoBytes: 81_000_000,
  videoWidth: 1280,
  videoHeight: 720,
  embedUrl: 'https://tube.example.org/videos/embed/1',
};

test('a video file plays in the page without a frame of another host, and search engines find it', () => {
  const { file, embed, head } = videoView(room, item('video', film), '');
  assert.equal(embed, undefined);
  assert.deepEqual(
    [file?.src, file?.type, file?.size, file?.width, file?.height],
    [film.videoUrl, 'video/mp4', '81.0 MB', 1280, 720],
  );
  const { contentUrl, encodingFormat, contentSize, width } = (head.jsonLd!['@graph'] as Record<string, unknown>[])[0]!;
  assert.deepEqual([contentUrl, encodingFormat, contentSize, width], [film.videoUrl, 'video/mp4', '81000000', 1280]);
});

test('a file that no browser plays, or that the policy of the page keeps out, is left as a link', () => {
  const flash = videoView(room, item('video', { ...film, videoType: 'video/x-flv' }), '');
  assert.deepEqual([flash.file?.src, flash.file?.href, flash.embed !== undefined], [undefined, film.videoUrl, true]);
  const plain = 'http://files.example.org/iron.mp4';
  assert.deepEqual(videoView(room, item('video', { ...film, videoUrl: plain }), '').file?.src, undefined);
  const { audio } = episodeView(room, item('episode', { audioUrl: 'http://pod.example.org/a.mp3' }), '');
  assert.deepEqual([audio?.src, audio?.href], [undefined, 'http://pod.example.org/a.mp3']);
  const places = { 'http://pod.example.org/a.mp3': 'media/copies/0a.mp3' };
  const copied = episodeView(
    room,
    item('episode', { audioUrl: 'http://pod.example.org/a.mp3', mediaReplacements: places }),
    '',
  ).audio;
  assert.deepEqual([copied?.src, copied?.href], ['/media/copies/0a.mp3', '/media/copies/0a.mp3']);
});

test('an episode with both files shows the video, and times lead into it', () => {
  const audioUrl = 'https://pod.example.org/a.mp3';
  const view = episodeView(room, item('episode', { ...film, audioUrl }), '- 01:00 Iron');
  assert.deepEqual([view.video?.src, view.audio?.src], [film.videoUrl, audioUrl]);
  assert.match(view.prose, /href="https:\/\/files\.example\.org\/iron\.mp4#t=60"/);
});

test('the search for a keyword is not for crawlers, a theme is', () => {
  const { subjects } = articleView(room, item('article', { keywords: ['left boots'], themeIds: ['mock'] }), () => '');
  const rels = subjects.map(({ href, rel }) => [href, rel]);
  assert.deepEqual(rels, [
    ['/articles/theme/mock', undefined],
    ['/search?q=left+boots', 'nofollow'],
  ]);
});

test('lists in a line have the separators of the language', () => {
  const facts = (language: string) =>
    itemView({ ...room, creator: { ...room.creator, language } }, item('episode', { season: 2, episode: 3 })).facts[0];
  assert.deepEqual(['en', 'ar', 'ja'].map(facts), ['Season 2, Episode 3', 'الموسم 2، الحلقة 3', 'シーズン2、第3回']);
});

test('a keyword leads to a search that takes it, or nowhere', () => {
  const many = Array.from({ length: 17 }, (_, n) => `word${n}`).join(' ');
  const keywords = ['🔥', '…', 'the who', 'of the', many, 'x '.repeat(200)];
  const { subjects } = articleView(room, item('article', { keywords, themeIds: [] }), () => '');
  assert.deepEqual(
    subjects.map(({ label, href }) => [label, href && new URLSearchParams(href.split('?')[1]).get('q')]),
    [
      ['🔥', undefined],
      ['…', undefined],
      ['the who', '"the who"'],
      ['of the', '"of the"'],
      [many, `"${many}"`],
      ['x '.repeat(200), undefined],
    ],
  );
});
