// The colours of the room.
import type { APIRoute } from 'astro';
import { plan } from '../build/plan.ts';
import { focusCss, themeCss } from '../views/theme.ts';

export const GET: APIRoute = () => {
  const { creator, media } = plan().room;
  return new Response(themeCss(creator) + focusCss(media));
};
