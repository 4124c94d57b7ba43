// The text of an item as HTML for its page: pictures load late and keep their place, wide tables and code scroll.
import { renderMarkdown } from '#domain/markdown.ts';
import type { Room } from '#domain/room.ts';
import { pictureOf } from './picture.ts';
import { wordsOf } from './words.ts';

/** Attributes of a picture in running text, by its address as the renderer wrote it (escaped). */
function attributes(room: Room, src: string): string {
  const picture = pictureOf(room, src.replace(/^\/media\//, 'media/').replaceAll('&amp;', '&'), '');
  const size = picture?.width ? ` width="${picture.width}" height="${picture.height}"` : '';
  return `${size}${picture?.isRemote ? ' referrerpolicy="no-referrer"' : ''} loading="lazy" decoding="async"`;
}

/** Safe as renderMarkdown is: quotes of the source are escaped there, so that only its own attributes are matched. */
export const proseOf = (room: Room, body: string): string =>
  renderMarkdown(body, '')
    .replace(/<img src="([^"]*)"/g, (tag, src: string) => tag + attributes(room, src))
    .replace(/ style="text-align:(left|center|right)"/g, ' class="is-$1"')
    .replaceAll(
      '<table>',
      `<div class="scroll" tabindex="0" role="group" aria-label="${wordsOf(room)('table')}"><table>`,
    )
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">');
