// Writes tables of data in GitHub's pipe syntax, with <br> between the lines of a cell. Layout tables become blocks.
import type { CheerioAPI } from 'cheerio/slim';
import type TurndownService from 'turndown';
import type { HtmlNode } from './superscripts.ts';

/** Content that a cell cannot contain in Markdown. */
const blocksBeyondCells = 'table, pre, h1, h2, h3, h4, h5, h6, hr, blockquote, figure, video, audio, iframe';
/** Content that suggests a layout, unless the table has headings. */
const severalBlocks = 'p + p, ul, ol';
const maxSpan = 50;

export function writeTables($: CheerioAPI): void {
  const tableOf = (node: HtmlNode): HtmlNode | undefined => $(node.parent!).closest('table')[0];
  const rowsByTable = Map.groupBy($('tr').toArray(), tableOf);
  const tablesWith = (selector: string) => new Set($(selector).toArray().map(tableOf));
  const complex = tablesWith(blocksBeyondCells);
  const several = tablesWith(severalBlocks).difference(tablesWith('th'));
  for (const caption of $('table > caption')) $(caption).prop('tagName', 'p').insertBefore(caption.parent!);
  for (const table of $('table').toArray()) {
    const rows = rowsByTable.get(table) ?? [];
    const isLayout =
      /^(?:presentation|none)$/i.test($(table).attr('role') ?? '') ||
      rows.length < 2 ||
      rows.every((row) => $(row).children('td, th').length < 2) ||
      complex.has(table) ||
      several.has(table);
    if (isLayout) writeLayout($, table, rows);
    else fillSpans($, rows);
  }
}

function writeLayout($: CheerioAPI, table: HtmlNode, rows: HtmlNode[]): void {
  for (const element of [table, ...$(table).children('thead, tbody, tfoot'), ...rows, ...$(rows).children('td, th')])
    $(element).prop('tagName', 'div');
}

/** Adds empty cells where a cell extends over several columns or rows. */
function fillSpans($: CheerioAPI, rows: HtmlNode[]): void {
  const rowsBelow: number[] = [];
  const readSpan = (text: string | undefined): number =>
    Math.min(maxSpan, Math.max(1, Number.parseInt(text ?? '', 10) || 1));
  for (const row of rows) {
    let column = 0;
    for (const cell of $(row).children('td, th')) {
      for (; (rowsBelow[column] ?? 0) > 0; column++) {
        rowsBelow[column]! -= 1;
        $(cell).before('<td></td>');
      }
      const { colspan, rowspan } = cell.attribs;
      const width = readSpan(colspan);
      for (let end = column + width; column < end; column++) rowsBelow[column] = readSpan(rowspan) - 1;
      $(cell).after('<td></td>'.repeat(width - 1));
    }
  }
}

export function addTables(service: TurndownService): void {
  service.addRule('cell', { filter: ['th', 'td'], replacement: (content) => `| ${cellText(content)} ` });
  service.addRule('row', { filter: 'tr', replacement: (content) => `${content}\n` });
  service.addRule('rows', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content });
  service.addRule('table', { filter: 'table', replacement: (content) => `\n\n${tableMarkdown(content)}\n\n` });
}

const cellText = (content: string): string =>
  content
    .split('\n')
    .map((line) =>
      line
        .trim()
        .replace(/^[-*+] +/, '')
        .replaceAll('|', '\\|'),
    )
    .filter(Boolean)
    .join('<br>');

const unescapedPipe = /(?<!\\)\|/g;

function tableMarkdown(content: string): string {
  const rows = content.split('\n').filter((line) => line.startsWith('|'));
  const widths = rows.map((row) => row.match(unescapedPipe)!.length);
  const width = widths.reduce((widest, one) => Math.max(widest, one), 0);
  const lines = rows.map((row, at) => `${row}${'|  '.repeat(width - widths[at]!)}|`);
  return [lines[0], `|${' --- |'.repeat(width)}`, ...lines.slice(1)].join('\n');
}
