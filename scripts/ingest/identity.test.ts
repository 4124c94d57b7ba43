// Tests items whose guid, address or host has changed: they are recognised or held, and never duplicated.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Feed } from '#contract/schemas/content-files.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { formatItemFile, parseItemFile } from '#domain/items/item-file.ts';
import { sha256 } from '#domain/ids.ts';
import { approve, edit, reject } from '../../sidecar/content/review.ts';
import { openDesk } from '../../sidecar/content/desk.ts';
import { pullFeeds } from './pull.ts';
import { reader } from './test-reader.ts';

interface Entry {
  n: number;
  guid?: string | undefined;
  link?: string | undefined;
  title?: string;
  sound?: string | undefined;
  day?: number;
  words?: string;
}

const dayOf = (day: number): string => new Date(Date.UTC(2026, 3, day, 6)).toUTCString();
const element = (name: string, value: string | undefined): string => (value ? `<${name}>${value}</${name}>` : '');

function itemXml({ n, day = n, ...rest }: Entry): string {
  const { guid, link, title, sound, words } = {
    guid: `old-${n}`,
    link: `https://example.org/posts/${n}`,
    title: `Piece ${n}`,
    sound: undefined,
    words: `Words of ${n}.`,
    ...rest,
  };
  const enclosure = sound ? `<enclosure url="${sound}" type="audio/mpeg" length="9"/>` : '';
  return `<item>${element('title', title)}${element('guid', guid)}${element('link', link)}<pubDate>${dayOf(day)}</pubDate>${element('description', words)}${enclosure}</item>`;
}

async function newRoom(t: TestContext, settings: Partial<Feed> = {}, make: (n: number) => Entry = (n) => ({ n })) {
  const contentDir = mkdtempSync(join(tmpdir(), 'identity-'));
  t.after(() => rmSync(contentDir, { recursive: true }));
  const setFeed = (more: Partial<Feed> = {}) =>
    writeFileSync(
      join(contentDir, 'feeds.json'),
      JSON.stringify({ feeds: [{ id: 'blog', file: 'feed.xml', ...settings, ...more }] }),
    );
  setFeed();
  const says = async (...entries: Entry[]) => {
    const xml = `<rss version="2.0"><channel>${entries.map(itemXml).join('')}</channel></rss>`;
    writeFileSync(join(contentDir, 'feed.xml'), xml);
    return (await pullFeeds({ contentDir, reader, now: () => new Date('2026-06-01') })).feeds[0]!;
  };
  const answer = (entriesAre: 'known' | 'new', fingerprint: string) => {
    mkdirSync(join(contentDir, '.build'), { recursive: true });
    writeFileSync(
      join(contentDir, '.build', 'feed-answers.json'),
      JSON.stringify({ blog: { entriesAre, fingerprint } }),
    );
  };
  const itemsIn = (folder: string): StoredItem[] =>
    namesIn(join(contentDir, folder)).map(
      (name) => parseItemFile(readFileSync(join(contentDir, folder, name), 'utf8')).item as StoredItem,
    );
  const titles = (folder: string) => itemsIn(folder).map(({ title }) => title);
  await says(...five.map(make));
  return { desk: openDesk(contentDir), says, answer, setFeed, itemsIn, titles };
}

const five = [1, 2, 3, 4, 5];
const namesIn = (path: string): string[] => {
  try {
    return readdirSync(path).filter((name) => name.endsWith('.md'));
  } catch {
    return [];
  }
};

const ways: Record<string, (n: number) => Entry> = {
  'the guids are new': (n) => ({ n, guid: `new-${n}` }),
  'the guids are new and the titles corrected': (n) => ({ n, guid: `new-${n}`, title: `Piece ${n} (corrected)` }),
  'the guids are new and the dates, too': (n) => ({ n, guid: `new-${n}`, day: n + 9 }),
  'the guids and addresses are new': (n) => ({ n, guid: `new-${n}`, link: `https://example.org/p/${n}-x` }),
  'the site has another host': (n) => ({ n, guid: undefined, link: `https://moved.example/posts/${n}` }),
  'the site has another host and corrected titles': (n) => ({
    n,
    guid: `https://moved.example/posts/${n}`,
    link: `https://moved.example/posts/${n}`,
    title: `Piece number ${n}`,
  }),
  'the addresses became https': (n) => ({ n, guid: `new-${n}`, link: `http://example.org/posts/${n}/`, day: n + 9 }),
};

