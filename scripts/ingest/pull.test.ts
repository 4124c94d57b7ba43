import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { describeNotice } from '#contract/notices.ts';
import { describeSourceProblem } from '#contract/source-problems.ts';
import { OutgoingError } from '../../sidecar/outgoing/outgoing-error.ts';
import type { ChannelsFile, Feed } from '#contract/schemas/content-files.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { formatItemFile, parseItemFile } from '#domain/items/item-file.ts';
import type { FetchFeed } from './fetch.ts';
import { type PullOptions, pullFeeds } from './pull.ts';
import { reader } from './test-reader.ts';

const contentDir = mkdtempSync(join(tmpdir(), 'greenroom-pull-'));
after(() => rmSync(contentDir, { recursive: true }));
beforeEach(() => {
  rmSync(contentDir, { recursive: true });
  mkdirSync(contentDir);
});

const now = '2026-06-01T12:00:00Z';
const put = (name: string, text: string): void => writeFileSync(join(contentDir, name), text);
const setFeeds = (...feeds: Feed[]): void => put('feeds.json', JSON.stringify({ feeds }));
const rss = (...items: string[]): string =>
  `<rss version="2.0"><channel><title>Feed</title>${items.join('')}</channel></rss>`;
const post = (title: string, more = ''): string =>
  `<item><title>${title}</title><guid isPermaLink="false">1</guid><pubDate>Fri, 01 May 2026 06:00:00 GMT</pubDate>${more}</item>`;
const episode = (title: string): string =>
  post(title, '<enclosure url="https://example.org/1.mp3" type="audio/mpeg" length="9"/>');
const pull = (options: Partial<PullOptions> = {}) =>
  pullFeeds({ contentDir, reader, now: () => new Date(now), ...options });
const outcome = async (options?: Partial<PullOptions>) =>
  (await pull(options)).feeds.map(({ id, outcome, new: added, changed }) => `${id} ${outcome} ${added} ${changed}`);

const filesOf = (folder: string): string[] => {
  try {
    return readdirSync(join(contentDir, folder));
  } catch {
    return [];
  }
};
const read = (folder: string) => {
  const [name] = filesOf(folder);
  return parseItemFile(readFileSync(join(contentDir, folder, name!), 'utf8')) as { item: StoredItem; body: string };
};
const move = (from: string, to: string): void => {
  mkdirSync(join(contentDir, to), { recursive: true });
  const [name] = filesOf(from);
  renameSync(join(contentDir, from, name!), join(contentDir, to, name!));
};

test('items of a feed wait in the inbox', async () => {
  put('a.xml', rss(post('Hello World', '<description>&lt;p&gt;Body&lt;/p&gt;</description>')));
  setFeeds({ id: 'blog', file: 'a.xml', keywords: ['Own'] });
  assert.deepEqual(await outcome(), ['blog ok 1 0']);
  const { item, body } = read('inbox');
  assert.equal(filesOf('inbox')[0], `${item.id}.md`);
  assert.match(item.id, /^hello-world-[0-9a-f]{8}$/);
  assert.deepEqual(
    [item.type, item.date, item.keywords, item.sourceFeed, item.source?.key],
    ['article', '2026-05-01T06:00:00Z', ['own'], 'blog', 'blog 1'],
  );
  assert.equal(body, 'Body');
});

test('ingesting twice without change writes nothing', async () => {
  put('a.xml', rss(post('One')));
  setFeeds({ id: 'blog', file: 'a.xml' });
  await pull();
  const files = [join('inbox', filesOf('inbox')[0]!), join('.build', 'feed-state.json')];
  const marks = () =>
    files.map((file) => statSync(join(contentDir, file), { bigint: true })).map(({ mtimeNs, ino }) => [mtimeNs, ino]);
  const before = marks();
  assert.deepEqual(await outcome(), ['blog unchanged 0 0']);
  rmSync(join(contentDir, '.build'), { recursive: true });
  assert.deepEqual(await outcome({ now: () => new Date('2030-01-01') }), ['blog ok 0 0']);
  assert.deepEqual(marks()[0], before[0]);
  assert.equal(filesOf('inbox').length, 1);
});

