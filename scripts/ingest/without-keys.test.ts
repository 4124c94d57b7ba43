import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hideKeys, digestKeysInName, collectPrivateKeys, removeKeys } from './without-keys.ts';

const known = collectPrivateKeys([
  'https://news.example/rss.xml?uuid=u1&key=PRIVATE77',
  'https://me:secret99X@b.example/f',
]);
const page = 'https://news.example/p/tides';
const clean = (values: Record<string, unknown>) => removeKeys(values, known);
const bodyOf = (body: string) => clean({ canonicalUrl: page, body }).values['body'] as string;

test('links lose their keys, and a link with a key in its path becomes its label', () => {
  const cases: [string, string][] = [
    ['[feed](https://news.example/rss.xml?key=PRIVATE77&uuid=u1) x', '[feed](https://news.example/rss.xml) x'],
    ['[1](https://news.example/rss.xml?uuid=u1&key=PRIVATE77#fn:1)', `[1](${page}#fn:1)`],
    ['[1](http://news.example/rss.xml#fn:1)', `[1](${page}#fn:1)`],
    ['[*mine*](https://news.example/private/PRIVATE77.rss "t") x', '*mine* x'],
    ['[![a](https://x.example/a.png) b](https://x.example/private/K3yK3yK3y)', '![a](https://x.example/a.png) b'],
    ['![art](https://x.example/private/K3yK3yK3y/a.png)', ''],
    ['<https://www.patreon.com/rss/t?auth=K3yK3yK3y>.', '<https://www.patreon.com/rss/t>.'],
    ['at https://x.example/feed/private/K3yK3yK3y, or', 'at x.example/…, or'],
    ['at www.patreon.com/rss/t?auth=K3y\\_K3yK3y.', 'at www.patreon.com/rss/t.'],
    ['`curl https://me:secret99X@b.example/f`', '`curl https://b.example/f`'],
    ['https%3A%2F%2Fnews.example%2Frss.xml%3Fkey%3DPRIVATE77', '…'],
    ['My key is PRIVATE77.', 'My key is ….'],
  ];
  for (const [before, after] of cases) assert.equal(bodyOf(before), after, before);
});

test('a text without keys stays as it is', () => {
  const text = [
    '# Tides\\_2\n\n[a](https://x.example/a?b=1&c=2#d) <https://x.example/> ![p](media/p.png "t") [x][1]',
    'see x.example/a, // a comment, a.b.c/d and `const a = b["c"](d)`; [private](https://x.example/private/policy)',
    '[feed](https://news.example/rss.xml)\n\n```\nkey=value https://x.example/\n```\n[1]: https://x.example/p?token=word',
  ].join('\n\n');
  assert.equal(bodyOf(text), text);
});

test('a file at a private address is removed with the facts about it', () => {
  const { values, fields } = clean({
    title: 'Tides PRIVATE77',
    audioUrl: 'https://files.example/a.mp3?auth=K3yK3yK3y',
    audioType: 'audio/mpeg',
    audioBytes: 9,
    image: 'https://files.example/a.png?auth=K3yK3yK3y',
    transcripts: [
      { url: 'https://files.example/a.vtt?token=K3yK3yK3y', type: 'text/vtt' },
      { url: 'https://files.example/b.vtt', type: 'text/vtt' },
    ],
    chapters: [{ startSeconds: 0, title: 'One', url: 'https://x.example/private/K3yK3yK3y' }],
    persons: [{ name: 'Mara', role: 'host', href: 'https://x.example/?token=K3yK3yK3y' }],
    durationSeconds: 60,
  });
  assert.deepEqual(values, {
    title: 'Tides …',
    image: 'https://files.example/a.png',
    transcripts: [{ url: 'https://files.example/b.vtt', type: 'text/vtt' }],
    chapters: [{ startSeconds: 0, title: 'One' }],
    persons: [{ name: 'Mara', role: 'host', href: 'https://x.example/' }],
    durationSeconds: 60,
  });
  assert.deepEqual(fields, ['title', 'audioUrl', 'image', 'transcripts', 'chapters', 'persons']);
});

test('a name without its key still identifies the item', () => {
  const name = (id: number) => digestKeysInName(`tides https://x.example/private/K3yK3yK3y/${id}`, known);
  assert.notEqual(name(1), name(2));
  assert.match(name(1), /^tides https:\/\/x\.example\/[0-9a-f]{12}$/);
  const byToken = (token: string) => digestKeysInName(`https://x.example/a?token=${token}`, known);
  assert.notEqual(byToken('K3yK3yK3y'), byToken('K3yK3yK3z'));
  assert.equal(digestKeysInName(name(1), known), name(1));
  assert.equal(digestKeysInName('tag:x.example,2026:1', known), 'tag:x.example,2026:1');
});

test('a report names a feed without its key', () => {
  assert.equal(hideKeys('https://news.example/rss.xml?uuid=u1&key=PRIVATE77'), 'https://news.example/rss.xml');
  assert.equal(hideKeys('https://news.example/private/PRIVATE77.rss'), 'news.example/…');
});
