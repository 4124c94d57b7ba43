// Pieces that documents in Markdown are put together from.
import { escapeInline } from './markdown.ts';

/** Fields as YAML, each value as JSON, which YAML 1.2 takes as it is; what is undefined is left out. */
export const frontMatter = (fields: Record<string, unknown>): string[] => [
  '---',
  ...Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
  '---',
  '',
];

/** A heading and its lines; nothing where there are none. */
export const markdownSection = (title: string, lines: string[]): string[] =>
  lines.length > 0 ? [`## ${escapeInline(title)}`, '', lines.join('\n').trimEnd(), ''] : [];

export const bulletList = (lines: (string | undefined)[]): string[] =>
  lines.filter((line) => line !== undefined && line !== '').map((line) => `- ${line}`);

export const numberedList = (lines: string[]): string[] => lines.map((line, i) => `${i + 1}. ${line}`);

/** A fact of a list; nothing where it is not known. */
export const labelledValue = (label: string, value: string | number | undefined): string | undefined =>
  value === undefined || value === ''
    ? undefined
    : `${label}: ${typeof value === 'string' ? escapeInline(value) : value}`;

/** CommonMark §6.3: an address with brackets or spaces stands between < and >. */
const linkTarget = (url: string): string =>
  /[()<>\s]/.test(url) ? `<${url.replace(/[<>\s]/g, encodeURIComponent)}>` : url;

export const markdownLink = (label: string, url: string): string => `[${escapeInline(label)}](${linkTarget(url)})`;

/** Paragraphs of plain text, each in one line. */
export const markdownParagraphs = (text: string): string[] =>
  text
    .split(/\n{2,}/)
    .map(escapeInline)
    .filter(Boolean)
    .flatMap((paragraph) => [paragraph, '']);

export const codeBlock = (text: string, language = 'sh'): string[] => [`\`\`\`${language}`, text, '```', ''];

/** Lines as a text that ends with one line break. */
export const joinMarkdownLines = (lines: string[]): string => `${lines.join('\n').trim()}\n`;
