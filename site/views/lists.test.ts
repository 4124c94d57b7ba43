// Tests lists of items: archive, home page, timeline, sitemap.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentItem } from '#domain/documents/items.ts';
import { sha256 } from '#domain/ids.ts';
import { filledSections, listPages, peoplePage, personPages } from '../release/pages.ts';
import { toRoomItem } from '#domain/items/to-room-item.ts';
import { indexUpdatedAt, type Room, type RoomItem } from '#domain/room.ts';
import { peopleOn } from '#domain/people.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { archiveMarkdown, personMarkdown } from '../release/markdown/sections.ts';
import { titleDocuments } from '../release/titles.ts';
import { archiveView } from './archive.ts';
import { personView } from './people.ts';
import { frontLd } from './json-ld-lists.ts';
import { itemLd } from './json-ld-items.ts';
import { timelineEntry } from '#domain/documents/items.ts';
import { timelineMarkdown } from '../release/markdown/sections.ts';
import { homeView } from './home.ts';
import { sitemaps } from './sitemap.ts';
import { timelineView } from './timeline.ts';

const room = sandboxRoom({ baseUrl: 'https://room.example.org' });
const model = room.items.find(({ type }) => type === 'article')!;
const day = (i: number) => new Date(Date.UTC(2020, 0, 1 + i)).toISOString();
const articleOf = (i: number): RoomItem => {
  return { ...model, id: `a-${sha256(String(i)).slice(0, 8)}`, hash: `h${i}`, date: day(i) };
};
const articles = (count: number): RoomItem[] => Array.from({ length: count }, (_, i) => articleOf(i)).reverse();
const articlePages = (of: Room) => listPages(of, '').filter(({ section }) => section === 'articles');
const withArticles = (count: number): Room => ({ ...room, items: articles(count) });

test('older and newer lead through every page of an archive', () => {
  const pages = articlePages(withArticles(170));
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const seen: string[] = [];
  for (let path: string | undefined = '/articles'; path; path = byPath.get(path)!.older) seen.push(path);
  assert.equal(seen.length, pages.filter(({ filter }) => !filter).length);
  assert.ok(seen.length > 2);
  for (const { path, newer } of pages) if (newer) assert.equal(byPath.get(newer)!.older, path);
});

const keysOf = (of: Room) => new Map(articlePages(of).map(({ path, inputs }) => [path, inputs]));
const changedIn = (before: Room, after: Room) => {
  const was = keysOf(before);
  return [...keysOf(after)].filter(([path, key]) => was.get(path) !== key).map(([path]) => path);
};

test('each item is on one page of its section, and pages are neither short nor long', () => {
  for (let count = 1; count < 400; count += 7) {
    const pages = articlePages(withArticles(count)).filter(({ filter }) => !filter);
    assert.deepEqual(
      pages.flatMap(({ items }) => items),
      withArticles(count).items,
    );
    for (const { items } of pages) assert.ok(items.length <= 125 && (items.length >= 25 || pages.length === 1));
  }
});

test('a new article touches the newest page alone, but for pages that get another neighbour', () => {
  const neighboursIn = (of: Room) =>
    new Map(articlePages(of).map(({ path, newer, older }) => [path, `${newer} ${older}`]));
  for (let count = 100; count < 300; count++) {
    const before = withArticles(count);
    const after = withArticles(count + 1);
    const was = neighboursIn(before);
    const is = neighboursIn(after);
    const moved = [...is.keys()].filter((path) => was.get(path) !== is.get(path));
    const expected = new Set(['/articles', `/articles/year/${day(count).slice(0, 4)}`, ...moved]);
    assert.deepEqual(
      new Set(changedIn(before, after).filter((path) => !path.includes('/theme/'))),
      new Set([...expected].filter((path) => !path.includes('/theme/'))),
    );
  }
});

test('an old article that comes or goes touches its own pages and their neighbours, wherever it stands', () => {
  const whole = withArticles(800);
  const lists = new Set(articlePages(whole).map(({ base }) => base)).size;
  for (let at = 0; at < 800; at += 29) {
    const without = { ...whole, items: whole.items.toSpliced(at, 1) };
    // Pages that may change: the page of the item or the two that it is split into, and their neighbours, in the
    // section and in the year.
    for (const changed of [changedIn(whole, without), changedIn(without, whole)])
      assert.ok(changed.length <= 4 * lists, changed.join());
  }
});

test('pages that begin on the same day have addresses of their own', () => {
  const items = articles(800).map((item) => ({ ...item, date: day(0) }));
  const pages = articlePages({ ...room, items });
  const paths = pages.map(({ path }) => path);
  assert.equal(new Set(paths).size, paths.length);
  assert.ok(paths.includes('/articles/from/2020-01-01-2'));
  const oldest = pages.find(({ path }) => path === '/articles/from/2020-01-01')!;
  assert.equal(oldest.older, undefined, 'new ones leave its address alone');
});

