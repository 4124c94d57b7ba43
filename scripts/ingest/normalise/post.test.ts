import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFeed } from '../read-feed.ts';

const read = async (description: string, extras = '', title = '') => {
  const text = `<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:thr="http://purl.org/syndication/thread/1.0"><channel><title>Ann</title><link>https://s.example/@ann</link><item><guid>https://s.example/@ann/1</guid><link>https://s.example/@ann/1</link>${title}<pubDate>Wed, 06 May 2026 07:00:00 +0000</pubDate><description>${description.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</description>${extras}</item></channel></rss>`;
  const { entries } = await readFeed({
    feed: { id: 'posts', type: 'timeline' },
    bytes: new TextEncoder().encode(text),
    knownHashes: new Set(),
  });
  return entries[0]!.content!;
};
const picture = (rating: string) =>
  `<media:content url="https://s.example/1.png" type="image/png" medium="image"><media:rating scheme="urn:simple">${rating}</media:rating></media:content>`;

const warned: [form: string, description: string][] = [
  ['Mastodon', '<p><strong>Content warning:</strong> Food</p><hr /><p>First we boil it.</p><p>Then we eat it.</p>'],
  [
    'Mastodon in German',
    '<p><strong>Inhaltswarnung:</strong> Food</p><hr><p>First we boil it.</p><p>Then we eat it.</p>',
  ],
  ['a folded text', '<details><summary>Food</summary><p>First we boil it.</p><p>Then we eat it.</p></details>'],
  ['a first line', '<p>CW: Food</p><p>First we boil it.</p><p>Then we eat it.</p>'],
  ['a first line with a break', 'Content note: Food<br>First we boil it.<br>Then we eat it.'],
];
for (const [form, description] of warned) {
  test(`a content warning in the form of ${form} folds the text and its picture`, async () => {
    const { item, body } = await read(description, picture('nonadult'));
    assert.deepEqual(item.contentWarning, {
      label: 'Food',
      text: 'First we boil it.\nThen we eat it.',
      image: 'https://s.example/1.png',
    });
    assert.deepEqual([item.title, item.summary, item.image, body], ['Food', undefined, undefined, '']);
  });
}

test('a sensitive picture is folded, and the text of the post stays open', async () => {
  const { item, body } = await read('<p>Look at this spider.</p>', picture('adult'));
  assert.deepEqual(item.contentWarning, { image: 'https://s.example/1.png' });
  assert.deepEqual([item.image, body], [undefined, 'Look at this spider.']);
});

test('a post with a strong word, a rule or an open picture has no warning', async () => {
  for (const description of ['<p><strong>Food</strong> is late.</p><p>So am I.</p>', '<p>One.</p><hr><p>Two.</p>']) {
    const { item, body } = await read(description, picture('nonadult'));
    assert.equal(item.contentWarning, undefined, description);
    assert.ok(body.length > 5 && item.image);
  }
});

test('a post that answers somebody is a reply', async () => {
  assert.equal((await read('<p><a href="https://s.example/@liis">@liis</a> ten minutes.</p>')).item.isReply, true);
  assert.equal((await read('<p>@liis@other.example ten minutes.</p>')).item.isReply, true);
  const thread = '<thr:in-reply-to ref="https://s.example/@bo/1"/>';
  assert.equal((await read('<p>Ten minutes.</p>', thread)).item.isReply, true);
  assert.equal((await read('<p>Ten minutes with @liis.</p>')).item.isReply, undefined);
});
