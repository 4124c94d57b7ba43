// Tests authors of items: one, several, none, and those of shared posts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFeed } from '../read-feed.ts';

const namespaces =
  'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" ' +
  'xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:activity="http://activitystrea.ms/spec/1.0/"';

async function itemsOf(feed: string) {
  const bytes = Buffer.from(feed);
  const { entries } = await readFeed({
    feed: { id: 'a' },
    bytes,
    address: 'https://lamp.example/feed',
    knownHashes: new Set(),
  });
  return entries.map(({ content }) => content!.item);
}

const authors = async (feed: string) => (await itemsOf(feed)).map(({ author }) => author);
const rss = (channel: string, items: string) =>
  `<rss version="2.0" ${namespaces}><channel><title>Fog</title>${channel}${items}</channel></rss>`;
const post = (link: string, more = '') =>
  `<item><link>${link}</link><description>Fog again.</description>${more}</item>`;

test('an item with several authors names them all, in every format', async () => {
  const creators = '<dc:creator>Runa Vesterby</dc:creator><dc:creator>Tove Lund</dc:creator>';
  assert.deepEqual(await authors(rss('', post('https://lamp.example/1', creators))), ['Runa Vesterby, Tove Lund']);
  const names = '<author><name>Runa Vesterby</name></author><author><name>Tove Lund</name></author>';
  const entry = '<entry><id>1</id><title>Fog</title><link href="https://lamp.example/1"/>NAMES</entry>';
  const atom = (head: string, own: string) =>
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>Fog</title>${head}${entry.replace('NAMES', own)}</feed>`;
  assert.deepEqual(await authors(atom('', names)), ['Runa Vesterby, Tove Lund']);
  assert.deepEqual(await authors(atom(names, '')), ['Runa Vesterby, Tove Lund']);
  assert.deepEqual(await authors(atom(names, '<author><name>Tove Lund</name></author>')), ['Tove Lund']);
  const two = [{ name: 'Runa Vesterby' }, { name: 'Tove Lund' }];
  const json = {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Fog',
    items: [{ id: '1', content_text: 'Fog', authors: two }],
  };
  assert.deepEqual(await authors(JSON.stringify(json)), ['Runa Vesterby, Tove Lund']);
});

test('a post of another account is of that account, whatever the kind of network', async () => {
  const cases: [profile: string, post: string, author: string | undefined][] = [
    ['https://s.example/@runa', 'https://s.example/@runa/1', undefined],
    ['https://s.example/@runa', 'https://other.example/@tove/1', '@tove'],
    ['https://s.example/users/runa', 'https://other.example/users/tove/statuses/1', '@tove'],
    ['https://bsky.example/profile/runa.example', 'https://bsky.example/profile/tove.example/post/1', '@tove.example'],
    ['https://birds.example/runa', 'https://birds.example/tove/status/1', '@tove'],
    ['https://birds.example/runa', 'https://birds.example/runa/status/1', undefined],
    ['https://lamp.example/', 'https://other.example/@tove/1', undefined],
    ['https://lamp.example/news', 'https://lamp.example/profile/tove/talk', undefined],
  ];
  for (const [profile, address, author] of cases)
    assert.deepEqual(await authors(rss(`<link>${profile}</link>`, post(address))), [author], address);
});

test('the account of the feed is its owner, the account that a bridge names is another', async () => {
  const feed = rss(
    '<link>https://birds.example/runa</link>',
    post('https://birds.example/runa/status/1', '<dc:creator>@Runa</dc:creator>') +
      post('https://birds.example/tove/status/2', '<dc:creator>@Tove</dc:creator>') +
      post('https://birds.example/tove/status/3', '<dc:creator>@runa</dc:creator>'),
  );
  assert.deepEqual(await authors(feed), [undefined, '@Tove', '@tove']);
});

test('a channel that signs its items with its own name stands for its owner, whom it may name', async () => {
  const signed = post('https://lamp.example/1', '<dc:creator>FOG</dc:creator>');
  const owner = (name: string) => `<itunes:owner><itunes:name>${name}</itunes:name></itunes:owner>`;
  const cases: [channel: string, author: string | undefined][] = [
    ['', undefined],
    ['<itunes:author>Fog</itunes:author>' + owner('Fog'), undefined],
    ['<itunes:author>Tove Lund</itunes:author>', 'Tove Lund'],
    ['<itunes:author>Fog</itunes:author>' + owner('Tove Lund'), 'Tove Lund'],
    ['<managingEditor>tove@lamp.example (Tove Lund)</managingEditor>', 'Tove Lund'],
  ];
  for (const [channel, author] of cases) assert.deepEqual(await authors(rss(channel, signed)), [author], channel);
  const guest = post('https://lamp.example/1', '<dc:creator>Fog</dc:creator><dc:creator>Halvard Lie</dc:creator>');
  assert.deepEqual(await authors(rss('', guest)), ['Fog, Halvard Lie']);
  const video = '<entry><id>1</id><title>Rain</title><author><name>Fog</name></author></entry>';
  const film = (author: string) =>
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>Fog</title><author><name>${author}</name></author>${video}</feed>`;
  assert.deepEqual(await authors(film('Fog')), [undefined]);
  assert.deepEqual(await authors(film('Tove Lund')), ['Tove Lund']);
});

test('a shared post belongs to the author whom the activity names, else to the site that it links to', async () => {
  const entry = (inner: string) =>
    `<entry><id>1</id><title>Fog</title><author><name>Runa Vesterby</name></author><link href="https://other.example/n/1"/>${inner}</entry>`;
  const atom = (inner: string) =>
    `<feed xmlns="http://www.w3.org/2005/Atom" ${namespaces}><title>Fog</title>${entry(inner)}</feed>`;
  const share = '<activity:verb>http://activitystrea.ms/schema/1.0/share</activity:verb>';
  const object = '<activity:object><author><name>tove</name></author></activity:object>';
  assert.deepEqual(await authors(atom(share + object)), ['tove']);
  assert.deepEqual(await authors(atom(share)), ['other.example']);
  assert.deepEqual(await authors(atom(share.replace('share', 'post'))), ['Runa Vesterby']);
  const title = atom('').replace(
    '<title>Fog</title><author>',
    '<title>runa shared a status by tove@s.example</title><author>',
  );
  assert.deepEqual(await authors(title), ['@tove@s.example']);
});

test('people of the whole show belong to each episode that names none', async () => {
  const sound = '<enclosure url="https://lamp.example/1.mp3" type="audio/mpeg" length="9"/>';
  const hosts = '<podcast:person>Runa Vesterby</podcast:person><podcast:person role="host">Tove Lund</podcast:person>';
  const guest = '<podcast:person role="guest">Halvard Lie</podcast:person>';
  const items = await itemsOf(
    rss(hosts, post('https://lamp.example/1', sound) + post('https://lamp.example/2', sound + guest)),
  );
  assert.deepEqual(
    items.map(({ persons = [] }) => persons.map(({ name, role }) => `${name}, ${role}`)),
    [['Runa Vesterby, host', 'Tove Lund, host'], ['Halvard Lie, guest']],
  );
});
