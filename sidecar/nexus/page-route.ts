// GET /nexus where a Nexus is run: the built frame of the room with the directory written into it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { headersOf } from '#domain/headers.ts';
import { nexusFrame, nexusPath } from '#domain/nexus/page.ts';
import { rateHeaders, refuseBeyond, type TakeRate } from '../http/rate-limit.ts';
import type { ClientOf } from '../http/client.ts';
import type { Release } from '../release/release.ts';
import { lookUp, readQuery } from './look-up.ts';
import type { Nexus } from './nexus.ts';
import { membersHtml } from './page.ts';

export interface PageParts {
  nexus: Nexus;
  live: () => Release;
  takeRate: TakeRate;
  clientOf: ClientOf;
  /** Throws while the process has too much to do. */
  shed: () => void;
  now: () => number;
}

/** The built page with its middle replaced. */
async function inFrame({ dir, entries }: Release, html: string): Promise<string> {
  const page = await readFile(join(dir, 'public', entries.get(nexusPath)!.file), 'utf8');
  const [before, rest] = page.split(new RegExp(`(?<=<div [^>]*id="${nexusFrame}"[^>]*>)`));
  if (rest === undefined) throw new Error(`the release has no frame at ${nexusPath}`);
  return before + html + rest.slice(rest.indexOf('</div>'));
}

export function addNexusPage(app: FastifyInstance, parts: PageParts): void {
  const { nexus, live, takeRate, clientOf, shed, now } = parts;
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const release = live();
    const state = await takeRate(nexusPath, 'nexus', await clientOf(request));
    reply.headers(rateHeaders(state, now()));
    refuseBeyond(state, now());
    shed();
    const query = readQuery(request.query);
    const { creator, baseUrl } = release.facts;
    const shown = { ...(await lookUp(nexus, query)), baseUrl };
    const { 'Content-Type': type, ...headers } = headersOf(nexusPath, release.entries.get(nexusPath)!, release.site);
    return (
      reply
        .headers({ ...headers, 'Cache-Control': 'no-cache' })
        // Each question has an address of its own, and search engines need none of them.
        .headers(query.q || query.cursor ? { 'X-Robots-Tag': 'noindex' } : {})
        .type(type!)
        .send(await inFrame(release, membersHtml(creator.language, shown)))
    );
  };
  app.route({ method: ['GET', 'HEAD'], url: nexusPath, handler: answer });
}
