// Style sheet with the colours of the room.
import type { APIRoute } from 'astro';
import { themeCss } from '#domain/palette/theme-css.ts';
import { focusCss } from '../views/theme.ts';

export const GET: APIRoute = ({ locals }) => {
  const { creator, media } = locals.plan.room;
  return new Response(themeCss(creator) + focusCss(media));
};
