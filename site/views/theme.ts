// Renders the focal points of cropped pictures for the style sheet with the colours of the room.
import type { MediaFile } from '#domain/room.ts';
import { objectPosition } from '../press/framing.ts';

/** Renders the focal points of cropped pictures. Without one, the rules of the page apply. */
export const focusCss = (media: MediaFile[]): string =>
  [...new Set(media.flatMap((picture) => objectPosition(picture) ?? []))]
    .sort()
    .map((position) => `img[data-focus='${position}']{object-position:${position}}\n`)
    .join('');