test('an item without a date gets none', async () => {
  put('a.xml', rss('<item><title>Undated</title><guid>x</guid></item>'));
  setFeeds({ id: 'blog', file: 'a.xml' });
  await pull();
  put('a.xml', rss('<item><title>Undated, edited</title><guid>x</guid></item>'));
  assert.deepEqual(await outcome({ now: () => new Date('2030-01-01') }), ['blog ok 0 1']);
  const { item } = read('inbox');
  assert.deepEqual([item.title, item.date], ['Undated, edited', undefined]);
  assert.match(item.id, /^undated-[0-9a-f]{8}$/);
});

test('a waiting item that the creator edited keeps both versions of conflicting fields', async () => {
  put('a.xml', rss(post('One')));
  setFeeds({ id: 'blog', file: 'a.xml' });
  await pull();
  const { item } = read('inbox');
  put(`inbox/${item.id}.md`, formatItemFile({ item: { ...item, title: 'Mine', themeIds: ['tides'] }, body: 'Mine' }));
  rmSync(join(contentDir, '.build'), { recursive: true });
  await pull();
  assert.equal(read('inbox').item.title, 'Mine');
  put('a.xml', rss(post('Two')));
  await pull();
  const { title, themeIds, source } = read('inbox').item;
  assert.deepEqual([title, themeIds, source!.theirs], ['Mine', ['tides'], { title: 'Two' }]);
});

test('a rejected item stays rejected when it changes', async () => {
  put('a.xml', rss(post('One')));
  setFeeds({ id: 'blog', file: 'a.xml' });
  await pull();
  move('inbox', 'rejected');
  put('a.xml', rss(post('Two')));
  assert.deepEqual(await outcome(), ['blog ok 0 0']);
  assert.deepEqual(filesOf('inbox'), []);
});

test('a published item that changes at the source comes back for review under its id, once', async () => {
  put('a.xml', rss(post('One')));
  setFeeds({ id: 'blog', file: 'a.xml' });
  await pull();
  move('inbox', 'published');
  put('a.xml', rss(post('Two')));
  assert.deepEqual(await outcome(), ['blog ok 0 1']);
  assert.deepEqual([read('published').item.title, read('inbox').item.title], ['One', 'Two']);
  assert.equal(read('inbox').item.id, read('published').item.id);
  move('inbox', 'rejected');
  put('a.xml', `${rss(post('Two'))} `);
  assert.deepEqual(await outcome(), ['blog ok 0 0']);
});

test('a feed with automatic review publishes immediately and updates its items', async () => {
  put('a.xml', rss(episode('One')));
  setFeeds({ id: 'pod', file: 'a.xml', review: 'auto' });
  await pull();
  assert.deepEqual([read('published').item.title, read('published').item.approvedAt], ['One', now]);
  put('a.xml', rss(episode('Two')));
  assert.deepEqual(await outcome(), ['pod ok 0 1']);
  assert.equal(read('published').item.title, 'Two');
  assert.deepEqual(filesOf('inbox'), []);
});

test('an article waits although its feed has automatic review', async () => {
  put('a.xml', rss(post('One')));
  setFeeds({ id: 'blog', file: 'a.xml', review: 'auto' });
  await pull();
  assert.deepEqual([filesOf('inbox').length, filesOf('published').length], [1, 0]);
  assert.equal(read('inbox').item.approvedAt, undefined);
});

test('the same key in two feeds is one item of the first feed with the keywords of both', async () => {
  const item = (title: string, word: string) =>
    rss(`<item><title>${title}</title><guid>https://example.org/1</guid><category>${word}</category></item>`);
  put('a.xml', item('First', 'a'));
  put('b.xml', item('Second', 'b'));
  setFeeds({ id: 'one', file: 'a.xml' }, { id: 'two', file: 'b.xml' });
  await pull();
  assert.equal(filesOf('inbox').length, 1);
  assert.deepEqual(
    [read('inbox').item.title, read('inbox').item.keywords, read('inbox').item.sourceFeed],
    ['First', ['a', 'b'], 'one'],
  );
  put('b.xml', item('Second, edited', 'b'));
  assert.deepEqual(await outcome(), ['one unchanged 0 0', 'two ok 0 0']);
  assert.equal(read('inbox').item.title, 'First');
});

test('changed counters are not an edit', async () => {
  const feed = (views: number) =>
    `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"><entry><id>yt:video:abcDEF12345</id><title>V</title><published>2026-01-01T00:00:00Z</published><updated>2026-01-0${views}T00:00:00Z</updated><media:group><media:community><media:statistics views="${views}"/></media:community></media:group></entry></feed>`;
  put('a.xml', feed(1));
  setFeeds({ id: 'tube', file: 'a.xml' });
  await pull();
  put('a.xml', feed(2));
  assert.deepEqual(await outcome(), ['tube ok 0 0']);
});

