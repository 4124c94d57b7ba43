// HTML of a feed → Markdown: sanitised by sanitize-html, translated by turndown, no HTML left.
import sanitizeHtml from 'sanitize-html';
import TurndownService from 'turndown';
import { addTables } from './tables.ts';
import { isMediaFile } from '../feed-document.ts';
import { webAddress } from './links.ts';
import { asHtml } from './markup.ts';
import { isPixel } from './pixels.ts';

/** Beyond this a body is no article; the rest is dropped and reported. */
export const MAX_BODY_CHARACTERS = 1_000_000;

const allowedTags = [
  ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'div', 'blockquote', 'pre', 'code', 'kbd', 'samp'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'a', 'img', 'em', 'i', 'strong', 'b', 'del', 's', 'strike', 'cite'],
  ...['table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'figure', 'figcaption'],
];

/** With `keepsMedia`, pictures that are named as files of content/media stay so (see ownPicture in links.ts). */
export function markdownOf(html: string | undefined, base: string | undefined, keepsMedia = false): string {
  if (!html?.trim()) return '';
  const clean = sanitizeHtml(asHtml(html.slice(0, MAX_BODY_CHARACTERS)), options(base, keepsMedia));
  return turndown()
    .turndown(clean)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const options = (base: string | undefined, keepsMedia: boolean): sanitizeHtml.IOptions => ({
  allowedTags,
  allowedAttributes: { a: ['href', 'title'], img: ['src', 'alt', 'title'], code: ['class'], ol: ['start'] },
  allowedClasses: { code: ['language-*'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  nestingLimit: 100,
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, href: linkOf(attribs['href'], base) } }),
    img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, src: pictureOf(attribs, base, keepsMedia) } }),
  },
  exclusiveFilter: ({ tag, attribs, text, mediaChildren }) =>
    (tag === 'img' && !attribs['src']) || (tag === 'a' && !text.trim() && !mediaChildren?.length),
});

const linkOf = (href: string | undefined, base: string | undefined): string =>
  (/^mailto:[^\s<>"]+@/i.test(href ?? '') ? href : webAddress(href, base)) ?? '';

function pictureOf(image: sanitizeHtml.Attributes, base: string | undefined, keepsMedia: boolean): string {
  const src = image['src'];
  if (isPixel(image)) return '';
  return keepsMedia && isMediaFile(src) ? src : (webAddress(src, base) ?? '');
}

let service: TurndownService | undefined;

function turndown(): TurndownService {
  if (service) return service;
  service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
  });
  addTables(service);
  service.addRule('struck', { filter: ['del', 's'], replacement: (content) => `~~${content}~~` });
  const escape = service.escape.bind(service);
  // Text that looks like HTML or like a reference stays text.
  service.escape = (text) =>
    escape(text)
      .replace(/</g, '\\<')
      .replace(/&(?=#?\w+;)/g, '\\&');
  return service;
}
