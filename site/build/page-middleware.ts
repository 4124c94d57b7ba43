// Renders each page whole before anything is emitted: one that fails is noted, and stops no other.
import { defineMiddleware } from 'astro:middleware';
import { noteFailure } from './page-failures.ts';
import { buildSettings } from './settings.ts';

export const onRequest = defineMiddleware(async ({ props, url }, next) => {
  try {
    const response = await next();
    const isPage = response.headers.get('content-type')?.startsWith('text/html');
    return isPage ? new Response(await response.text(), response) : response;
  } catch (error) {
    const { id } = (props as { item?: { id?: string } }).item ?? {};
    const { message, stack = '' } = error as Error;
    noteFailure(buildSettings().releaseDir, { page: url.pathname, ...(id !== undefined && { id }), message, stack });
    return new Response('');
  }
});
