// Serves the documents below /api/ and /.well-known/.
import type { APIRoute } from 'astro';

export const GET: APIRoute = ({ url, locals }) => {
  const document = locals.plan.documentByPath.get(url.pathname);
  if (!document) throw new Error(`there is no document at ${url.pathname}`);
  return new Response(document.body(), { headers: { 'Content-Type': document.type } });
};

/** Returns true if a document is an endpoint of the Astro project. */
export const isRouted = (path: string): boolean => /^\/(api|\.well-known)\//.test(path);
