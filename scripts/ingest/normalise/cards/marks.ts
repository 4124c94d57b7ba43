// Recognises cards of Ghost, Substack, WordPress and Medium in HTML and marks their parts with classes for rules.ts.
//
// Feeds cannot set these classes themselves, as all other classes are removed. Player controls are dropped.
import type sanitizeHtml from 'sanitize-html';
import type { NoticeCode } from '#contract/notices.ts';
import { webAddress } from '../links.ts';
import { isCounter } from '../pixels.ts';
import { frameLink, substackCard } from './embeds.ts';

export type Attributes = sanitizeHtml.Attributes;
export type Tag = ReturnType<sanitizeHtml.Transformer>;

export type CardPart =
  'card' | 'title' | 'text' | 'source' | 'picture' | 'sound' | 'callout' | 'embed' | 'gallery' | 'dropped';
export const cardClass = (part: CardPart): string => `card-mark-${part}`;

const classNames: Record<Exclude<CardPart, 'embed' | 'gallery'>, string> = {
  card: 'kg-bookmark-card kg-file-card embedded-post-wrap file-embed-wrapper mixtapeEmbed',
  title:
    'kg-bookmark-title kg-file-card-title kg-audio-title embedded-post-title file-embed-details-h1 markup--mixtapeEmbed-strong',
  text: 'kg-bookmark-description kg-file-card-caption embedded-post-body markup--mixtapeEmbed-em',
  source:
    'kg-bookmark-author kg-bookmark-publisher kg-file-card-filename kg-file-card-filesize embedded-post-publication-name',
  picture: 'kg-bookmark-thumbnail kg-audio-thumbnail embedded-post-image',
  sound: 'kg-audio-card',
  callout: 'kg-callout-card',
  dropped:
    'kg-video-overlay kg-video-player-container kg-audio-player kg-signup-card kg-bookmark-icon subscription-widget-wrap subscription-widget-wrap-editor subscription-widget image-link-expand install-substack-app-embed poll-embed wp-block-jetpack-subscriptions sharedaddy jp-relatedposts feedflare wp-block-file__button',
};
export const droppedClasses = classNames.dropped.split(' ');
const partsByClass = new Map(
  Object.entries(classNames).flatMap(([part, names]) =>
    names.split(' ').map((name) => [name, part as CardPart] as const),
  ),
);

const findCardPart = ({ class: names = '' }: Attributes): CardPart | undefined => {
  for (const name of names.split(/\s+/)) if (partsByClass.has(name)) return partsByClass.get(name);
  return undefined;
};

export const isDropped = ({ class: marks }: Attributes): boolean => marks === cardClass('dropped');

const cardPartTag = (tagName: string, part: CardPart, attribs: Attributes = {}): Tag => ({
  tagName,
  attribs: { ...attribs, class: cardClass(part) },
});

export interface LinkContext {
  /** Base of relative addresses. */
  base: string | undefined;
  /** Page of the text, used for links to fragments. */
  page?: string | undefined;
  /** True if paths of pictures in content/media are kept (see ownPicture in links.ts). */
  keepsMedia?: boolean;
  /** Collects the kinds of content that are left out on purpose. */
  omissions?: NoticeCode[];
  /** Page of the text, or of the site if the item has none. */
  link: string | undefined;
}

const frameTags = ['iframe', 'embed', 'object', 'amp-iframe', 'amp-youtube'];
const playerTags = ['video', 'audio', 'source'];

/** Turns an element into a part of a card; returns undefined for other elements. */
export function transformCardTag(tagName: string, attribs: Attributes, { base, link }: LinkContext): Tag | undefined {
  const part = findCardPart(attribs);
  if (part === 'dropped') return cardPartTag('div', 'dropped');
  if (frameTags.includes(tagName)) return embedTag(frameLink(attribs, base), attribs['title']);
  if (playerTags.includes(tagName)) return playerTag(tagName, attribs, base);
  const substack = substackCard(attribs, link);
  if (substack)
    return 'pictures' in substack
      ? cardPartTag('a', 'gallery', { title: JSON.stringify(substack.pictures) })
      : embedTag(substack.href, substack.title);
  if (attribs['data-kg-thumbnail']) return thumbnailTag(attribs, base);
  // Links and pictures stay as they are, since rules.ts finds them inside the parts.
  return part && tagName !== 'a' && tagName !== 'img' ? cardPartTag('div', part) : undefined;
}

/** Turns a frame into a link with its title, or removes it if it has no usable address. */
const embedTag = (href: string | undefined, title = ''): Tag =>
  href ? cardPartTag('a', 'embed', { href, title }) : { tagName: 'div', attribs: {} };

/** Keeps the address, title and poster of a player. */
function playerTag(tagName: string, attribs: Attributes, base: string | undefined): Tag {
  const poster = pictureAddress(attribs['poster'], base);
  const title = attribs['title'] ?? '';
  return { tagName, attribs: { src: webAddress(attribs['src'], base) ?? '', title, ...(poster && { poster }) } };
}

function thumbnailTag(attribs: Attributes, base: string | undefined): Tag {
  const thumbnail = pictureAddress(attribs['data-kg-thumbnail'], base);
  return { tagName: 'figure', attribs: thumbnail ? { 'data-thumbnail': thumbnail } : {} };
}

function pictureAddress(address: string | undefined, base: string | undefined): string | undefined {
  const picture = webAddress(address, base);
  return picture && !isCounter(picture) && !/\/spacer\.(png|gif)$/.test(picture) ? picture : undefined;
}
