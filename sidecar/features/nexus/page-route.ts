// GET /nexus where a Nexus is run: the built frame of the room with the directory written into it.
import type { FastifyInstance } from 'fastify';
import { headersOf } from '#domain/release/headers.ts';
import { nexusFrame, nexusPath } from '#domain/live-pages.ts';
import { ApiError } from '#contract/errors.ts';
import { foldWord, splitWords } from '#domain/search/words.ts';
import { admitPageRequest, sendPage, type PageDeps, addReadRoute } from '../../http/answer-page.ts';
import { fillBuiltPage } from '../../http/page.ts';
import type { Release } from '../../release/release.ts';
import type { Nexus } from './nexus.ts';
import { renderBusy, renderDirectory, type DirectoryQuery, type CreatorCard, type DirectoryView } from './page.ts';
import { plainLine } from '#domain/text/plain-line.ts';

/** Creators of one page. */
const pageSize = 20;
const maxCharacters = 200;
const hints = { expand: 'bookingHints', limit: pageSize } as const;

export function readDirectoryQuery(query: unknown): DirectoryQuery {
  const given = query as Record<string, unknown>;
  const text = (name: keyof DirectoryQuery, most: number) => {
    const value = given[name];
    const line = typeof value === 'string' ? plainLine(value, most) : '';
    return line ? { [name]: line } : {};
  };
  return { ...text('q', maxCharacters), ...text('topic', maxCharacters), ...text('cursor', 400) };
}

type FoundCreators = Pick<DirectoryView, 'creators' | 'total' | 'nextCursor'>;

/** Who bears the words as a name comes first, then who published about them, then whose topics have them. */
async function searchCreators(nexus: Nexus, q: string, topic: { topic?: string }): Promise<FoundCreators> {
  const words = splitWords(q).map(foldWord);
  const { creators: known } = await nexus.creators({ keyword: q, ...topic, ...hints });
  const { creators: found, total } = await nexus.search({ q, ...topic, limit: pageSize });
  const bears = ({ name }: CreatorCard) => words.every((word) => splitWords(name).map(foldWord).includes(word));
  const published = new Map<string, CreatorCard>(found.map((card) => [card.tenantId, card]));
  const all = [...known.filter(bears), ...found, ...known];
  const unique = new Map(all.map((card) => [card.tenantId, published.get(card.tenantId) ?? card]));
  return {
    creators: [...unique.values()].slice(0, pageSize),
    total: Math.max(unique.size, total),
  };
}

/** A search that has no words, and a page that is none, show that there is nothing. */
export async function queryDirectory(nexus: Nexus, query: DirectoryQuery): Promise<DirectoryView> {
  const topics = await nexus.topics();
  const { q, cursor } = query;
  const topic = query.topic ? { topic: query.topic } : {};
  try {
    if (q) return { query, topics, ...(await searchCreators(nexus, q, topic)) };
    const { creators, total, nextCursor } = await nexus.creators({ ...topic, ...(cursor && { cursor }), ...hints });
    return { query, topics, creators, total, nextCursor };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { query, topics, creators: [], total: 0 };
  }
}

/** Each question has an address of its own, and search engines need none of them. */
function pageHeaders({ pages, site }: Release, { q, cursor }: DirectoryQuery): Record<string, string> {
  const { 'Content-Type': _, ...headers } = headersOf(nexusPath, pages.get(nexusPath)!, site);
  return { ...headers, 'Cache-Control': 'no-cache', ...((q || cursor) && { 'X-Robots-Tag': 'noindex' }) };
}

export function addNexusPage(app: FastifyInstance, deps: PageDeps & { nexus: Nexus }): void {
  addReadRoute(app, nexusPath, async (request, reply) => {
    const release = deps.live();
    const query = readDirectoryQuery(request.query);
    const page = (html: string) => fillBuiltPage(release, { path: nexusPath, id: nexusFrame, html });
    const answer = async () => {
      await admitPageRequest({ http: { path: nexusPath }, access: { rate: 'nexus' } }, deps, request, reply);
      return page(renderDirectory(release, await queryDirectory(deps.nexus, query)));
    };
    reply.headers(pageHeaders(release, query));
    return sendPage(reply, answer, () => page(renderBusy(release, query)));
  });
}
