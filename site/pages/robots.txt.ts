// Everyone may read the room.
import type { APIRoute } from 'astro';
import { plan } from '../build/plan.ts';

export const GET: APIRoute = async () =>
  new Response(`User-agent: *\nAllow: /\n\nSitemap: ${(await plan()).room.baseUrl}/sitemap-index.xml\n`);