test('a first item of a new year touches the newest page of each list alone, which offers the year', () => {
  const before = withArticles(400);
  const first: RoomItem = { ...model, id: 'a-new', hash: 'new', date: '2022-01-01T00:00:00Z' };
  const after = { ...before, items: [first, ...before.items] };
  const changed = changedIn(before, after);
  assert.ok(changed.includes('/articles') && changed.includes('/articles/year/2022'));
  assert.deepEqual(
    changed.filter((path) => path.includes('/from/')),
    [],
  );
  const yearsOn = (path: string) =>
    archiveView(
      after,
      articlePages(after).find((page) => page.path === path)!,
    )
      .choices.filter(({ id }) => id === 'years')
      .flatMap(({ links }) => links.map(({ label }) => label));
  assert.deepEqual(yearsOn('/articles'), ['All', '2022', '2021', '2020']);
  assert.deepEqual(yearsOn('/articles/from/2020-01-01'), []);
});

test('an older page leads to the newest page of its list', () => {
  const pages = articlePages(withArticles(400));
  const newestOf = (path: string) =>
    archiveView(
      room,
      pages.find((page) => page.path === path)!,
    ).newest;
  assert.deepEqual(newestOf('/articles/from/2020-01-01'), { href: '/articles', label: 'Articles' });
  assert.deepEqual(newestOf('/articles/year/2020/from/2020-01-01'), {
    href: '/articles/year/2020',
    label: 'Articles: 2020',
  });
  assert.equal(newestOf('/articles'), undefined);
});

