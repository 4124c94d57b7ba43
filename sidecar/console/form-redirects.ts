// Redirects GET requests for addresses that only accept forms. A browser stays at such an address after a mistake.
import type { FastifyInstance } from 'fastify';
import { consolePath } from '#domain/live-pages.ts';
import type { PageEntry } from './contribution.ts';

/** Returns the nearest page above the address, or else the first page of the entry. */
function pageAbove(path: string, { pages: own }: PageEntry, shown: Set<string>): string {
  for (let above = path; above; above = above.slice(0, above.lastIndexOf('/'))) if (shown.has(above)) return above;
  return Object.keys(own)[0]!;
}

const fillPath = (path: string, params: unknown): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent((params as Record<string, string>)[name]!));

export function addFormRedirects(scope: FastifyInstance, pages: PageEntry[]): void {
  const pagePaths = new Set(
    pages.flatMap(({ pages: own, files = {} }) => [...Object.keys(own), ...Object.keys(files)]),
  );
  const signIn = ['/sign-in/link', '/sign-in/password'].map((path) => [path, '/sign-in'] as const);
  const forms = pages.flatMap((entry) =>
    Object.keys({ ...entry.actions, ...entry.uploads })
      .filter((path) => !pagePaths.has(path))
      .map((path) => [path, pageAbove(path, entry, pagePaths)] as const),
  );
  for (const [path, page] of [...signIn, ...forms])
    scope.get(consolePath + path, async ({ params }, reply) =>
      reply.redirect(consolePath + fillPath(page, params), 303),
    );
}
