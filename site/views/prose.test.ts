// Tests that the text of a page is safe and does not move while pictures load.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sandboxRoom } from '#domain/sandbox.ts';
import { copyBaseName } from '#domain/items/media-replacements.ts';
import { renderProse } from './prose.ts';

const media = [{ file: 'moon.webp', width: 1200, height: 675, bytes: 9, type: 'image/webp', sha256: '' }];
const room = { ...sandboxRoom({ baseUrl: 'https://room.example.org' }), media };

test('a picture of the room has its size, one from another host gets no Referer', () => {
  const html = renderProse(room, '![Moon](media/moon.webp) ![Far](https://pictures.example.org/a.jpg)');
  assert.match(
    html,
    /<img src="\/media\/moon.webp" width="1200" height="675" loading="lazy" decoding="async" alt="Moon">/,
  );
  assert.match(html, /<img src="https:\/\/pictures.example.org\/a.jpg" referrerpolicy="no-referrer" loading="lazy"/);
});

test('a room that copies pictures loads none from elsewhere: its copy stands there, or a link', () => {
  const address = 'https://pictures.example.org/a.jpg?x=1&y=2';
  const files = [1200, 480].map((width) => ({
    ...{ width, height: width / 2, bytes: 9, type: 'image/webp', sha256: '' },
    file: `copies/${copyBaseName(address)}${width === 480 ? '-480' : ''}.webp`,
  }));
  const copying = { ...room, copiesPictures: true };
  const text = `![Far](${address}) ![Own](media/moon.webp)`;
  const left = renderProse(copying, text);
  assert.match(left, /<a href="https:[^"]*">Far<\/a>/);
  assert.equal(left.match(/<img /g)?.length, 1);
  const shown = renderProse({ ...copying, media: [...media, ...files] }, text);
  assert.doesNotMatch(shown, /pictures\.example\.org/);
  assert.match(shown, /srcset="\/media\/copies\/\w+-480\.webp 480w, \/media\/copies\/\w+\.webp 1200w"/);
  assert.match(shown, /<img src="\/media\/copies\/\w+\.webp" width="1200" height="600"/);
});

test('markup in the source stays text, also inside a table', () => {
  const html = renderProse(room, '| a |\n|---|\n| <img src=x onerror=alert(1)> |\n\n<script>alert(1)</script>');
  assert.doesNotMatch(html, /<script|<img/);
  assert.match(html, /<div class="scroll"[^>]*><table>[\s\S]*<\/table><\/div>/);
});

test('columns are aligned by a class, since the page allows no inline style', () => {
  const html = renderProse(room, '| a |\n|--:|\n| ` style="text-align:left"` |');
  assert.match(html, /<td class="is-right">/);
  assert.doesNotMatch(html, / style="/);
});

test('the highest heading of a text follows the title of the page', () => {
  assert.match(renderProse(room, '### Deep\n\n#### Deeper'), /<h2>Deep<\/h2>\s*<h3>Deeper<\/h3>/);
  assert.match(renderProse(room, '# Top\n\n## Next'), /<h2>Top<\/h2>\s*<h3>Next<\/h3>/);
});

test('a picture that the policy of the page does not load is a link to it', () => {
  const html = renderProse(
    room,
    '![A pier](http://old.example.org/p.png) [![](http://old.example.org/q.png)](https://a.example/)',
  );
  assert.match(html, /<a href="http:\/\/old\.example\.org\/p\.png">A pier<\/a>/);
  assert.match(html, /<a href="https:\/\/a\.example\/">old\.example\.org<\/a>/);
  assert.doesNotMatch(html, /<img/);
});

test('a list of names, a line each, is set in columns; a verse is not', () => {
  const names = Array.from({ length: 12 }, (_, i) => `Patron ${i}`);
  assert.match(renderProse(room, names.join('\\\n')), /^<p class="is-lines">Patron 0<br/);
  assert.match(renderProse(room, names.slice(0, 8).join('\\\n')), /^<p>Patron 0<br/);
});

test('a link to a recording that is a paragraph of its own becomes a player', () => {
  const film = renderProse(room, '[![](media/moon.webp) ▶ The "tide"](https://files.example/a.mp4?x=1&y=2)');
  assert.match(
    film,
    /<video class="film" playsinline controls preload="none" src="https:\/\/files\.example\/a\.mp4\?x=1&amp;y=2"/,
  );
  assert.match(film, / aria-label="The &quot;tide&quot;" poster="\/media\/moon\.webp"><\/video>/);
  assert.match(film, /<figcaption><a href="https:\/\/files\.example\/a\.mp4\?x=1&amp;y=2">The &quot;tide&quot;<\/a>/);
  assert.match(renderProse(room, '[▶ Talk](https://files.example/a.mp3)'), /<audio controls preload="none"/);
  const upload = 'https://letters.example/api/v1/video/upload/0f4b3f1e-2a7c/src?type=mp4';
  assert.match(renderProse(room, `[▶ Video](${upload})`), /<video /);
  const hosted = renderProse(room, '[youtube.com](https://www.youtube.com/watch?v=a1b2c3d4e5f)');
  assert.match(hosted, /data-embed="https:\/\/www\.youtube-nocookie\.com\/embed\/a1b2c3d4e5f\?autoplay=1"/);
  assert.match(hosted, /<a class="still-label" href="https:\/\/www\.youtube\.com\/watch\?v=a1b2c3d4e5f">/);
  assert.doesNotMatch(hosted, /<iframe/);
  for (const text of [
    'See [▶ Talk](https://files.example/a.mp3) now',
    '[Talk](https://files.example/a.mp3)',
    '[▶ Talk](http://files.example/a.mp3)',
    '[▶ Talk](https://files.example/a.html)',
    '![a](https://files.example/a.mp4)',
  ])
    assert.doesNotMatch(renderProse(room, text), /<(?:audio|video|div class="still")/, text);
});
