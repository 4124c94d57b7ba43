// Turndown rules for links: on one line, and none without content.
import { sponsoredTitle } from '#domain/search/sponsors.ts';
import type TurndownService from 'turndown';

const isLink = (node: HTMLElement): boolean => node.nodeName === 'A' && node.getAttribute('href') !== null;

/** Class of links to a fragment of a page. */
export const partLink = 'part-link';

/** Recognises a symbol next to a heading that links to that heading. */
const isPermalink = (node: HTMLElement): boolean =>
  node.getAttribute('class') === partLink && /^[#¶§🔗⚓]\ufe0f?$/u.test(node.textContent.trim());

const isEmpty = (node: HTMLElement): boolean => !node.textContent.trim() && !node.querySelector('img, video, audio');

/** Recognises links whose label is their address (CommonMark §6.5). */
const isOwnLabel = (node: HTMLElement): boolean =>
  node.getAttribute('title') !== sponsoredTitle &&
  [node.textContent, `${node.textContent}/`].includes(node.getAttribute('href')!) &&
  /^https?:[^\s<>]+$/.test(node.textContent);

/** Removes block markup, since links can contain blocks in HTML but not in Markdown. */
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
  // Turndown applies the last rule that matches a node.
  service.addRule('permalink', { filter: isPermalink, replacement: () => '' });
}