for (const [what, make] of Object.entries(ways)) {
  test(`decisions, ids and the creator’s edits survive that ${what}`, async (t) => {
    const { desk, says, itemsIn } = await newRoom(t);
    const ids = itemsIn('inbox').map(({ id }) => id);
    for (const id of ids.slice(0, 3)) await approve(desk, id);
    await reject(desk, ids[3]!);
    await edit(desk, ids[0]!, { fields: { author: 'Me' } });
    assert.equal((await says(...five.map(make))).new, 0);
    const after = { published: itemsIn('published'), rejected: itemsIn('rejected'), inbox: itemsIn('inbox') };
    assert.deepEqual(
      after.published.map(({ id }) => id),
      ids.slice(0, 3),
    );
    assert.equal(after.published[0]!.author, 'Me');
    assert.deepEqual(
      after.rejected.map(({ id }) => id),
      [ids[3]],
    );
    assert.ok(after.inbox.every(({ id }) => ids.includes(id) && id !== ids[3]));
    const again = await says(...five.map(make), { n: 6, guid: 'new-6', day: 20 });
    assert.deepEqual([again.new, itemsIn('inbox').length], [1, after.inbox.length + 1]);
    assert.equal((await says(...five.map((n) => ({ n })))).new, 0);
  });
}

test('episodes that share one page are recognised by their audio files', async (t) => {
  const make = (n: number): Entry => ({ n, link: 'https://example.org/show', sound: `https://cdn.example/${n}.mp3` });
  const { says, titles } = await newRoom(t, { review: 'auto' }, make);
  const report = await says(...five.map((n) => ({ ...make(n), guid: `new-${n}`, title: `Episode ${n}` })));
  assert.deepEqual([report.new, report.changed], [0, 5]);
  assert.deepEqual(
    titles('published').sort(),
    five.map((n) => `Episode ${n}`),
  );
});

test('a new post at the address of an old one is new', async (t) => {
  const { says, itemsIn } = await newRoom(t);
  const others = five.slice(1).map((n) => ({ n }));
  const report = await says(...others, {
    n: 1,
    guid: 'x',
    link: 'https://example.org/posts/1',
    title: 'Quite another',
    words: 'Not the same at all.',
    day: 12,
  });
  assert.deepEqual([report.outcome, report.new, itemsIn('inbox').length], ['ok', 1, 6]);
});

test('a feed with a new id keeps its items', async (t) => {
  const { desk, says, setFeed, itemsIn } = await newRoom(t);
  for (const { id } of itemsIn('inbox')) await approve(desk, id);
  setFeed({ id: 'letters' });
  const report = await says(...five.map((n) => ({ n, words: `Other words of ${n}.` })));
  assert.deepEqual([report.new, report.changed], [0, 5]);
  const sourceFeeds = itemsIn('inbox').map(({ sourceFeed }) => sourceFeed);
  assert.deepEqual(sourceFeeds, Array(5).fill('letters'));
});

const replaced = (n: number): Entry => ({
  n,
  guid: `new-${n}`,
  link: `https://example.org/other/${n}-y`,
  title: `Another name ${n}`,
  words: `Rewritten ${n}.`,
});

test('changed guids create no duplicates if another feed with the same items was removed before', async (t) => {
  const { desk, says, itemsIn } = await newRoom(t);
  for (const { id } of itemsIn('inbox')) await approve(desk, id);
  const twins = join(desk.contentDir, 'published');
  for (const item of itemsIn('published')) {
    const twin = { ...item, id: `${item.id.slice(0, -8)}${sha256(item.id).slice(0, 8)}`, sourceFeed: 'gone' };
    const source = { ...item.source!, key: item.source!.key.replace('blog', 'gone') };
    writeFileSync(join(twins, `${twin.id}.md`), formatItemFile({ item: { ...twin, source }, body: '' }));
  }
  const { outcome, new: added } = await says(...five.map((n) => ({ n, guid: `new-${n}` })));
  assert.deepEqual([outcome, added, itemsIn('inbox').length], ['ok', 0, 0]);
});

test('a feed whose known entries all look new is put on hold until the creator decides', async (t) => {
  const { says, itemsIn } = await newRoom(t);
  const before = itemsIn('inbox');
  for (const round of [1, 2]) {
    const { outcome, new: added, held } = await says(...five.map(replaced));
    assert.deepEqual([outcome, added, held?.gone, held?.fresh], ['held', 0, 5, 5], `round ${round}`);
    const pairs = held!.pairs.map((pair) => `${pair.before} → ${pair.after}`).sort();
    assert.deepEqual(
      pairs,
      five.map((n) => `Piece ${n} → Another name ${n}`),
    );
  }
  assert.deepEqual(itemsIn('inbox'), before);
  assert.equal((await says(...five.map((n) => ({ n })), { n: 6 })).new, 1);
});

