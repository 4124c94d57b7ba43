// Style sheet with the colours of the room.
import type { APIRoute } from 'astro';
import { themeCss } from '#domain/palette/theme-css.ts';
import type { MediaFile } from '#domain/room.ts';
import { objectPosition } from '../press/framing.ts';

/** Renders the focal points of cropped pictures. Without one, the rules of the page apply. */
const focusCss = (media: MediaFile[]): string =>
  [...new Set(media.flatMap((picture) => objectPosition(picture) ?? []))]
    .sort()
    .map((position) => `img[data-focus='${position}']{object-position:${position}}\n`)
    .join('');

export const GET: APIRoute = ({ locals }) => {
  const { creator, media } = locals.plan.room;
  return new Response(themeCss(creator) + focusCss(media));
};
