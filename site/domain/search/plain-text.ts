// Markdown as the text that a reader sees: one block a line, without marks.
import type { Token } from 'markdown-it';
import { parseMarkdown } from '../text/markdown.ts';
import { withoutUnseen } from '../text/unseen.ts';

/** A picture is no text, and a line break is a space unless it was meant. */
function seen({ type, content }: Token): string {
  if (type === 'softbreak') return ' ';
  if (type === 'hardbreak') return '\n';
  return type === 'image' ? '' : content;
}

const textOf = ({ type, children, content }: Token): string =>
  type === 'inline' ? children!.map(seen).join('') : content;

/** Characters that deceive the eye, tabs and doubled spaces are gone; lines are blocks. */
export const cleanText = (text: string): string =>
  withoutUnseen(text)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[\n ]*/g, '\n')
    .trim();

export const plainText = (markdown: string): string =>
  cleanText(
    parseMarkdown(markdown)
      .map(textOf)
      .filter((text) => text !== '')
      .join('\n'),
  );
