// Turndown rules for links and anchors. A link around several blocks becomes one link for each of their lines.
import { sponsoredTitle } from '#domain/search/sponsors.ts';
import type TurndownService from 'turndown';

const isLink = (node: HTMLElement): boolean => node.nodeName === 'A' && node.getAttribute('href') !== null;

const isEmpty = (node: HTMLElement): boolean => !node.textContent.trim() && !node.querySelector('img, video, audio');

/** Recognises links whose label is their address (CommonMark §6.5). */
const isOwnLabel = (node: HTMLElement): boolean =>
  node.getAttribute('title') !== sponsoredTitle &&
  [node.textContent, `${node.textContent}/`].includes(node.getAttribute('href')!) &&
  /^https?:[^\s<>]+$/.test(node.textContent);

const eachLine = /^([^\S\n]*(?:(?:[-*+>]|\d+\.|#{1,6})\s+)*)(\S.*?)([^\S\n]*)$/gm;
/** Matches a line without text: the mark of a quotation or list, or a thematic break. */
const lineWithoutText = /^[^\S\n]*(?:(?:[-+>]|\d+\.)[^\S\n]*)*(?:\* \* \*)?$/;

type Edge = 'first' | 'last';

/** Returns true if a block stands at the edge of an inline element, where turndown trims its line breaks. */
function hasBlockAt(edge: Edge, node: Node): boolean {
  const children = [...node.childNodes].filter((child) => child.nodeName === 'IMG' || child.textContent?.trim());
  const child = edge === 'first' ? children[0] : children.at(-1);
  return child !== undefined && ((child as { isBlock?: boolean }).isBlock === true || hasBlockAt(edge, child));
}

/** Changes the text of each line of an element that may contain blocks. Code and tables cannot contain markup. */
export function changeLines(content: string, node: TurndownService.Node, change: (text: string) => string): string {
  const element = node as HTMLElement;
  const changed = element.querySelector('pre, table')
    ? content
    : content.replace(eachLine, (line: string, start: string, text: string, end: string) =>
        lineWithoutText.test(line) ? line : start + change(text) + end,
      );
  const breakAt = (edge: Edge): string => (hasBlockAt(edge, element) ? '\n\n' : '');
  return breakAt('first') + changed + breakAt('last');
}

export function addLinks(service: TurndownService): void {
  const { inlineLink } = (service.options as { rules?: Record<string, TurndownService.Rule> }).rules!;
  service.addRule('link in one line', {
    filter: isLink,
    replacement: (content, node, options) => {
      const element = node as HTMLElement;
      if (isEmpty(element)) return '';
      if (isOwnLabel(element)) return `<${element.textContent}>`;
      return changeLines(content, node, (text) => inlineLink!.replacement!(text, node, options));
    },
  });
  service.addRule('anchor', {
    filter: (node) => node.nodeName === 'A' && node.getAttribute('name') !== null,
    replacement: (_, node) => `[]{#${(node as HTMLElement).getAttribute('name')}}`,
  });
}
