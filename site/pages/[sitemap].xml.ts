// The sitemaps, from the lists of pages and not from what this build rendered.
import type { APIRoute, GetStaticPaths } from 'astro';
import { plan } from '../build/plan.ts';
import { sitemaps } from '../views/sitemap.ts';

export const getStaticPaths: GetStaticPaths = async () =>
  sitemaps(await plan()).map(({ name, body }) => ({ params: { sitemap: name }, props: { body } }));

export const GET: APIRoute<{ body: string }> = ({ props }) => new Response(props.body);
