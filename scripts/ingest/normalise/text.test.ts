import assert from 'node:assert/strict';
import { test } from 'node:test';
import MarkdownIt from 'markdown-it';
import { parseTextLines } from '#domain/search/plain-text.ts';
import { renderMarkdown } from '#domain/text/markdown.ts';
import { parseFeed } from '../parse/parse.ts';
import { webAddress } from './links.ts';
import { htmlToMarkdown } from './markdown.ts';
import { plainText, shorten, titleText } from './plain-text.ts';
import { summariseItem } from './summary.ts';

const base = 'https://example.org/a/';
const place = { base, link: 'https://example.org/a/text' };

test('a title loses markup and double escaping, not signs that only look like markup', () => {
  assert.equal(plainText('<b>Tom</b> &amp;amp; Jerry &amp;lt;3'), 'Tom & Jerry <3');
  assert.equal(plainText('a <- b, <T> and 1 < 2'), 'a <- b, <T> and 1 < 2');
  assert.equal(plainText('<p>one</p><p>two</p>'), 'one two');
});

test('elements of other vocabularies and tags that were escaped twice leave nothing behind in a title', () => {
  assert.equal(titleText({ title: '<mtext></mtext>One' }), 'One');
  assert.equal(titleText({ title: '<o:p></o:p><mtext class="x">Two</mtext> 3<break/>' }), 'Two 3');
  assert.equal(titleText({ title: '&lt;b&gt;Bold&lt;/b&gt; words' }), 'Bold words');
  assert.equal(titleText({ title: 'How &lt;b&gt; works, and <half> a word' }), 'How <b> works, and <half> a word');
});

test('a title loses scripts and deceptive characters', () => {
  assert.equal(plainText('<script>alert(1)</script>Hello'), 'Hello');
  assert.equal(plainText('a\u202egpj.exe\u0007\u200b'), 'agpj.exe');
  assert.equal(plainText('👩‍👧 stay together'), '👩‍👧 stay together');
});

test('a text is shortened between words and never inside a character', () => {
  assert.equal(shorten('one two three four', 12), 'one two…');
  assert.equal(shorten('short', 12), 'short');
  assert.equal(shorten('😀'.repeat(10), 8), '😀😀😀…');
});

test('an address becomes absolute and strict', () => {
  assert.equal(webAddress('../b?q=a|b "c"', base), 'https://example.org/b?q=a%7Cb%20%22c%22');
  assert.equal(webAddress('//cdn.example.org/x', base), 'https://cdn.example.org/x');
  assert.equal(webAddress('https://a:b@example.org/'), 'https://example.org/');
  assert.equal(webAddress('https://exämple.org/ü'), 'https://xn--exmple-cua.org/%C3%BC');
});

for (const address of [
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'ftp://example.org/',
  'http://10.0.0.1/',
  'http://2130706433/',
  'http://[::1]/',
  'http://localhost/',
  'x',
  '',
]) {
  test(`“${address}” is not a safe address`, () => assert.equal(webAddress(address), undefined));
}

const attacks = [
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<iframe src="https://evil.example/"></iframe>',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<p>&lt;img src=x onerror=alert(1)&gt;</p>',
  '<pre>```\n<script>alert(1)</script></pre>',
  '<a href="https://example.org/)<script>">x</a>',
  '<p title="x">[x](javascript:alert(1))</p>',
  '<table><tr><td>&lt;b&gt;</td><td>|</td></tr><tr><td>x</td></tr></table>',
  '<!-- --><noscript><p title="</noscript><img src=x onerror=alert(1)>">',
];
for (const attack of attacks) {
  test(`no HTML and no unsafe link remains of ${JSON.stringify(attack)}`, () => {
    const tokens = new MarkdownIt({ html: true })
      .parse(htmlToMarkdown(attack, place), {})
      .flatMap((token) => [token, ...(token.children ?? [])]);
    for (const token of tokens) {
      assert.doesNotMatch(token.type, /^html_/);
      for (const [, value] of token.attrs ?? [])
        assert.doesNotMatch(String(value), /^\s*(javascript|data|vbscript|file):/i);
    }
  });
}

