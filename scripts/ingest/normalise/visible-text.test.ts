// Compares the visible text of HTML with that of the stored item: every word, number and line break, in order.
// FEED_CORPUS and SITES_FOLDER name folders of feeds; generated HTML is always compared.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { load } from 'cheerio/slim';
import fc from 'fast-check';
import { renderMarkdown } from '#domain/text/markdown.ts';
import { escapeMarkup } from '#domain/text/markup.ts';
import { fuzzRuns } from '#domain/text/test-hostile.ts';
import { decodeFeed } from '../decode.ts';
import { parseFeed } from '../parse/parse.ts';
import { htmlToMarkdown } from './markdown.ts';
import { toHtml } from './markup.ts';
import { type Element, findTextDifference } from './test-visible-text.ts';

interface Exception {
  name: string;
  elements?: RegExp;
  classes?: RegExp;
  is?: (element: Element) => boolean;
}

const textOf = (element: Element): string =>
  element.children.map((child) => ('data' in child ? String(child.data) : '')).join('');

const isWithin = ({ parent }: Element, names: RegExp): boolean =>
  parent !== null && 'name' in parent && (names.test(parent.name) || isWithin(parent as Element, names));

const leftOut: Exception[] = [
  { name: 'text in drawings', elements: /^(?:svg|canvas)$/ },
  { name: 'controls of forms', elements: /^(?:select|textarea|meter|progress)$/ },
  {
    name: 'buttons and labels, except in headings and lists',
    is: (element) =>
      (element.name === 'button' && !isWithin(element, /^(?:h\d|summary)$/)) ||
      (element.name === 'label' && !isWithin(element, /^li$/)),
  },
  { name: 'controls of players', classes: /^(?:kg-video-overlay|kg-video-player-container|kg-audio-player)$/ },
  {
    name: 'boxes for subscribing, sharing and related posts',
    classes:
      /^(?:kg-signup-card|subscription-widget.*|image-link-expand|install-substack-app-embed|poll-embed|wp-block-jetpack-subscriptions|sharedaddy|jp-relatedposts|feedflare|wp-block-file__button)$/,
  },
  { name: 'icons of link previews', classes: /^kg-bookmark-icon$/ },
];

const replaced: Exception[] = [
  { name: 'players and frames', elements: /^(?:iframe|video|audio|embed|object|amp-iframe|amp-youtube)$/ },
  { name: 'formulas', elements: /^math$/, classes: /^(?:katex|MathJax.*|mwe-math.*|latex|tex)$/ },
  {
    name: 'pictures of formulas',
    is: ({ name, attribs }) => name === 'img' && /\/math\/render\//.test(attribs['src'] ?? ''),
  },
  {
    name: 'link previews and files, which become quotations',
    classes: /^(?:kg-bookmark-card|kg-file-card|kg-audio-card|embedded-post-wrap|file-embed-wrapper|mixtapeEmbed)$/,
  },
  { name: 'cards that exist only as data', is: ({ attribs }) => attribs['data-attrs'] !== undefined },
  { name: 'signs of callouts, which stand in the line of the text', classes: /^kg-callout-emoji$/ },
  {
    name: 'signs that link a heading to itself',
    is: (element) =>
      element.name === 'a' && /#/.test(element.attribs['href'] ?? '') && /^[#¶§🔗⚓]\ufe0f?$/u.test(textOf(element)),
  },
];

const matchesOne = (exceptions: Exception[]) => (element: Element) => {
  const classes = (element.attribs['class'] ?? '').split(/\s+/);
  return exceptions.some(
    (one) => one.elements?.test(element.name) || classes.some((name) => one.classes?.test(name)) || one.is?.(element),
  );
};
const options = { isLeftOut: matchesOne(leftOut), isReplaced: matchesOne(replaced) };

const place = { base: 'https://example.org/', page: 'https://example.org/p', link: 'https://example.org/p' };

function assertSameText(html: string, about: string): void {
  const markdown = htmlToMarkdown(html, place);
  const difference = findTextDifference(toHtml(html), renderMarkdown(markdown, ''), options);
  assert.equal(difference, undefined, `${about}\n${difference}\n${html.length < 3000 ? `${html}\n${markdown}` : ''}`);
}

const feedFile = /\.(?:xml|atom|rdf|rss|json)$/;

