// Keeps the lines of preformatted text: as a code block, or with line breaks for poems and for texts with pictures.
import type { CheerioAPI } from 'cheerio/slim';
import { edgeText, type HtmlNode, isBlank } from './superscripts.ts';

const codeCells = 'td.code, td.blob-code, td.js-file-line, td.hljs-ln-code';
const numberClass = /(?:^|[\s_-])(?:line-?nos?|line-?numbers?\S*|gutter|blob-num|ln-numbers|ln-num)(?:$|[\s_-])/i;
const blocks = 'address, blockquote, dd, div, dt, h1, h2, h3, h4, h5, h6, li, ol, p, table, tr, ul';
/** Content that a code block cannot contain. */
const markup = 'img, video, audio, del';
const verseClass = /(?:^|[\s_-])(?:verse|poem|poetry)(?:$|[\s_-])/i;

export function writePreformatted($: CheerioAPI): void {
  removeLineNumbers($);
  const tables = $(codeCells).closest('table').not($('pre').closest('table'));
  tables.prop('tagName', 'pre');
  $('code br').closest('code').not('pre code').prop('tagName', 'pre');
  for (const block of $('pre')) writeLines($, block);
}

/** Removes the line numbers next to code. */
function removeLineNumbers($: CheerioAPI): void {
  const cells = $(`pre, ${codeCells}`).closest('tr').children('td, th');
  const numbers = $('pre')
    .find('span, a, td, div')
    .add(cells)
    .filter((_, element) => numberClass.test(element.attribs['class'] ?? '') && /^[\d\s]*$/.test($(element).text()));
  numbers.remove();
}

function writeLines($: CheerioAPI, block: HtmlNode): void {
  if (isBlank(block)) return void $(block).empty().prop('tagName', 'div');
  separateBlocks($, block);
  $(block).find('br').replaceWith('\n');
  const { class: names = '' } = $(block).attr() ?? {};
  if (verseClass.test(names) || $(block).find(markup).length > 0) writeVerse($, block);
  else writeCode($, block, names);
}

/** Puts each block on lines of its own. */
function separateBlocks($: CheerioAPI, block: HtmlNode): void {
  for (const line of $(block).find(blocks)) {
    if (line.prev && !edgeText(line.prev, 'prev').endsWith('\n')) $(line).before('\n');
    if (line.next && !edgeText(line, 'prev').endsWith('\n')) $(line).append('\n');
  }
}

function writeCode($: CheerioAPI, block: HtmlNode, names: string): void {
  const codeNames = $(block).find('code').first().attr('class') ?? '';
  const language = /(?:^|\s)(?:language|lang)-([\w+#.-]{1,40})/.exec(`${codeNames} ${names}`)?.[1];
  const text = $(block)
    .text()
    .replace(/^\r?\n/, '');
  const code = $('<code></code>').text(text);
  if (language) code.attr('class', `language-${language}`);
  $(block).empty().append(code);
}

/** Writes line breaks as elements and indentation as spaces that do not collapse. */
function writeVerse($: CheerioAPI, block: HtmlNode): void {
  const texts = $(block)
    .find('*')
    .add(block)
    .contents()
    .toArray()
    .filter(({ type }) => type === 'text');
  for (const node of texts) {
    const lines = $(node).text().split(/\r?\n/);
    const html = lines.map((line) => {
      const text = line.replace(/^ +| {2,}/g, (run) => '\u00a0'.repeat(run.length));
      return $('<span></span>').text(text).toString();
    });
    $(node).replaceWith(html.join('<br>'));
  }
  $(block).prop('tagName', 'div');
}
