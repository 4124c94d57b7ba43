// Tests videos that play in the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embedFrame } from './players.ts';

test('a video of YouTube comes from the host without cookies, and plays at once', () => {
  assert.deepEqual(embedFrame({ embedUrl: 'https://www.youtube.com/embed/abc?start=5' }), {
    src: 'https://www.youtube-nocookie.com/embed/abc?start=5&autoplay=1',
    host: 'youtube-nocookie.com',
  });
});

test('nothing but https is framed, and nothing that is still to come', () => {
  for (const embedUrl of [undefined, 'http://video.example.org/1', 'javascript:alert(1)', 'data:text/html,x'])
    assert.equal(embedFrame({ embedUrl }), undefined);
  assert.equal(embedFrame({ embedUrl: 'https://video.example.org/1', isPlanned: true }), undefined);
});