test('deep nesting and unclosed tags end in bounded time', () => {
  assert.match(htmlToMarkdown('<div>'.repeat(20_000) + 'core', place), /core/);
  assert.equal(typeof htmlToMarkdown('<p x="'.repeat(50_000), place), 'string');
});

test('counters are dropped, pictures stay', () => {
  const counters = [
    '<img src="p.gif" width="1" height="1">',
    '<img src="p.gif" height="1px" alt="">',
    '<img src="p.gif" style="border:0; width:1px; height:1px">',
    '<img src="p.gif" style="display:none">',
    '<img src="https://medium.com/_/stat?event=post.clientViewed&referrerSource=full_rss">',
    '<img src="//feeds.feedburner.com/~r/example/~4/abc">',
    '<img src="https://pixel.wp.com/b.gif?host=example.org">',
    '<img src="https://x.list-manage.com/track/open.php?u=1">',
  ];
  for (const counter of counters)
    assert.equal(
      htmlToMarkdown(`${counter}<img src="b.png" alt="boat">`, place),
      '![boat](https://example.org/a/b.png)',
    );
  assert.match(
    htmlToMarkdown('<img src="https://example.org/open/track.png" width="10" height="100">', place),
    /track/,
  );
});

test('a pull quote is a quotation, whatever element it is in', () => {
  for (const html of [
    '<div class="pullquote"><p>Fog is slow.</p></div>',
    '<aside class="big pull-quote">Fog is slow.</aside>',
  ])
    assert.equal(htmlToMarkdown(`<p>One</p>${html}<p>Two</p>`, place), 'One\n\n> Fog is slow.\n\nTwo');
  const figure = '<figure class="wp-block-pullquote"><blockquote><p>Fog is slow.</p></blockquote></figure>';
  assert.equal(htmlToMarkdown(figure, place), '> Fog is slow.');
  assert.equal(htmlToMarkdown('<p class="pullquotes">Fog</p>', place), 'Fog');
});

test('an element whose class names it an advertisement is a quotation', () => {
  for (const html of [
    '<div class="sponsor-block"><p>Buy a kettle.</p></div>',
    '<aside class="inlineAd">Buy a kettle.</aside>',
    '<div class="ad"><div><p class="ad-text">Buy a kettle.</p></div></div>',
    '<p id="werbung">Buy a kettle.</p>',
    '<section class="post-section promoted"><p>Buy a kettle.</p></section>',
    '<div class="kg-card kg-cta-card"><div class="kg-cta-text">Buy a kettle.</div></div>',
    '<div class="kg-card kg-callout-card sponsored"><div class="kg-callout-text">Buy a kettle.</div></div>',
  ])
    assert.equal(htmlToMarkdown(`<p>One</p>${html}<p>Two</p>`, place), 'One\n\n> Buy a kettle.\n\nTwo', html);
  for (const name of ['no-ads', 'ad-free', 'header', 'shadow', 'gradient', 'adventure', 'promontory'])
    assert.equal(htmlToMarkdown(`<div class="${name}">Fog</div>`, place), 'Fog', name);
  assert.equal(htmlToMarkdown('<div class="kg-signup-card promo">Subscribe</div>', place), '');
});

test('an aside is a quotation, unless it is a note of the author', () => {
  assert.equal(htmlToMarkdown('<aside><p>Fog is slow.</p></aside>', place), '> Fog is slow.');
  for (const attribute of ['class="side-note"', 'id="footnotes"', 'class="admonition tip"', 'role="doc-footnote"'])
    assert.equal(htmlToMarkdown(`<aside ${attribute}>Fog is slow.</aside>`, place), 'Fog is slow.', attribute);
});

test('a link that its author calls sponsored keeps that as its title', () => {
  const html = '<p>Buy <a rel="noopener Sponsored" title="Now" href="https://k.example/">a kettle</a>.</p>';
  assert.equal(htmlToMarkdown(html, place), 'Buy [a kettle](https://k.example/ "Sponsored").');
  const bare = '<a rel="sponsored" href="https://k.example/">https://k.example/</a>';
  assert.equal(htmlToMarkdown(bare, place), '[https://k.example/](https://k.example/ "Sponsored")');
});

