// Announces the items of a release that were never announced, each once, oldest first, and items that were published
// again.
import type { ArticleEntry, ContentItem } from '#contract/schemas/content.ts';
import { inChunks } from '#domain/arrays.ts';
import { isUpcoming } from '#domain/documents/items.ts';
import { isoTime } from '#domain/instants.ts';
import { readNewestContent, describeOlderRelease } from '../../release/release-check.ts';
import type { Release } from '../../release/release.ts';
import type { StoredItems } from '../../release/stored-items.ts';
import { readState, writeState } from '../../storage/state.ts';
import type { Db, Tx } from '../../storage/store.ts';
import { emitAll, type NewEvent } from './emit.ts';

const chunkSize = 1000;

/** Returns undefined on a store's first run: items that are live then were published before anyone could subscribe. */
async function readLastAnnounced(tx: Tx): Promise<string | undefined> {
  const first = await tx
    .insertInto('announcedRelease')
    .values({ id: 1, release: '' })
    .onConflict((on) => on.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return first ? undefined : (await readState(tx, 'announcedRelease'))?.release;
}

/** Stores items as announced. Returns the ids that this transaction stored, and no other. */
async function markAnnounced(tx: Tx, itemIds: string[], now: number): Promise<Set<string>> {
  const entered = new Set<string>();
  for (let start = 0; start < itemIds.length; start += chunkSize) {
    const rows = await tx
      .insertInto('announced')
      .values(itemIds.slice(start, start + chunkSize).map((itemId) => ({ itemId, announcedAt: now })))
      .onConflict((on) => on.column('itemId').doNothing())
      .returning('itemId')
      .execute();
    for (const { itemId } of rows) entered.add(itemId);
  }
  return entered;
}

function createEvents(
  { id, type, title, url, date }: ContentItem,
  approvedAt: string,
  publishedAt: string,
): NewEvent[] {
  const published: NewEvent = {
    type: 'content.published',
    payload: { item: { id, type, title, url, date }, publishedAt },
  };
  if (type !== 'article') return [published];
  return [{ type: 'dot.approved', payload: { articleId: id, title, url, approvedAt } }, published];
}

const articlesPerRead = 100;

/** Returns approval times of articles by id. Reads the newest entries first, since most announced items are new. */
function readApprovalTimes({ lists: { articles } }: Release, items: ContentItem[]): Map<string, string> {
  const remainingIds = new Set(items.flatMap(({ type, id }) => (type === 'article' ? [id] : [])));
  const approvedAtById = new Map<string, string>();
  for (let at = 0; remainingIds.size > 0 && at < articles.length; at += articlesPerRead)
    for (const json of articles.slice(at, at + articlesPerRead)) {
      const { id, approvedAt } = JSON.parse(json) as ArticleEntry;
      if (remainingIds.delete(id) && approvedAt) approvedAtById.set(id, approvedAt);
    }
  return approvedAtById;
}

/** Returns the ids that were announced before. */
async function findAnnounced(tx: Tx, ids: string[]): Promise<Set<string>> {
  const announced = new Set<string>();
  for (const chunk of inChunks(ids, chunkSize)) {
    const rows = await tx.selectFrom('announced').select('itemId').where('itemId', 'in', chunk).execute();
    for (const { itemId } of rows) announced.add(itemId);
  }
  return announced;
}

/** Creates the events of these items, oldest first. */
function createPublications(release: Release, positions: number[], now: number): NewEvent[] {
  const items = positions.toSorted((a, b) => b - a).map((position) => release.index.items.at(position));
  const publishedAt = isoTime(now);
  const approvedAt = readApprovalTimes(release, items);
  return items.flatMap((item) => createEvents(item, approvedAt.get(item.id) ?? publishedAt, publishedAt));
}

/** Announces items that are published again. Items that were never announced are left to `announceRelease`. */
export async function announceReturned(tx: Tx, release: Release, ids: string[], now: number): Promise<void> {
  if (ids.length === 0) return;
  const announced = await findAnnounced(tx, ids);
  const positions = [...announced].flatMap((id) => release.index.items.positionOf(id) ?? []);
  await emitAll(tx, createPublications(release, positions, now), now);
}

/** Makes items count as new if they are published again. */
export async function forgetAnnouncements(tx: Tx, ids: string[]): Promise<void> {
  for (const chunk of inChunks(ids, chunkSize)) await tx.deleteFrom('announced').where('itemId', 'in', chunk).execute();
}

/**
 * Returns the number of items announced. Sidecars that share a store announce each item once between them. Items in
 * `before` are announced to be announced.
 */
export const announceRelease = (db: Db, release: Release, now: number, before?: StoredItems): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const newest = await readNewestContent(tx);
    const problem = newest && describeOlderRelease(release.id, release.content, newest);
    if (problem) throw new Error(problem);
    const last = await readLastAnnounced(tx);
    if (last === release.id) return 0;
    await writeState(tx, 'announcedRelease', { release: release.id });
    const { items } = release.index;
    const idAt = (position: number) => items.head(position).id;
    const addedIds = before ? items.changedSince(before).added : [...items.ids().keys()];
    const announced = await findAnnounced(tx, addedIds.map(idAt));
    // A scheduled item is announced by the release in which it becomes visible.
    const isPlanned = (position: number) => isUpcoming(items.at(position));
    const missing = addedIds.filter((position) => !announced.has(idAt(position)) && !isPlanned(position));
    // The same order in all sidecars prevents deadlocks.
    const entered = await markAnnounced(tx, missing.map(idAt).sort(), now);
    if (last === undefined || entered.size === 0) return 0;
    const fresh = missing.filter((position) => entered.has(idAt(position)));
    await emitAll(tx, createPublications(release, fresh, now), now);
    return fresh.length;
  });
