// Tests that every page has Markdown with the same content, without anything that is hidden or has a price.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ItemType } from '#contract/content-types.ts';
import { listMarkdown, markdownPages, peopleMarkdownPages, timelineMarkdownPage } from './markdown-pages.ts';
import { itemFiles } from './item-files.ts';
import { listPages, peoplePage, personPages, timelinePage } from './pages.ts';
import type { Room, RoomItem } from '#domain/room.ts';
import { sandboxRoom } from '#domain/sandbox.ts';

const mock = sandboxRoom({ baseUrl: 'https://room.example' });
const bodyOf = (item: RoomItem) => `Text of ${item.id}.\n\n![A pier](media/pier.png)`;
const made = (room: Room) =>
  new Map([
    ...[
      ...markdownPages(room, listPages(room, 'salt')),
      ...listPages(room, 'salt').map((page) => listMarkdown(room, page)),
      timelineMarkdownPage(room, timelinePage(room, 'salt')),
      ...peopleMarkdownPages(room, peoplePage(room, 'salt'), personPages(room, 'salt')),
    ].map(({ path, body }): [string, string] => [path, body()]),
    ...itemFiles(room, '')
      .flatMap(({ documents }) => documents.filter(({ path }) => path.endsWith('.md')))
      .map(({ path, body }): [string, string] => [path, body(room, bodyOf)]),
  ]);

const sections: Partial<Record<ItemType, string>> = {
  article: 'articles',
  episode: 'episodes',
  stream: 'videos',
  video: 'videos',
};

test('every page has its Markdown', () => {
  const pages = made(mock);
  for (const item of mock.items) {
    if (item.type === 'timeline') continue;
    const section = sections[item.type];
    const text = pages.get(`/${section}/${item.id}.md`);
    assert.match(
      text!,
      new RegExp(`^---\ntitle: "${item.title}"\nurl: "https://room.example/${section}/${item.id}"\n`),
    );
    assert.match(text!, new RegExp(`\n# ${item.title}\n[^]*Text of ${item.id}\\.`));
    assert.match(text!, /\(https:\/\/room\.example\/media\/pier\.png\)/);
  }
  const fixed =
    'index articles episodes videos timeline people people/sandbox-creator media-kit speaking booking docs status changelog nexus sitemap';
  for (const name of fixed.split(' '))
    assert.match(
      pages.get(`/${name}.md`) ?? '',
      /^---\ntitle: [^]*\nllmsTxt: "https:\/\/room\.example\/llms\.txt"\n/,
      name,
    );
  const links = [...pages.get('/sitemap.md')!.matchAll(/\(https:\/\/room\.example(\/[^)]*)\)/g)].map(
    ([, path]) => path!,
  );
  assert.ok(links.length > 10);
  for (const path of links) assert.ok(pages.has(path), path);
});

test('a text that has a price gives its summary and says where the rest is', () => {
  const [article] = mock.items.filter(({ type }) => type === 'article');
  const room = { ...mock, access: { enabled: true, prices: { articles: 21 } } };
  const text = made(room).get(`/articles/${article!.id}.md`)!;
  assert.ok(text.includes(article!.summary!) && text.includes('21 sats'));
  assert.ok(!text.includes('Text of '));
  assert.ok(
    made(room)
      .get(`/episodes/${mock.items.find(({ type }) => type === 'episode')!.id}.md`)!
      .includes('Text of'),
  );
});

test('an item hidden from programs or people is in no page', () => {
  for (const surface of ['api', 'mediaRoom'] as const) {
    const hidden = mock.items.map((item) => ({ ...item, title: `Hidden ${item.title}`, hiddenOn: [surface] }));
    for (const [path, text] of made({ ...mock, items: hidden }))
      assert.doesNotMatch(text, /Hidden/, `${surface}: ${path}`);
  }
});

test('words of the content make no line, link or tag of their own', () => {
  const hostile = 'x](javascript:alert(1))\n## Injected\r\n- [y](z)\u2028--- <script>alert(1)</script>';
  const items = mock.items.map((item) => ({ ...item, title: hostile, summary: hostile, location: hostile }));
  const creator = { ...mock.creator, name: hostile, publication: hostile, oneLiner: hostile, description: hostile };
  for (const [path, text] of made({ ...mock, items, creator })) {
    const body = text.replace(/^---\n[^]*?\n---\n/, '');
    assert.doesNotMatch(body, /^(## Injected|- \[?y)/m, path);
    assert.doesNotMatch(body, /\]\((javascript|z)|(?<!\\)<script/, path);
  }
});