test('an older page says from when to when, and no total', () => {
  const pages = articlePages(withArticles(170));
  assert.equal(archiveView(room, pages[0]!).title, 'Articles');
  const oldest = pages.find(({ path }) => path === '/articles/from/2020-01-01')!;
  const view = archiveView(room, oldest);
  assert.equal(view.title, 'Articles');
  assert.match(view.lede, /^January 1\s–\s[A-Z][a-z]+ \d+, 2020$/u);
  assert.equal(view.head.title, `Articles: ${view.lede}`);
  assert.match(archiveMarkdown(room, oldest), /^# Articles, 2020-01-01 to 2020-\d\d-\d\d$/m);
  assert.doesNotMatch(JSON.stringify({ ...view, groups: [] }), /170/);
});

test('an archive is grouped by year, newest first', () => {
  const [page] = articlePages({ ...room, items: articles(400).slice(0, 90) });
  assert.deepEqual(
    archiveView(room, page!).groups.map(({ title }) => title),
    ['2021', '2020'],
  );
});

test('each section is narrowed by theme, season and year, and long ones are searched by title, names and keywords', () => {
  const base = room.items.find(({ type }) => type === 'episode')!;
  const episodes = Array.from({ length: 120 }, (_, i): RoomItem => {
    const persons = [{ name: `Guest ${i}` }];
    return { ...base, id: `e-${i}`, hash: `h${i}`, date: day(i * 10), season: 1 + Math.floor(i / 60), persons };
  }).reverse();
  const show: Room = { ...room, items: episodes };
  const lists = listPages(show, '');
  const paths = lists.map(({ path }) => path);
  for (const path of ['/episodes/season/2', '/episodes/year/2020', '/episodes/year/2023'])
    assert.ok(paths.includes(path));
  const view = archiveView(
    show,
    lists.find(({ path }) => path === '/episodes')!,
  );
  const choices = view.choices.map(({ id, links }) => [id, links.map(({ label }) => label)]);
  assert.deepEqual(choices, [
    ['seasons', ['All', '2', '1']],
    ['years', ['All', '2023', '2022', '2021', '2020']],
  ]);
  assert.deepEqual(view.search, { titles: '/episodes/titles.json', type: 'episode' });
  const [index, file] = titleDocuments(show);
  assert.deepEqual(JSON.parse(index!.body()), [file!.path]);
  const lines = JSON.parse(file!.body()) as string[][];
  assert.equal(lines.length, 120);
  assert.match(lines[0]!.join(' '), /\/episodes\/e-119 2023-\d\d-\d\d Guest 119/);
});

test('an article in a room without many has nothing to search in', () => {
  assert.equal(archiveView(room, articlePages(withArticles(5))[0]!).search, undefined);
  assert.deepEqual(titleDocuments(withArticles(5)), []);
});

test('home shows the newest of each type, and nothing that is hidden', () => {
  const [first] = room.items.filter(({ type }) => type === 'article');
  const hidden: Room = {
    ...room,
    items: room.items.map((item) => (item === first ? { ...item, hiddenOn: ['mediaRoom'] } : item)),
  };
  const view = homeView(hidden);
  assert.ok(view.newest);
  assert.ok(!view.offers.some(({ entries }) => entries.some(({ href }) => href === view.newest!.entry.href)));
  for (const { isGrid, entries } of view.offers) if (isGrid) assert.equal(entries.length % 3, 0);
  assert.equal(view.happenings.length, 2);
  assert.doesNotMatch(JSON.stringify(view), new RegExp(first!.id));
  assert.deepEqual(
    view.actions.map(({ href }) => href),
    ['/booking', '/media-kit'],
  );
});

test('cards on home fill their rows; where there are too few, they are lines', () => {
  const videos = Array.from({ length: 6 }, (_, i): RoomItem => {
    const base = room.items.find(({ type }) => type === 'video')!;
    return { ...base, id: `v-${i}`, hash: `v${i}`, date: day(i) };
  });
  const offered = (count: number) => {
    const [offer] = homeView({ ...room, items: videos.slice(0, count) }).offers;
    return [offer!.isGrid, offer!.entries.length];
  };
  assert.deepEqual([6, 4, 3].map(offered), [
    [true, 3],
    [true, 3],
    [false, 2],
  ]);
});

test('an empty room still has a home', () => {
  const view = homeView({ ...room, items: [] });
  assert.equal(view.newest, undefined);
  assert.deepEqual(view.offers, []);
  assert.equal(view.hero.shape, 'drawn');
  assert.deepEqual(view.themes, []);
  assert.deepEqual(view.topics, ['testing', 'mock data']);
});

test('a note whose title is the start of its text is shown once', () => {
  const note: RoomItem = {
    ...room.items.find(({ type }) => type === 'timeline')!,
    kind: 'post',
    title: 'Found on the wrack…',
    summary: 'Found on the wrack line: one left boot.',
  };
  const [happening] = timelineView({ ...room, items: [note] }).groups[0]!.happenings;
  assert.equal(happening!.title, 'Found on the wrack line: one left boot.');
  assert.equal(happening!.text, undefined);
});

test('a post shows all its pictures with their descriptions, except for lost ones', () => {
  const post = toRoomItem(
    {
      item: { ...room.items.find(({ type }) => type === 'timeline')!, kind: 'post', image: 'https://s.example/1.png' },
      body: 'Low water.\n\n![A quay](https://s.example/1.png)\n\n![](https://s.example/2.png) ![](https://s.example/3.png)',
    },
    'hash',
    room.creator,
  );
  const [shown] = timelineView({ ...room, items: [{ ...post, lostPictures: ['https://s.example/2.png'] }] }).groups[0]!
    .happenings;
  assert.deepEqual(
    shown!.pictures.map(({ src, alt }) => [src, alt]),
    [
      ['https://s.example/1.png', 'A quay'],
      ['https://s.example/3.png', ''],
    ],
  );
});

test('a content warning folds the text and picture of a post on the page, in Markdown and in the API', () => {
  const item: RoomItem = {
    ...room.items.find(({ type }) => type === 'timeline')!,
    kind: 'post',
    title: 'Food',
    summary: undefined,
    author: 'Tove',
    contentWarning: { label: 'Food', text: 'First we boil it.', image: 'https://s.example/1.png' },
  } as RoomItem;
  const made = { ...room, items: [item] };
  const [shown] = timelineView(made).groups[0]!.happenings;
  assert.equal(shown!.author, 'Tove');
  assert.deepEqual(shown!.pictures, []);
  assert.deepEqual(
    [shown!.folded!.label, shown!.folded!.text, shown!.folded!.picture?.src],
    ['Content warning: Food', 'First we boil it.', 'https://s.example/1.png'],
  );
  const markdown = timelineMarkdown(made);
  assert.match(markdown, /by Tove, content warning/);
  assert.ok(!markdown.includes('boil') && !markdown.includes('1.png'));
  const { contentWarning, image, author, ...entry } = timelineEntry(made, item);
  assert.deepEqual([contentWarning!.text, image, author], ['First we boil it.', undefined, 'Tove']);
  assert.ok(!JSON.stringify(entry).includes('boil'));
});

test('artworks are a gallery on the timeline and the home page, and in no list of notes', () => {
  const work: RoomItem = {
    ...room.items.find(({ type }) => type === 'timeline')!,
    kind: 'work',
    title: 'Tower of leaves',
    facts: [{ label: 'materials', value: 'Gouache' }],
  };
  const made = { ...room, items: [work] };
  const { works, groups, head } = timelineView(made);
  assert.deepEqual(
    works.map(({ title, facts }) => [title, facts]),
    [['Tower of leaves', [{ label: 'Materials', value: 'Gouache' }]]],
  );
  assert.deepEqual(groups, []);
  const { works: atHome, happenings } = homeView(made);
  assert.deepEqual([atHome.length, happenings.length], [1, 0]);
  assert.match(JSON.stringify(head.jsonLd), /"@type":"VisualArtwork","name":"Tower of leaves".*"artMedium":"Gouache"/);
});

const withPages = (made: Room) => ({
  room: made,
  sections: filledSections(made),
  lists: listPages(made, ''),
  people: [peoplePage(made, ''), ...personPages(made, '')],
});

const sizes = [50, 20];

test('the sitemap names every page once, in files that are not too long', () => {
  const files = sitemaps(withPages(withArticles(120)), sizes);
  assert.deepEqual(
    files.map(({ path }) => path.slice(1)),
    ['index', '', '-0', '-1', '-2', '-3', '-4'].map((name) => `sitemap${name === 'index' ? '-index' : name}.xml`),
  );
  const places = files
    .slice(2)
    .flatMap(({ body }) => [...body().matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1]!));
  assert.equal(new Set(places).size, places.length);
  assert.ok(places.includes('https://room.example.org/articles/from/2020-01-01'));
  assert.ok(!places.includes('https://room.example.org/videos'), 'an empty section is not offered');
  assert.match(files[0]!.body(), /<loc>https:\/\/room.example.org\/sitemap-4.xml<\/loc><lastmod>\d{4}-/);
});

