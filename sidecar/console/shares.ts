// Serves private links, which show an unpublished item without sign-in.
import type { FastifyInstance } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import { consolePath } from '#domain/live-pages.ts';
import { isItemId } from '../content/review-desk.ts';
import { sendPage } from './answer.ts';
import type { ConsoleSite } from './contribution.ts';
import { loadItemModel, openItem } from './item/page.ts';
import type { ConsoleDeps } from './deps.ts';
import { verifyShare } from './share-links.ts';

/** Returns the newest version, unless it is already published. */
async function loadSharedItem(deps: ConsoleDeps, id: string, until: number) {
  for (const folder of ['inbox', 'published'] as const) {
    const open = await openItem(deps.desk, folder, id);
    if (open.outcome !== 'found' || (folder === 'published' && !open.file.item.liveAt)) continue;
    const { title, type, preview } = await loadItemModel(deps, open, '');
    return { title, type, preview, until };
  }
  return undefined;
}

/** Item of a private link; `until` is its expiry in milliseconds since the epoch. */
export type SharedModel = NonNullable<Awaited<ReturnType<typeof loadSharedItem>>>;

/** Adds the route of private links. Invalid, expired and dangling links get the same response. */
export function addShares(scope: FastifyInstance, site: ConsoleSite): void {
  scope.get(`${consolePath}/shared/:id/:day/:signature`, async (request, reply) => {
    const { id, day, signature } = request.params as Record<'id' | 'day' | 'signature', string>;
    const until = isItemId(id) ? await verifyShare(site.store.db, id, day, signature) : undefined;
    const model = until && site.now() < until ? await loadSharedItem(site, id, until) : undefined;
    if (!model) throw new ApiError('not_found', 'This link has expired or is invalid. Ask for a new one.');
    return sendPage(site, request, reply, { view: 'shared', model });
  });
}
