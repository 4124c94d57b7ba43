// Tests the form in which bodies are stored, and the HTML that pages show for it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainTextOfMarkdown } from '#domain/search/plain-text.ts';
import { renderMarkdown } from '#domain/text/markdown.ts';
import { escapeMarkup } from '#domain/text/markup.ts';
import { htmlToMarkdown } from './markdown.ts';

const page = 'https://example.org/p/tides';
const place = { base: 'https://example.org/p/', page, link: page };
const stored = (html: string): string => htmlToMarkdown(html, place);
const shown = (html: string): string => renderMarkdown(stored(html), '').trim();

test('emphasis that ends in punctuation is emphasis in any script', () => {
  for (const [html, text] of [
    ['彼は<strong>「潮だ」</strong>と言う。', '彼は「潮だ」と言う。'],
    ['风<strong>停了。</strong>我们走。', '风停了。我们走。'],
    ['<em>（余談）</em>ここ<del>（昔）</del>から', '（余談）ここ […] から'],
    ['배는 <strong>돛(sail)</strong>로 간다', '배는 돛(sail)로 간다'],
    ['She wrote<strong>“Wait!”</strong>Then <b>Note:</b>left f<b>(x)</b>y', 'She wrote“Wait!”Then Note:left f(x)y'],
    ['<b>A </b><b>B</b><i>C</i><i><b>D</b></i>E', 'A BCDE'],
    ['<b>One<br><br>Two</b>', 'One\nTwo'],
    ['<b>One<br></b>Two <i><br>Three</i>', 'One\nTwo\nThree'],
  ] as const) {
    assert.doesNotMatch(shown(`<p>${html}</p>`).replace(/<[^>]*>/g, ''), /[*~]/, html);
    assert.match(shown(`<p>${html}</p>`), /<(?:strong|em)>/, html);
    assert.equal(plainTextOfMarkdown(stored(`<p>${html}</p>`)), text, html);
  }
});

test('preformatted text keeps its lines and indentation', () => {
  const lines = 'let a;\n  a = 1;\n\nend';
  for (const html of [
    `<pre>${lines}</pre>`,
    `<pre>\n${lines}</pre>`,
    `<pre>${lines.replaceAll('\n', '<br>')}</pre>`,
    `<div class="highlight"><pre>${lines.replace('let', '<span class="k">let</span>')}</pre></div>`,
    `<code>${lines.replaceAll('\n', '<br>').replace('  ', '&#32; ')}</code>`,
    `<pre>${lines
      .split('\n')
      .map((line) => `<div>${line}</div>`)
      .join('')}</pre>`,
    `<table><tr><td class="lineno"><pre>1\n2\n3\n4</pre></td><td class="code"><pre>${lines}</pre></td></tr></table>`,
    `<table>${lines
      .split('\n')
      .map((line, at) => `<tr><td class="blob-num">${at + 1}</td><td class="blob-code">${line}</td></tr>`)
      .join('')}</table>`,
  ])
    assert.equal(shown(html).replace('<code> ', '<code>'), `<pre><code>${lines}\n</code></pre>`, html);
  assert.equal(stored('<pre class="language-ts">a</pre>'), '```ts\na\n```');
  assert.equal(
    shown('<pre class="wp-block-verse">Tide <em>in</em>,\n  out.\n\n  Who asks?</pre>'),
    '<p>Tide <em>in</em>,<br>\n\u00a0\u00a0out.</p>\n<p>\u00a0\u00a0Who asks?</p>',
  );
});

