// Tests links from times in show notes into the recording.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { translatorFor } from '#domain/messages/messages.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { chapterViews, withoutChapters, linkTimes } from './times.ts';

const linked = (prose: string, duration?: number) =>
  [
    ...linkTimes(translatorFor('en'), prose, 'https://cdn.example.org/a.mp3?x=1&y="2"', duration).matchAll(
      /#t=(\d+)"/g,
    ),
  ].map(([, seconds]) => Number(seconds));

test('a time at the begin of a line or an item is a link, in seconds', () => {
  assert.deepEqual(linked('<p>00:00 Hello<br>12:34 Tides</p><ul><li>(1:02:03) End</li></ul>'), [0, 754, 3723]);
});

test('a time of day in a sentence, a verse and a time beyond the end stay as they are', () => {
  assert.deepEqual(linked('<p>We met at 12:30. See 3:16.</p><p>10:75 no</p><li>2:00:00 late</li>', 3600), []);
});

test('the address of the recording cannot leave its attribute', () => {
  const html = linkTimes(translatorFor('en'), '<p>1:00 x</p>', 'https://cdn.example.org/a.mp3?y="><script>');
  assert.ok(!html.includes('"><script>'), html);
});

const talk = sandboxRoom({ baseUrl: 'https://room.example.org' }).items.find(({ type }) => type === 'episode')!;
const chapters = [
  { startSeconds: 65.5, title: 'Sea', url: 'https://example.org/sea' },
  { startSeconds: 3725, title: 'Late', url: 'javascript:alert(1)' },
];

test('a chapter plays from its time, unless that is beyond the end', () => {
  const views = chapterViews(
    translatorFor('en'),
    { ...talk, chapters, durationSeconds: 3600 },
    'https://cdn.example.org/a.mp3#t=9',
  );
  assert.deepEqual(views[0], {
    time: '1:05',
    duration: 'PT65S',
    play: { href: 'https://cdn.example.org/a.mp3#t=65.5', seconds: 65.5, label: 'Play from 1:05' },
    title: 'Sea',
    href: 'https://example.org/sea',
  });
  assert.deepEqual(views[1], { time: '1:02:05', duration: 'PT3725S', play: undefined, title: 'Late', href: undefined });
});

test('chapters without a recording are a plain list', () => {
  const views = chapterViews(translatorFor('en'), { ...talk, chapters }, undefined);
  assert.deepEqual(
    views.map(({ play, time }) => [play, time]),
    [
      [undefined, '1:05'],
      [undefined, '1:02:05'],
    ],
  );
});

test('show notes do not repeat the chapters that stand above them', () => {
  const sea = [
    { startSeconds: 0, title: 'Tides & wrack' },
    { startSeconds: 65, title: 'End' },
  ];
  const lines = '<li>Tides &amp; wrack (00:00:00)</li>\n<li><p>(01:05) - <strong>End</strong></p></li>';
  const shown = (prose: string) => withoutChapters(prose, { ...talk, chapters: sea });
  assert.equal(shown(`<p>Hello</p><p>Contents:</p>\n<ul>\n${lines}\n</ul>`), '<p>Hello</p>');
  assert.equal(shown(`<ul><li>A guest</li>${lines}</ul>`), '<ul><li>A guest</li></ul>');
  const own = '<ul><li>12:00 Something else</li><li>End</li></ul>';
  assert.equal(shown(own), own);
});