test('if the entries are the known items, ids and decisions stay', async (t) => {
  const { desk, says, answer, itemsIn } = await newRoom(t);
  const [first, second] = itemsIn('inbox');
  await approve(desk, first!.id);
  await reject(desk, second!.id);
  const { held } = await says(...five.map(replaced));
  answer('known', held!.fingerprint);
  assert.equal((await says(...five.map(replaced))).new, 0);
  assert.deepEqual([itemsIn('published').length, itemsIn('rejected').length, itemsIn('inbox').length], [1, 1, 4]);
  const edition = itemsIn('inbox').find(({ id }) => id === first!.id);
  assert.match(edition!.title, /Another name/);
});

test('if the entries are new, all are stored; a decision about other entries is ignored', async (t) => {
  const { says, answer, itemsIn } = await newRoom(t);
  const { held } = await says(...five.map(replaced));
  answer('new', 'of something else');
  assert.equal((await says(...five.map(replaced))).outcome, 'held');
  answer('new', held!.fingerprint);
  assert.equal((await says(...five.map(replaced))).new, 5);
  assert.equal(itemsIn('inbox').length, 10);
});

test('a feed with only newer entries after a long pause is not put on hold', async (t) => {
  const { says } = await newRoom(t);
  const report = await says(...[11, 12, 13, 14, 15].map((n) => ({ n })));
  assert.deepEqual([report.outcome, report.new], ['ok', 5]);
});

const moved = (n: number, more: Partial<Entry> = {}): Entry => ({
  ...{ n, guid: `https://moved.example/posts/${n}`, link: `https://moved.example/posts/${n}` },
  words: `Words of ${n}, &lt;a href="https://moved.example/about"&gt;me&lt;/a&gt;.`,
  ...more,
});
const before = (n: number): Entry => ({
  n,
  words: `Words of ${n}, &lt;a href="https://example.org/about"&gt;me&lt;/a&gt;.`,
});

test('if only the host changes, links and texts are updated and nothing waits', async (t) => {
  const { desk, says, itemsIn } = await newRoom(t, {}, before);
  const ids = itemsIn('inbox').map(({ id }) => id);
  for (const id of ids.slice(0, 4)) await approve(desk, id);
  await edit(desk, ids[0]!, { fields: { summary: 'See https://example.org/mine' } });
  const { changed, notices } = await says(...five.map((n) => moved(n)));
  assert.equal(changed, 0);
  assert.deepEqual(notices, [
    { code: 'site_moved', details: { from: 'https://example.org', to: 'https://moved.example' } },
  ]);
  assert.equal(itemsIn('inbox').length, 1);
  assert.deepEqual(
    itemsIn('published').map(({ canonicalUrl }) => canonicalUrl),
    [1, 2, 3, 4].map((n) => `https://moved.example/posts/${n}`),
  );
  assert.equal(itemsIn('published')[0]!.summary, 'See https://example.org/mine');
  assert.ok(itemsIn('published').every(({ approvedAt }) => approvedAt === '2026-06-01T00:00:00Z'));
  assert.equal((await says(...five.map((n) => moved(n)))).changed, 0);
});

test('an edit together with a new host waits and shows only the edit', async (t) => {
  const { desk, says, itemsIn } = await newRoom(t, {}, before);
  for (const { id } of itemsIn('inbox')) await approve(desk, id);
  await says(...five.map((n) => moved(n, n === 2 ? { title: 'Piece two' } : {})));
  const [waiting] = itemsIn('inbox');
  assert.deepEqual([itemsIn('inbox').length, waiting?.title], [1, 'Piece two']);
  const published = itemsIn('published').find(({ id }) => id === waiting!.id)!;
  assert.deepEqual([published.title, published.canonicalUrl], ['Piece 2', waiting!.canonicalUrl]);
});

test('a single link to another host is an edit and waits', async (t) => {
  const { desk, says, itemsIn } = await newRoom(t);
  for (const { id } of itemsIn('inbox')) await approve(desk, id);
  const { changed } = await says(
    ...five.map((n) => (n === 2 ? { n, link: `https://else.example/posts/${n}` } : { n })),
  );
  assert.equal(changed, 1);
  assert.equal(
    itemsIn('published').find(({ title }) => title === 'Piece 2')!.canonicalUrl,
    'https://example.org/posts/2',
  );
});