test('a failing feed is reported with its problem and affects no other feed or item', async () => {
  put('a.xml', rss(post('One')));
  put('b.xml', '<html><body>Log in</body></html>');
  setFeeds({ id: 'bad', file: 'b.xml' }, { id: 'gone', file: 'nowhere.xml' }, { id: 'good', file: 'a.xml' });
  const { feeds } = await pull();
  assert.deepEqual(
    feeds.map(({ outcome }) => outcome),
    ['failed', 'failed', 'ok'],
  );
  assert.deepEqual(feeds[0]!.problem, { code: 'web_page', details: {} });
  assert.deepEqual(feeds[1]!.problem, { code: 'file_missing', details: { file: 'nowhere.xml' } });
  put('a.xml', 'broken');
  assert.deepEqual(await outcome(), ['bad failed 0 0', 'gone failed 0 0', 'good failed 0 0']);
  assert.equal(filesOf('inbox').length, 1);
});

test('a hostile feed cannot add lines or direction marks to the report', async () => {
  put('a.xml', '{\n"error": "\u202e"}');
  setFeeds({ id: 'bad', file: 'a.xml' });
  const [report] = (await pull()).feeds;
  assert.equal(report!.outcome, 'failed');
  assert.doesNotMatch(describeSourceProblem(report!.problem!), /[\u0000-\u001f\u202e]/);
});

test('a feed file outside the content folder is not read, not even through a symbolic link', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'greenroom-outside-'));
  writeFileSync(join(outside, 'secret.xml'), rss(post('Secret')));
  symlinkSync(outside, join(contentDir, 'link'));
  setFeeds(
    { id: 'up', file: `../${outside.split('/').at(-1)}/secret.xml` },
    { id: 'link', file: 'link/secret.xml' },
    { id: 'absolute', file: '/etc/hostname' },
  );
  const { feeds } = await pull();
  assert.deepEqual(
    feeds.map(({ outcome }) => outcome),
    ['failed', 'failed', 'failed'],
  );
  assert.equal(feeds[0]!.problem!.code, 'file_outside');
  assert.equal(feeds[1]!.problem!.code, 'file_outside');
  rmSync(outside, { recursive: true });
});

test('validators are kept for the next time and dropped when a setting changes', async () => {
  const asked: unknown[] = [];
  const fetchFeed: FetchFeed = async (_, validators) => {
    asked.push(validators?.etag);
    if (validators?.etag) return { status: 'unchanged' };
    return {
      status: 'fetched',
      bytes: Buffer.from(rss(post('One'))),
      etag: '"1"',
      address: 'https://example.org/feed',
    };
  };
  const feed: Feed = { id: 'blog', url: 'https://example.org/feed' };
  setFeeds(feed);
  assert.deepEqual(await outcome({ fetchFeed }), ['blog ok 1 0']);
  assert.deepEqual(await outcome({ fetchFeed }), ['blog unchanged 0 0']);
  setFeeds({ ...feed, keywords: ['x'] });
  assert.deepEqual(await outcome({ fetchFeed }), ['blog ok 0 0']);
  assert.deepEqual(asked, [undefined, '"1"', undefined]);
});

test('a host that fails is reported with the problem of the request', async () => {
  setFeeds({ id: 'blog', url: 'https://example.org/feed' });
  const fetchFeed: FetchFeed = async () => Promise.reject(new OutgoingError('answer_timeout', { seconds: 20 }));
  const [report] = (await pull({ fetchFeed })).feeds;
  assert.deepEqual(report!.problem, { code: 'answer_timeout', details: { seconds: 20 } });
});

test('an item file that cannot be read is reported, and its item is left alone', async () => {
  put('a.xml', rss(post('One')));
  setFeeds({ id: 'blog', file: 'a.xml' });
  await pull();
  const [name] = filesOf('inbox');
  put(`inbox/${name}`, 'no front matter');
  rmSync(join(contentDir, '.build'), { recursive: true });
  const report = await pull();
  assert.match(describeNotice(report.notices[0]!), /until you correct it.*front matter/);
  assert.equal(readFileSync(join(contentDir, 'inbox', name!), 'utf8'), 'no front matter');
});