test('a new item changes the last sitemap of items and the one of newest pages, no other', () => {
  const [newest, ...others] = articles(121);
  const approved = { ...newest!, approvedAt: '2030-01-01T00:00:00Z' };
  const [before, after] = [others, [approved, ...others]].map((items) =>
    sitemaps(withPages({ ...room, items }), sizes),
  );
  const known = new Set(before!.map(({ body }) => body()));
  const changed = after!.slice(2).filter(({ body }) => !known.has(body()));
  assert.equal(changed.length, 2);
  assert.ok(changed[0]!.body().includes(newest!.id));
  assert.match(changed[1]!.body(), /example.org\/articles<[^]*\/booking</);
});

test('a list names its items in order and the way to it; the front is the creator’s profile', () => {
  const made = withArticles(3);
  const [page] = articlePages(made);
  const [list, trail] = archiveView(made, page!).head.jsonLd!['@graph'] as Record<string, Record<string, string>[]>[];
  const names = list!.itemListElement!.map(({ url }) => url);
  assert.deepEqual(
    names,
    page!.items.map(({ id }) => `https://room.example.org/articles/${id}`),
  );
  assert.deepEqual(
    trail!.itemListElement!.map(({ item }) => item),
    ['https://room.example.org/', 'https://room.example.org/articles'],
  );
  const happened = timelineView(room).head.jsonLd!['@graph'] as Record<string, Record<string, string>[]>[];
  assert.ok(happened.find((thing) => String(thing['@type']) === 'ItemList')!.itemListElement!.length > 0);
  const front = frontLd(made)['@graph'] as Record<string, unknown>[];
  assert.ok(front.some((thing) => thing['@type'] === 'ProfilePage' && thing.dateModified === indexUpdatedAt(made)));
});

test('structured data of a very long timeline has its length and names the newest entries', () => {
  const items = articles(150).map((item): RoomItem => ({ ...item, type: 'timeline' }));
  const said = timelineView({ ...room, items }).head.jsonLd!['@graph'] as Record<string, unknown[]>[];
  const list = said.find((thing) => String(thing['@type']) === 'ItemList')!;
  assert.deepEqual([list.numberOfItems, list.itemListElement!.length], [150, 100]);
});

test('structured data has the date and the language that the API has: an approval changes no text', () => {
  const [article] = withArticles(1).items;
  const { language: _, updatedAt: __, ...plain } = { ...article!, approvedAt: '2026-09-01T08:00:00Z' };
  for (const item of [plain, { ...plain, updatedAt: '2026-08-01T08:00:00Z', language: 'de' }]) {
    const said = itemLd(room, item);
    const wire = contentItem(room, item);
    assert.deepEqual([said.dateModified, said.inLanguage], [wire.updatedAt, wire.language]);
  }
});

test('the page of a person shows the newest hundred items, and says so', () => {
  const withGuest = (count: number): Room => ({
    ...room,
    items: articles(count).map((item) => ({ ...item, persons: [{ name: 'Ann Lee', role: 'guest' }] })),
  });
  const pageOf = (of: Room) => {
    const person = peopleOn.mediaRoom(of).find(({ name }) => name === 'Ann Lee')!;
    return { view: personView(of, person), markdown: personMarkdown(of, person) };
  };
  const { view, markdown } = pageOf(withGuest(120));
  assert.deepEqual([view.entries.length, view.newest], [100, 'The newest 100 of 120 items.']);
  assert.match(markdown, /The newest 100 of 120 items\. All: https:.*content-index\?person=ann-lee/);
  assert.deepEqual([pageOf(withGuest(100)).view.entries.length, pageOf(withGuest(100)).view.newest], [100, undefined]);
});