test('a layout table becomes blocks, and a table of data keeps rows, spans, captions and the lines of cells', () => {
  const letter = '<h1>Letter</h1><p>One.</p><p>Two.</p>';
  for (const html of [
    `<table><tr><td>${letter}</td></tr></table>`,
    `<table role="presentation"><tr><td><table><tr><td>${letter}</td></tr></table></td></tr></table>`,
    `<table><tr><td>${letter}</td><td></td></tr><tr><td></td><td></td></tr></table>`,
  ])
    assert.equal(stored(html), '# Letter\n\nOne.\n\nTwo.', html);
  assert.equal(
    stored(
      '<table><caption>Tides</caption><tr><th>Port</th><th>Time</th></tr><tr><td rowspan="2"><p>Keel</p></td>' +
        '<td>04:12<br>16:40</td></tr><tr><td>a|b</td></tr><tr><td colspan="2">end</td></tr></table>',
    ),
    'Tides\n\n| Port | Time |\n| --- | --- |\n| Keel | 04:12<br>16:40 |\n|  | a\\|b |\n| end |  |',
  );
  assert.match(shown('<table><tr><td>1<br>2</td><td>3</td></tr><tr><td>4</td><td>5</td></tr></table>'), /1<br>\n2/);
});

test('links to footnotes and headings stay within the text', () => {
  const html =
    '<p><a href="#b">Two</a> said<sup id="ref:1"><a href="#fn:1">1</a></sup></p><h2 id="b"><a href="#b">#</a>Two</h2>' +
    `<ol><li id="fn:1"><p>Note <a href="${page}#ref:1">↩</a></p></li></ol><p><a name="x y"></a><a href="#x%20y">here</a> <a href="#no">else</a></p>`;
  assert.equal(
    shown(html),
    '<p><a href="#b">Two</a> said<span id="ref:1"></span><a href="#fn:1">[1]</a></p>\n<h2><span id="b"></span>Two</h2>\n' +
      '<ol>\n<li><span id="fn:1"></span>Note <a href="#ref:1">↩</a></li>\n</ol>\n' +
      `<p><span id="x-y"></span><a href="#x-y">here</a> <a href="${page}#no">else</a></p>`,
  );
  assert.equal(plainTextOfMarkdown(stored(html)).split('\n')[0], 'Two said[1]');
});

test('a lazy picture has its real address, and a placeholder is no picture', () => {
  const real = 'https://example.org/p/sea.jpg';
  for (const html of [
    '<img data-src="sea.jpg">',
    '<img src="data:image/gif;base64,R0" data-lazy-src="sea.jpg">',
    '<img src="/img/placeholder.svg" data-srcset="small.jpg 300w, sea.jpg 900w">',
    '<img srcset="small.jpg, sea.jpg 2x">',
    '<picture><source srcset="sea.jpg 800w, small.jpg 200w"><img alt=""></picture>',
    '<base href="https://example.org/p/"><img src="sea.jpg">',
    '<img src="lazy.svg" data-src="sea.jpg"><noscript><img src="sea.jpg"></noscript>',
    '<noscript><img src="sea.jpg"></noscript>',
  ])
    assert.equal(
      htmlToMarkdown(html, { ...place, base: html.startsWith('<base') ? undefined : place.base }),
      `![](${real})`,
      html,
    );
  assert.equal(stored('<p>a<img src="data:image/png;base64,R0"><img src="/spacer.gif">b</p>'), 'a b');
});

test('a heading keeps its lines, and a list its numbers', () => {
  assert.equal(shown('<h2>One<br>Two ##</h2>'), '<h2>One<br>\nTwo ##</h2>');
  assert.equal(stored('<ol><li>a</li><li></li><li>c</li></ol>'), '-   1\\. a\n\n-   3\\. c');
  assert.equal(stored('<ol><li>a</li></ol><ol><li><p>b</p></li></ol>'), '1.  a\n\n-   1\\. b');
});

test('an uploaded recording of Substack has its address on the site of the publication', () => {
  const card = (kind: string, data: object) =>
    `<div class="native-${kind}-embed" data-attrs="${escapeMarkup(JSON.stringify(data))}"></div>`;
  const id = '0f4b3f1e-2a7c-4c1d-9b6e-1234567890ab';
  assert.equal(
    stored(card('video', { mediaUploadId: id })),
    `[▶ Video](https://example.org/api/v1/video/upload/${id}/src?type=mp4)`,
  );
  assert.equal(
    stored(card('audio', { mediaUploadId: id, label: 'Tape' })),
    `[▶ Tape](https://example.org/api/v1/audio/upload/${id}/src)`,
  );
  assert.equal(stored(card('video', { mediaUploadId: '../x?' })), `[▶ Video](${page})`);
});
