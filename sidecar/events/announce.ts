// Announces what became live: the items of a release that were never announced, each once, oldest first.
import type { ArticleEntry, ContentItem } from '#contract/schemas/content.ts';
import { isoTime } from '#domain/instants.ts';
import { newestOf, whyOlder } from '../release/order.ts';
import type { Release } from '../release/release.ts';
import type { Db, Tx } from '../store/store.ts';
import { emitAll, type NewEvent } from './emit.ts';

const chunkSize = 1000;

/** True once in the life of a store: what is live then was there before anyone could subscribe. */
async function isFirstRun(tx: Tx): Promise<boolean> {
  const row = await tx
    .insertInto('facts')
    .values({ name: 'announcing', value: 'begun' })
    .onConflict((on) => on.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

/** The ids that this transaction, and no other, entered. */
async function enter(tx: Tx, itemIds: string[], now: number): Promise<Set<string>> {
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

function eventsOf({ id, type, title, url, date }: ContentItem, approvedAt: string, publishedAt: string): NewEvent[] {
  const published: NewEvent = {
    type: 'content.published',
    payload: { item: { id, type, title, url, date }, publishedAt },
  };
  if (type !== 'article') return [published];
  return [{ type: 'dot.approved', payload: { articleId: id, title, url, approvedAt } }, published];
}

function approvals(release: Release, wanted: Set<string>): Map<string, string> {
  const entries = release.lists.articles.map((json) => JSON.parse(json) as ArticleEntry);
  return new Map(
    entries.flatMap(({ id, approvedAt }) => (approvedAt && wanted.has(id) ? [[id, approvedAt] as const] : [])),
  );
}

/** Gives the number of items announced. Sidecars that share a store announce each item once between them. */
export const announce = (db: Db, release: Release, now: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const newest = await newestOf(tx);
    const older = newest && whyOlder(release.id, release.content, newest);
    if (older) throw new Error(older);
    const firstRun = await isFirstRun(tx);
    const known = new Set((await tx.selectFrom('announced').select('itemId').execute()).map(({ itemId }) => itemId));
    const missing = release.index.items.filter(({ id }) => !known.has(id)).reverse();
    const entered = await enter(tx, missing.map(({ id }) => id).sort(), now); // One order for all: no deadlock.
    if (firstRun || entered.size === 0) return 0;
    const approvedAt = approvals(release, entered);
    const publishedAt = isoTime(now);
    const fresh = missing.filter(({ id }) => entered.has(id));
    const events = fresh.flatMap((item) => eventsOf(item, approvedAt.get(item.id) ?? publishedAt, publishedAt));
    await emitAll(tx, events, now);
    return fresh.length;
  });
