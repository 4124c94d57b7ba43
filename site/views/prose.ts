// Renders the text of an item as HTML: pictures load lazily with reserved space, wide tables and code scroll.
import { pictureLabel } from '#domain/items/media-replacements.ts';
import { renderMarkdown } from '#domain/text/markdown.ts';
import type { Room } from '#domain/room.ts';
import { namedPicture } from './picture.ts';
import { placePlayers } from './players.ts';
import { translatorOfRoom } from './translate.ts';

const isElsewhere = /^https?:/;
const sizes = 'auto, (min-width: 40rem) 38rem, 100vw';

/** Renders a picture in running text. Its address is escaped. */
function pictureTag(room: Room, src: string, rest: string): string {
  const picture = namedPicture(room, src.replace(/^\/media\//, 'media/').replaceAll('&amp;', '&'), '');
  const pictureSrc = picture && !picture.isRemote && isElsewhere.test(src) ? picture.src : src;
  const size = picture?.width ? ` width="${picture.width}" height="${picture.height}"` : '';
  const privacy = picture?.isRemote ? ' referrerpolicy="no-referrer"' : '';
  const img = `<img src="${pictureSrc}"${size}${privacy} loading="lazy" decoding="async"${rest}>`;
  const sources = (['avif', 'webp'] as const)
    .filter((format) => picture?.[format])
    .map((format) => `<source type="image/${format}" srcset="${picture![format]}" sizes="${sizes}">`);
  return sources.length > 0 ? `<picture>${sources.join('')}${img}</picture>` : img;
}

/** Returns the room's copy of a picture, if the room stores copies. */
const findOwnCopy = (room: Room, src: string) =>
  room.copiesPictures ? namedPicture(room, src.replaceAll('&amp;', '&'), '') : undefined;

/** Replaces a picture that a page may not load by its name, with a link unless it is inside one. */
function pictureLink(src: string, rest: string, isInLink: boolean): string {
  const name = pictureLabel(/ alt="([^"]+)"/.exec(rest)?.[1], src);
  return isInLink ? name : `<a href="${src}">${name}</a>`;
}

function placePictures(room: Room, html: string): string {
  let isInLink = false;
  return html.replace(/<a |<\/a>|<img src="([^"]*)"([^>]*)>/g, (tag, src: string | undefined, rest: string) => {
    if (src === undefined) isInLink = tag !== '</a>';
    if (src === undefined) return tag;
    const isUnloadable = src.startsWith('http:') || (room.copiesPictures && isElsewhere.test(src));
    return isUnloadable && !findOwnCopy(room, src) ? pictureLink(src, rest, isInLink) : pictureTag(room, src, rest);
  });
}

/** Returns true for a list of short lines, such as patrons, which would be a page long. */
const isLineList = (text: string): boolean => {
  const lines = text.split(/<br ?\/?>/);
  return lines.length >= 10 && lines.every((line) => line.replace(/<[^>]*>/g, '').trim().length < 40);
};

const markLineLists = (html: string): string =>
  html.replace(/<p>([^]*?)<\/p>/g, (whole, text: string) =>
    isLineList(text) ? `<p class="is-lines">${text}</p>` : whole,
  );

/**
 * Renders safe HTML. renderMarkdown escapes quotes of the source, so the replacements match only its own attributes.
 */
export const renderProse = (room: Room, body: string): string =>
  markLineLists(placePictures(room, placePlayers(room, renderMarkdown(body, ''))))
    .replace(/ style="text-align:(left|center|right)"/g, ' class="is-$1"')
    .replaceAll(
      '<table>',
      `<div class="scroll" tabindex="0" role="group" aria-label="${translatorOfRoom(room)('table')}"><table>`,
    )
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">');
