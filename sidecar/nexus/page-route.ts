// GET /nexus where a Nexus is run: the built frame of the room with the directory written into it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorKinds } from '#contract/errors.ts';
import { headersOf } from '#domain/headers.ts';
import { nexusFrame, nexusPath } from '#domain/nexus/page.ts';
import type { ClientOf } from '../http/client.ts';
import { expected, waitHeader } from '../http/errors.ts';
import { htmlType, inFrame } from '../http/page.ts';
import { rateHeaders, refuseBeyond, type TakeRate } from '../http/rate-limit.ts';
import type { Release } from '../release/release.ts';
import { lookUp, readQuery } from './look-up.ts';
import type { Nexus } from './nexus.ts';
import { busyHtml, membersHtml, type PageQuery } from './page.ts';

export interface PageParts {
  nexus: Nexus;
  live: () => Release;
  takeRate: TakeRate;
  clientOf: ClientOf;
  /** Throws while the process has too much to do. */
  shed: () => void;
  now: () => number;
}

async function checkRate({ takeRate, clientOf, now }: PageParts, request: FastifyRequest, reply: FastifyReply) {
  const state = await takeRate(nexusPath, 'nexus', await clientOf(request));
  reply.headers(rateHeaders(state, now()));
  refuseBeyond(state, now());
}

/** Each question has an address of its own, and search engines need none of them. */
function pageHeaders({ entries, site }: Release, { q, cursor }: PageQuery): Record<string, string> {
  const { 'Content-Type': _, ...headers } = headersOf(nexusPath, entries.get(nexusPath)!, site);
  return { ...headers, 'Cache-Control': 'no-cache', ...((q || cursor) && { 'X-Robots-Tag': 'noindex' }) };
}

export function addNexusPage(app: FastifyInstance, parts: PageParts): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const release = parts.live();
    const query = readQuery(request.query);
    const page = (html: string) => inFrame(release, { path: nexusPath, id: nexusFrame, html });
    reply.headers(pageHeaders(release, query)).type(htmlType);
    try {
      await checkRate(parts, request, reply);
      parts.shed();
      return await page(membersHtml(release, await lookUp(parts.nexus, query)));
    } catch (error) {
      const known = expected(error);
      if (!known) throw error;
      return reply
        .headers(waitHeader(known))
        .code(errorKinds[known.kind].status)
        .send(await page(busyHtml(release, query)));
    }
  };
  app.route({ method: ['GET', 'HEAD'], url: nexusPath, handler: answer });
}