test('only the named feed is pulled, disabled ones are not', async () => {
  put('a.xml', rss(post('One')));
  setFeeds({ id: 'one', file: 'a.xml' }, { id: 'two', file: 'a.xml' }, { id: 'off', file: 'a.xml', enabled: false });
  assert.deepEqual(await outcome({ feedId: 'two' }), ['two ok 1 0']);
  assert.deepEqual((await outcome()).length, 2);
  await assert.rejects(pull({ feedId: 'tow' }), /no feed tow\. Feeds: one, two, off/);
});

test('a broken feeds.json is explained', async () => {
  await assert.rejects(pull(), /does not exist.*npm run init/);
  put('feeds.json', '{');
  await assert.rejects(pull(), /not valid JSON/);
  put('feeds.json', JSON.stringify({ feeds: [{ id: 'A b', url: 'ftp://x' }] }));
  await assert.rejects(pull(), /feeds\.0\.id must match[^]*feeds\.0\.url must match/);
  put('feeds.json', JSON.stringify({ feeds: [{ id: 'a' }, { id: 'a', file: 'x' }] }));
  await assert.rejects(pull(), /feeds\.1\.id is used twice\n.*feeds\.0\.url is missing, and so is file/);
});

test('The facts of each feed about its show are stored, and follow the feed', async () => {
  const show = (facts: string) =>
    `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
      xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Low water</title>${facts}${episode('One')}</channel></rss>`;
  setFeeds({ id: 'show', file: 'show.xml' }, { id: 'blog', file: 'blog.xml' });
  put('blog.xml', rss());
  put(
    'show.xml',
    show(`<description>&lt;p&gt;Talks &amp;amp; tides&lt;/p&gt;</description><language>en_gb</language>
      <itunes:category text="Science"><itunes:category text="Earth Sciences"/></itunes:category>
      <itunes:category text=""/><itunes:explicit>clean</itunes:explicit><itunes:type>Serial</itunes:type>
      <itunes:owner><itunes:name>Mara</itunes:name><itunes:email>not an address</itunes:email></itunes:owner>
      <itunes:image href="https://show.example/cover.jpg"/><podcast:guid>4EA9DFCB-4A03-5C2F-8C5D-7D4B9E9A8F10</podcast:guid>
      <podcast:funding url="https://show.example/give">Give</podcast:funding><podcast:funding url="javascript:1">x</podcast:funding>`),
  );
  await pull();
  const channels = () => (JSON.parse(readFileSync(join(contentDir, 'channels.json'), 'utf8')) as ChannelsFile).channels;
  assert.deepEqual(channels(), {
    show: {
      title: 'Low water',
      description: 'Talks & tides',
      language: 'en-GB',
      categories: [{ name: 'Science', subcategory: 'Earth Sciences' }],
      explicit: false,
      guid: '4ea9dfcb-4a03-5c2f-8c5d-7d4b9e9a8f10',
      type: 'serial',
      image: 'https://show.example/cover.jpg',
      owner: { name: 'Mara' },
      funding: [{ url: 'https://show.example/give', label: 'Give' }],
    },
    blog: { title: 'Feed' },
  });
  put('show.xml', show('<itunes:explicit>true</itunes:explicit>'));
  await pull();
  assert.deepEqual(channels()['show'], { title: 'Low water', explicit: true });
  setFeeds({ id: 'show', file: 'show.xml' });
  await pull();
  assert.deepEqual(Object.keys(channels()), ['show', 'blog']);
});

test('a reply is hidden from pages until the creator shows it, and an edit does not hide it again', async () => {
  const reply = (text: string) => rss(post('', `<description>@liis ${text}</description>`));
  put('a.xml', reply('Ten minutes.'));
  setFeeds({ id: 'posts', file: 'a.xml', type: 'timeline' });
  await pull();
  const { item, body } = read('inbox');
  assert.deepEqual([item.isReply, item.hiddenOn], [true, ['mediaRoom']]);
  const { hiddenOn: _, ...approved } = item;
  move('inbox', 'published');
  put(join('published', filesOf('published')[0]!), formatItemFile({ item: approved, body }));
  put('a.xml', reply('Twenty minutes.'));
  assert.deepEqual(await outcome(), ['posts ok 0 1']);
  assert.equal(read('inbox').item.hiddenOn, undefined);
});
