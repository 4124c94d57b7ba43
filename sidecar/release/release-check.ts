// Decides which releases this room may serve. A release of older content than the newest known one is neither served
// nor announced.
import { isoTime } from '#domain/instants.ts';
import type { ContentStamp, ReleaseFacts } from '#domain/release/page.ts';
import type { Db } from '../storage/store.ts';
import type { ReleaseRefusal } from './follow.ts';

/** Equal content is never older, whichever machine noticed it first. */
const isOlder = (content: ContentStamp, newest: ContentStamp): boolean =>
  content.changedAt < newest.changedAt && content.digest !== newest.digest;

/** Returns the reason why a release with this content is refused; undefined if it is not older. */
export const describeOlderRelease = (id: string, content: ContentStamp, newest: ContentStamp): string | undefined =>
  isOlder(content, newest)
    ? `The release ${id} has content of ${isoTime(content.changedAt)}, but this room has already served content of ${isoTime(newest.changedAt)}; it is not served. Bring content and dist up to date, or run \`npm run build -- --rollback\` to go back to this content on purpose.`
    : undefined;

export async function readNewestContent(db: Db): Promise<ContentStamp | undefined> {
  const log = await db.selectFrom('changeLog').select(['contentAt', 'contentDigest']).executeTakeFirst();
  return log && { changedAt: log.contentAt, digest: log.contentDigest };
}

/** If the database is unreachable, nothing is refused: the release is checked again before anything is recorded. */
export const createOrderCheck =
  (db: Db) =>
  async ({ release, content }: Pick<ReleaseFacts, 'release' | 'content'>): Promise<ReleaseRefusal | undefined> => {
    const newest = await readNewestContent(db).catch(() => undefined);
    const message = newest && describeOlderRelease(release, content, newest);
    return message ? { reason: 'older', message } : undefined;
  };

/** Resets the order, so that the next release is accepted, however old it is. */
export const resetReleaseOrder = (db: Db): Promise<unknown> =>
  db.updateTable('changeLog').set({ contentAt: 0, contentDigest: '' }).execute();

/**
 * Refuses releases that were built for another address, since their links would lead there, and releases with older
 * content than the database has recorded. A machine of a fleet does not check the order: the pointer of the fleet names
 * the newest release, even while the bucket is unreachable.
 */
export const createReleaseCheck =
  ({ baseUrl, db, followsFleet }: { baseUrl: string; db: Db; followsFleet: boolean }) =>
  async (facts: ReleaseFacts): Promise<ReleaseRefusal | undefined> => {
    if (facts.baseUrl === baseUrl) return followsFleet ? undefined : createOrderCheck(db)(facts);
    const message = `The new release was built for ${facts.baseUrl}, but BASE_URL of this room is ${baseUrl}; it is not served. Give \`npm run build\` the same settings.`;
    return { reason: 'other_address', message };
  };