function findFeeds(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && feedFile.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

for (const name of ['FEED_CORPUS', 'SITES_FOLDER'])
  describe(`the texts of ${name}`, { skip: process.env[name] ? false : `${name} names no folder` }, () => {
    for (const file of process.env[name] ? findFeeds(process.env[name]) : [])
      test(`${file} keeps its visible text`, async () => {
        const { text } = decodeFeed(readFileSync(file));
        const feed = await parseFeed(text, 'https://example.org/feed.xml').catch(() => undefined);
        for (const { html, title } of feed?.document.items ?? []) if (html) assertSameText(html, title ?? '');
      });
  });

const word = fc.constantFrom(
  ...[
    'tide',
    'Über',
    'naïve',
    '12',
    '3.5',
    '1986.',
    '7)',
    '日本語',
    '「重要」',
    '注意：',
    '続き。',
    '한국어(Korea)',
    'عربي',
  ],
  ...[
    '“no.”',
    '(b)',
    'a*b',
    '*',
    '**x**',
    '_y_',
    '~~z~~',
    '#1',
    '# 2',
    '> 3',
    '- 4',
    '+',
    '1. 5',
    '[6]',
    '[7](8)',
    '<half>',
  ],
  ...[
    '`c`',
    '&amp;',
    '\\',
    '|',
    '!',
    '---',
    '===',
    'https://example.org/a_b%20c?d=e&f',
    'www.example.org',
    '½',
    '🌊',
    'x²',
  ],
);
const space = fc.constantFrom(' ', ' ', '\n', '', '\u00a0');
const text = fc
  .array(fc.tuple(word, space), { minLength: 1, maxLength: 4 })
  .map((parts) => escapeMarkup(parts.flat().join('')));

const element =
  (...tags: string[]) =>
  (content: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc.tuple(fc.constantFrom(...tags), content).map(([tag, html]) => `<${tag}>${html}</${tag.split(' ')[0]}>`);

const { inline, block } = fc.letrec<{ inline: string; block: string }>((tie) => {
  const run = fc.array(tie('inline'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));
  const blocks = fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));
  const list = fc
    .array(fc.oneof(run, blocks), { minLength: 1, maxLength: 3 })
    .map((items) => items.map((one) => `<li>${one}</li>`).join(''));
  const table = fc
    .array(fc.array(fc.oneof({ weight: 3, arbitrary: run }, tie('block')), { minLength: 2, maxLength: 3 }), {
      minLength: 1,
      maxLength: 3,
    })
    .map((rows) => rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join(''));
  return {
    inline: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      text,
      element('b', 'strong', 'em', 'i', 'del', 's', 'mark', 'span', 'a href="https://example.org/x"', 'q', 'u')(run),
      element('code', 'kbd')(text),
      fc.constantFrom('<br>', '<img src="p.png">', 'm<sup>2</sup>', '2019<sup>1</sup>', 'CO<sub>2</sub>', '<wbr>'),
      fc.constantFrom(
        '<span hidden>no</span>',
        '<button>no</button>',
        '<svg><text>no</text></svg>',
        '<script>no</script>',
      ),
    ),
    block: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      element('p', 'h1', 'h2', 'h4', 'div', 'address', 'figcaption')(run),
      element('div', 'blockquote', 'section', 'figure', 'b', 'center', 'a href="https://example.org/y"')(blocks),
      element('ul', 'ol', 'ol start="7"')(list),
      element('table', 'table role="presentation"')(table),
      element(
        'pre',
        'pre class="verse"',
      )(
        fc
          .array(fc.oneof(text, fc.constantFrom('\n', '\n\n', '  ', '<br>', '<b>x</b>')))
          .map((parts) => parts.join('')),
      ),
      fc.constantFrom('<hr>', '<div style="display: none">no</div>', '<template>no</template>'),
    ),
  };
});

test('fuzz: generated HTML keeps its visible text ', () => {
  const property = fc.property(fc.array(fc.oneof(block, inline), { minLength: 1, maxLength: 4 }), (parts) => {
    const html = `<div>${parts.join('')}</div>`;
    // Browsers take apart the elements around a link within a link.
    fc.pre(load(html, { xml: { xmlMode: false } })('a a').length === 0);
    assertSameText(html, '');
  });
  fc.assert(property, fuzzRuns(500));
});