test('text in <q> gets quotation marks, and the source of a quotation gets a dash', () => {
  assert.equal(htmlToMarkdown('<p>He said <q>fog is slow</q>.</p>', place), 'He said “fog is slow”.');
  assert.equal(htmlToMarkdown('<p>He said <q>“fog is slow”</q>.</p>', place), 'He said “fog is slow”.');
  const quotation = '<blockquote><p>Fog is slow.</p><cite>Halvard Lie, Coast Book</cite></blockquote>';
  assert.equal(htmlToMarkdown(quotation, place), '> Fog is slow.\n> \n> — Halvard Lie, Coast Book');
});

test('a callout is not a quotation, on pages and in plain text', () => {
  const card = '<div class="kg-card kg-callout-card"><div class="kg-callout-text">Mind the step.</div></div>';
  const markdown = htmlToMarkdown(`<p>One</p>${card}<blockquote>[!NOTE]<br>Fog</blockquote>`, place);
  assert.equal(markdown, 'One\n\n> [!NOTE]\n> Mind the step.\n\n> \\[!NOTE\\]  \n> Fog');
  assert.equal(
    renderMarkdown(markdown, 'https://room.example'),
    '<p>One</p>\n<blockquote class="callout">\n<p>Mind the step.</p>\n</blockquote>\n' +
      '<blockquote>\n<p>[!NOTE]<br>\nFog</p>\n</blockquote>\n',
  );
  assert.deepEqual(
    parseTextLines(markdown).map(({ text, callout, quotation }) => [text, callout, quotation]),
    [
      ['One', undefined, undefined],
      ['Mind the step.', 1, undefined],
      ['[!NOTE]', undefined, 1],
      ['Fog', undefined, 1],
    ],
  );
  assert.equal(
    renderMarkdown('> [!NOTE]\n> - Wet', ''),
    '<blockquote class="callout">\n<ul>\n<li>Wet</li>\n</ul>\n</blockquote>\n',
  );
});

test('a summary prefers the author’s own words and puts quotations in quotation marks', () => {
  const repeated = { bodies: new Set<string>(), summaries: new Set<string>() };
  const summary = (body: string) => summariseItem({ item: {}, body, repeated, isPost: false });
  assert.equal(summary('> Fog is only slow rain.\n\nSo he wrote, and I agree.'), 'So he wrote, and I agree.');
  assert.equal(summary('> Fog is only slow rain.\n>\n> «Halvard Lie»'), '“Fog is only slow rain.” «Halvard Lie»');
  assert.equal(summary('> [!NOTE]\n> Mind the step, and the rope.'), 'Mind the step, and the rope.');
});

test('an element that a title mentions is text, and an element with a partner is markup', () => {
  for (const [source, title] of [
    ['What <details> is for', 'What <details> is for'],
    ['Using <dialog> & <summary class="x"> well', 'Using <dialog> & <summary class="x"> well'],
    ['The <br> element, and <img>', 'The <br> element, and <img>'],
    ['Closing with </div> only', 'Closing with </div> only'],
    ['One<br>two <em>three</em><br/><img src="x.png">', 'One two three'],
    ['<![CDATA[Wrapped <b>twice</b>]]>', 'Wrapped twice'],
    ['<p>Why <video> fails</p>', 'Why <video> fails'],
    ['Why &lt;video&gt; fails &amp;amp; how', 'Why <video> fails & how'],
  ] as const)
    assert.equal(titleText({ title: source }), title);
});

test('titles in JSON Feed are plain text', async () => {
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'J',
    items: [{ id: '1', title: 'A <time> & <T> for 1 < 2' }],
  };
  const { document } = await parseFeed(JSON.stringify(feed));
  assert.equal(titleText(document.items[0]!), 'A <time> & <T> for 1 < 2');
});

test('text for screen readers alone is not shown', () => {
  const hidden = [
    '<span class="screen-reader-text">Continue reading “Tides”</span>',
    '<span class="sr-only">(opens in a new window)</span>',
    '<span style="position: absolute; left: -9999px">skip</span>',
    '<span style="position:absolute;clip:rect(1px, 1px, 1px, 1px)">skip</span>',
  ];
  assert.equal(htmlToMarkdown(`<p>Low ${hidden.join('')}water.</p>`, place), 'Low water.');
});
