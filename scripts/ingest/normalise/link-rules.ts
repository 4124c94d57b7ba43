// Links for turndown: in one line, as Markdown wants them, and none around nothing.
import { sponsoredTitle } from '#domain/search/sponsors.ts';
import type TurndownService from 'turndown';

const isLink = (node: HTMLElement): boolean => node.nodeName === 'A' && node.getAttribute('href') !== null;

/** The class of links to a part of a page. */
export const partLink = 'part-link';

/** A sign next to a heading that leads to that heading. */
const isPermalink = (node: HTMLElement): boolean =>
  node.getAttribute('class') === partLink && /^[#¶§🔗⚓]\ufe0f?$/u.test(node.textContent.trim());

const isEmpty = (node: HTMLElement): boolean => !node.textContent.trim() && !node.querySelector('img, video, audio');

/** CommonMark §6.5: an address that is its own label. */
const isOwnLabel = (node: HTMLElement): boolean =>
  node.getAttribute('title') !== sponsoredTitle &&
  [node.textContent, `${node.textContent}/`].includes(node.getAttribute('href')!) &&
  /^https?:[^\s<>]+$/.test(node.textContent);

/** A link may stand around blocks in HTML, and around words and pictures alone in Markdown. */
const inOneLine = (content: string): string =>
  content
    .trim()
    .replace(/^(?:#{1,6}|>|[-*+]|\d+\.)\s+/gm, '')
    .replace(/\s*\n\s*/g, ' ');

export function addLinks(service: TurndownService): void {
  const { inlineLink } = (service.options as { rules?: Record<string, TurndownService.Rule> }).rules!;
  service.addRule('link in one line', {
    filter: isLink,
    replacement: (content, node, options) => {
      const element = node as HTMLElement;
      if (isEmpty(element)) return '';
      if (isOwnLabel(element)) return `<${element.textContent}>`;
      const before = /^\s/.test(content) ? ' ' : '';
      const after = /\s$/.test(content) ? ' ' : '';
      return before + inlineLink!.replacement!(inOneLine(content), node, options) + after;
    },
  });
  // The last rule that fits a node is applied.
  service.addRule('permalink', { filter: isPermalink, replacement: () => '' });
}
