// GET /nexus of a Nexus: renders the directory into the frame of the room.
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

/** Number of creators on one page. */
const pageSize = 20;
const maxCharacters = 200;
const cardOptions = { expand: 'bookingHints', limit: pageSize } as const;

export function readDirectoryQuery(query: unknown): DirectoryQuery {
  const parameters = query as Record<string, unknown>;
  const text = (name: keyof DirectoryQuery, maxLength: number) => {
    const value = parameters[name];
    const line = typeof value === 'string' ? plainLine(value, maxLength) : '';
    return line ? { [name]: line } : {};
  };
  return { ...text('q', maxCharacters), ...text('topic', maxCharacters), ...text('cursor', 400) };
}

type FoundCreators = Pick<DirectoryView, 'creators' | 'total' | 'nextCursor'>;

/** Finds creators by words: first by name, then by published items, then by topic. */
async function searchCreators(nexus: Nexus, q: string, topic: { topic?: string }): Promise<FoundCreators> {
  const words = splitWords(q).map(foldWord);
  const { creators: withKeyword } = await nexus.creators({ keyword: q, ...topic, ...cardOptions });
  const { creators: withItems, total } = await nexus.search({ q, ...topic, limit: pageSize });
  const hasName = ({ name }: CreatorCard) => words.every((word) => splitWords(name).map(foldWord).includes(word));
  const cardsWithItems = new Map<string, CreatorCard>(withItems.map((card) => [card.tenantId, card]));
  const all = [...withKeyword.filter(hasName), ...withItems, ...withKeyword];
  const unique = new Map(all.map((card) => [card.tenantId, cardsWithItems.get(card.tenantId) ?? card]));
  return {
    creators: [...unique.values()].slice(0, pageSize),
    total: Math.max(unique.size, total),
  };
}

/** Reads what the page shows. A search without words or an invalid cursor has no results. */
export async function queryDirectory(nexus: Nexus, query: DirectoryQuery): Promise<DirectoryView> {
  const topics = await nexus.topics();
  const { q, cursor } = query;
  const topic = query.topic ? { topic: query.topic } : {};
  try {
    if (q) return { query, topics, ...(await searchCreators(nexus, q, topic)) };
    const { creators, total, nextCursor } = await nexus.creators({
      ...topic,
      ...(cursor && { cursor }),
      ...cardOptions,
    });
    return { query, topics, creators, total, nextCursor };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { query, topics, creators: [], total: 0 };
  }
}

/** Keeps search engines away from searches and further pages. */
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
