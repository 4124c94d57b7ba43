// GET /nexus where a Nexus is run: the built frame of the room with the directory written into it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import { headersOf } from '#domain/headers.ts';
import { nexusFrame, nexusPath } from '#domain/nexus/page.ts';
import { plainLine } from '#domain/nexus/plain-line.ts';
import { rateHeaders, refuseBeyond, type TakeRate } from '../http/rate-limit.ts';
import type { ClientOf } from '../http/client.ts';
import type { Release } from '../release/release.ts';
import type { Nexus } from './nexus.ts';
import { membersHtml, type PageQuery, type Shown } from './page.ts';

export interface PageParts {
  nexus: Nexus;
  live: () => Release;
  takeRate: TakeRate;
  clientOf: ClientOf;
  /** Throws while the process has too much to do. */
  shed: () => void;
  now: () => number;
}

/** Creators of one page. */
const pageSize = 20;
const mostCharacters = 200;

function readQuery(query: unknown): PageQuery {
  const given = query as Record<string, unknown>;
  const text = (name: keyof PageQuery, most: number) => {
    const value = given[name];
    const line = typeof value === 'string' ? plainLine(value, most) : '';
    return line ? { [name]: line } : {};
  };
  return { ...text('q', mostCharacters), ...text('topic', mostCharacters), ...text('cursor', 400) };
}

/** A search that has no words, and a page that is none, show that there is nothing. */
async function lookUp(nexus: Nexus, query: PageQuery): Promise<Shown> {
  const topics = await nexus.topics();
  const { q, topic, cursor } = query;
  try {
    if (q) {
      const { creators, total } = await nexus.search({ q, ...(topic && { topic }), limit: pageSize });
      return { query, topics, creators, total };
    }
    const asked = { ...(topic && { topic }), ...(cursor && { cursor }), limit: pageSize };
    const { creators, total, nextCursor } = await nexus.creators({ ...asked, expand: 'bookingHints' });
    return { query, topics, creators, total, nextCursor };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { query, topics, creators: [], total: 0 };
  }
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
    const html = await inFrame(
      release,
      membersHtml(release.facts.creator.language, await lookUp(nexus, readQuery(request.query))),
    );
    const {
      'Content-Type': type,
      Vary: _,
      ...headers
    } = headersOf(nexusPath, release.entries.get(nexusPath)!, release.site);
    return reply
      .headers({ ...headers, 'Cache-Control': 'no-cache' })
      .type(type!)
      .send(html);
  };
  app.route({ method: ['GET', 'HEAD'], url: nexusPath, handler: answer });
}
