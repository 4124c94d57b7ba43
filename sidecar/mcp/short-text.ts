// The short text of a tool's result, for clients that show models nothing else: a line an item, a text as it is, or the JSON.
import { inLine } from '#domain/markdown.ts';
import type { Arguments, ToolValue } from './call-tool.ts';

interface Item {
  id?: string;
  type?: string;
  title?: string;
  date?: string;
  url?: string;
  snippets?: { text: string }[];
}

const line = ({ id, type, title, date, url, snippets = [] }: Item): string =>
  [`- ${inLine(title ?? '')}`, [type, date].filter(Boolean).join(' of '), id && `id ${id}`, url]
    .filter(Boolean)
    .join(', ') + snippets.map(({ text }) => `\n  “${inLine(text)}”`).join('');

function list(items: Item[], total: number, offset: number, order: string): string {
  if (items.length === 0) return `Nothing to show; ${total} in all.`;
  const end = offset + items.length;
  const rest = end < total ? `\nThe next ones: offset=${end}.` : '';
  return `${offset + 1} to ${end} of ${total}, ${order} first:\n${items.map(line).join('\n')}${rest}`;
}

export function shortText(value: ToolValue, args: Arguments): string {
  const { items, total, bodyMarkdown, title, text, mediaType, matched } = value;
  if (Array.isArray(items))
    return list(items as Item[], Number(total), Number(args.offset ?? 0), matched ? 'best' : 'newest');
  if (typeof bodyMarkdown === 'string') return `# ${inLine(String(title))}\n\n${bodyMarkdown}`;
  if (typeof text === 'string' && mediaType) return text;
  return JSON.stringify(value);
}
