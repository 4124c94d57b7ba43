// Building blocks of Markdown documents.
import { escapeInline } from './markdown.ts';

/** Renders front matter. Values are JSON, which is valid YAML 1.2; undefined ones are omitted. */
export const frontMatter = (fields: Record<string, unknown>): string[] => [
  '---',
  ...Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
  '---',
  '',
];

/** Renders a section with a heading; empty if there are no lines. */
export const markdownSection = (title: string, lines: string[]): string[] =>
  lines.length > 0 ? [`## ${escapeInline(title)}`, '', lines.join('\n').trimEnd(), ''] : [];

export const bulletList = (lines: (string | undefined)[]): string[] =>
  lines.filter((line) => line !== undefined && line !== '').map((line) => `- ${line}`);

export const numberedList = (lines: string[]): string[] => lines.map((line, i) => `${i + 1}. ${line}`);

/** Renders a label with a value; undefined if the value is missing. */
export const labelledValue = (label: string, value: string | number | undefined): string | undefined =>
  value === undefined || value === ''
    ? undefined
    : `${label}: ${typeof value === 'string' ? escapeInline(value) : value}`;

/** Returns the target of a link; an address with brackets or spaces needs angle brackets (CommonMark §6.3). */
const linkTarget = (url: string): string =>
  /[()<>\s]/.test(url) ? `<${url.replace(/[<>\s]/g, encodeURIComponent)}>` : url;

export const markdownLink = (label: string, url: string): string => `[${escapeInline(label)}](${linkTarget(url)})`;

/** Renders paragraphs of plain text, each in one line. */
export const markdownParagraphs = (text: string): string[] =>
  text
    .split(/\n{2,}/)
    .map(escapeInline)
    .filter(Boolean)
    .flatMap((paragraph) => [paragraph, '']);

export const codeBlock = (text: string, language = 'sh'): string[] => [`\`\`\`${language}`, text, '```', ''];

/** Joins lines to a text that ends with one line break. */
export const joinMarkdownLines = (lines: string[]): string => `${lines.join('\n').trim()}\n`;
