// Players of recordings on other hosts. In a text, they replace paragraphs that are only a link to a recording.
import { parseVideoAddress } from '#domain/items/hosted-video.ts';
import { fileKind } from '#domain/items/playable.ts';
import type { Room, RoomItem } from '#domain/room.ts';
import { namedPicture } from './picture.ts';
import { translatorOfRoom } from './translate.ts';
import { hostLabel, webLink } from './web-link.ts';

/** Iframe that plays a video when a visitor asks for it. */
export interface EmbedFrame {
  src: string;
  host: string;
}

/** YouTube's host that sets no cookies before playback. */
const quietHosts: Record<string, string> = {
  'www.youtube.com': 'www.youtube-nocookie.com',
  'youtube.com': 'www.youtube-nocookie.com',
};

/**
 * Returns the iframe of a video. It must use https, because the page's policy allows no other. A planned item has none.
 */
export function embedFrame({ embedUrl, isPlanned }: Pick<RoomItem, 'embedUrl' | 'isPlanned'>): EmbedFrame | undefined {
  const link = webLink(embedUrl);
  if (!link || isPlanned || !link.startsWith('https:')) return undefined;
  const url = new URL(link);
  url.hostname = quietHosts[url.hostname] ?? url.hostname;
  url.searchParams.set('autoplay', '1');
  return { src: url.href, host: hostLabel(url.href) };
}

/** Link with its address, its picture and its text, all escaped. */
const loneLink = /<p><a href="([^"]*)"[^>]*>(?:<img src="([^"]*)"[^>]*> ?)?([^<]*)<\/a><\/p>/g;
const unescape = (address: string): string => address.replaceAll('&amp;', '&');

/** Returns the attribute with the still of a video, if the page may load it. */
function posterAttribute(room: Room, still: string | undefined): string {
  const picture = still && namedPicture(room, unescape(still).replace(/^\/media\//, 'media/'), '');
  const isLoadable = picture && (!room.copiesPictures || !picture.isRemote) && /^(?:https:|\/)/.test(picture.src);
  return isLoadable ? ` poster="${picture.src.replaceAll('&', '&amp;')}"` : '';
}

function filePlayer(room: Room, href: string, still: string | undefined, title: string): string | undefined {
  const kind = /^(?:https:|\/media\/)/.test(href) ? fileKind(unescape(href)) : undefined;
  if (!kind) return undefined;
  const attributes = `controls preload="none" src="${href}" aria-label="${title}"`;
  const player =
    kind === 'audio'
      ? `<audio ${attributes}></audio>`
      : `<video class="film" playsinline ${attributes}${posterAttribute(room, still)}></video>`;
  return `<figure>${player}<figcaption><a href="${href}">${title}</a></figcaption></figure>`;
}

/** Renders an iframe that a click loads, as in Video.astro. */
function hostedPlayer(room: Room, href: string, title: string): string | undefined {
  const url = URL.parse(unescape(href));
  const embed = embedFrame({ embedUrl: url ? parseVideoAddress(url)?.embedUrl : undefined });
  if (!embed) return undefined;
  const t = translatorOfRoom(room);
  return (
    `<div class="still" data-embed="${embed.src.replaceAll('&', '&amp;')}" data-title="${title}"><p class="still-choice">` +
    `<button type="button" class="still-label for-scripts">${t('video.play')}</button>` +
    `<a class="still-label" href="${href}">${t('video.watch', { place: hostLabel(unescape(href)) })}</a></p>` +
    `<p class="quiet still-note for-scripts">${t('video.loads', { host: embed.host })}</p></div>`
  );
}

/** Lets recordings play in the page. They are requested when a visitor plays them. */
export const placePlayers = (room: Room, html: string): string =>
  html.replace(loneLink, (paragraph, href: string, still: string | undefined, text: string) => {
    const isMarked = text.startsWith('▶ ');
    const title = text.replace('▶ ', '');
    return (
      (isMarked ? filePlayer(room, href, still, title) : undefined) ?? hostedPlayer(room, href, title) ?? paragraph
    );
  });
