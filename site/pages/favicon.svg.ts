// The mark of the room in the browser's tab.
import type { APIRoute } from 'astro';
import { plan } from '../build/plan.ts';
import { faviconSvg } from '../views/theme.ts';

export const GET: APIRoute = async () => {
  const { accentColor, publication } = (await plan()).room.creator;
  return new Response(faviconSvg(accentColor, publication));
};
