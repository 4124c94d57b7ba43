// GET /nexus where a Nexus is run: the built frame of the room with the directory written into it.
import type { FastifyInstance } from 'fastify';
import { headersOf } from '#domain/release/headers.ts';
import { nexusFrame, nexusPath } from '#domain/live-pages.ts';
import { admit, answerPage, type PageParts, readRoute } from '../../http/answer-page.ts';
import { inFrame } from '../../http/page.ts';
import type { Release } from '../../release/release.ts';
import { lookUp, readQuery } from './look-up.ts';
import type { Nexus } from './nexus.ts';
import { busyHtml, membersHtml, type PageQuery } from './page.ts';

/** Each question has an address of its own, and search engines need none of them. */
function pageHeaders({ entries, site }: Release, { q, cursor }: PageQuery): Record<string, string> {
  const { 'Content-Type': _, ...headers } = headersOf(nexusPath, entries.get(nexusPath)!, site);
  return { ...headers, 'Cache-Control': 'no-cache', ...((q || cursor) && { 'X-Robots-Tag': 'noindex' }) };
}

export function addNexusPage(app: FastifyInstance, parts: PageParts & { nexus: Nexus }): void {
  readRoute(app, nexusPath, async (request, reply) => {
    const release = parts.live();
    const query = readQuery(request.query);
    const page = (html: string) => inFrame(release, { path: nexusPath, id: nexusFrame, html });
    const answer = async () => {
      await admit({ http: { path: nexusPath }, access: { rate: 'nexus' } }, parts, request, reply);
      return page(membersHtml(release, await lookUp(parts.nexus, query)));
    };
    reply.headers(pageHeaders(release, query));
    return answerPage(reply, answer, () => page(busyHtml(release, query)));
  });
}
