// What plays in the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embedOf } from './video.ts';

test('a video of YouTube comes from the host without cookies, and plays at once', () => {
  assert.deepEqual(embedOf({ embedUrl: 'https://www.youtube.com/embed/abc?start=5' }), {
    src: 'https://www.youtube-nocookie.com/embed/abc?start=5&autoplay=1',
    host: 'youtube-nocookie.com',
  });
});

test('nothing but https is framed, and nothing that is still to come', () => {
  for (const embedUrl of [undefined, 'http://video.example.org/1', 'javascript:alert(1)', 'data:text/html,x'])
    assert.equal(embedOf({ embedUrl }), undefined);
  assert.equal(embedOf({ embedUrl: 'https://video.example.org/1', isPlanned: true }), undefined);
});
