// Turndown rules for tables: GitHub's pipe syntax. A layout table of one column or row becomes paragraphs.
import type TurndownService from 'turndown';

export function addTables(service: TurndownService): void {
  service.addRule('cell', { filter: ['th', 'td'], replacement: (content) => `${cellText(content)}\u0000` });
  service.addRule('row', { filter: 'tr', replacement: (content) => `${content.replace(/\n/g, ' ')}\n` });
  service.addRule('rows', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content });
  service.addRule('table', { filter: 'table', replacement: (content) => `\n\n${tableMarkdown(content)}\n\n` });
}

const cellText = (content: string): string =>
  content
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ');

function tableMarkdown(content: string): string {
  const rows = content
    .split('\n')
    .filter((line) => line.includes('\u0000'))
    .map((line) =>
      line
        .split('\u0000')
        .slice(0, -1)
        .map((cell) => cell.trim()),
    );
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  if (width < 2 || rows.length < 2) return rows.flat().filter(Boolean).join('\n\n');
  const lines = rows.map((row) =>
    rowMarkdown([...row, ...Array<string>(width - row.length).fill('')].map((cell) => cell.replace(/\|/g, '\\|'))),
  );
  return [lines[0], rowMarkdown(Array<string>(width).fill('---')), ...lines.slice(1)].join('\n');
}

const rowMarkdown = (cells: string[]): string => `| ${cells.join(' | ')} |`;
