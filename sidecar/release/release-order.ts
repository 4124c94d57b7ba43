// The order of releases: what was made of older content than the newest release on this store is neither served nor
// announced.
import type { ContentStamp, ReleaseFacts } from '#domain/release/page.ts';
import type { Db } from '../storage/store.ts';
import type { ReleaseRefusal } from './follow.ts';

/** The same content is never older, whichever machine noticed it first. */
const isOlder = (content: ContentStamp, newest: ContentStamp): boolean =>
  content.changedAt < newest.changedAt && content.digest !== newest.digest;

const instant = (ms: number): string => new Date(ms).toISOString();

/** Why a release with this content is not taken; undefined where it is not older. */
export const describeOlderRelease = (id: string, content: ContentStamp, newest: ContentStamp): string | undefined =>
  isOlder(content, newest)
    ? `The release ${id} has content of ${instant(content.changedAt)}, but this room has already served content of ${instant(newest.changedAt)}; it is not served. Bring content and dist up to date, or run \`npm run build -- --rollback\` to go back to this content on purpose.`
    : undefined;

export async function readNewestContent(db: Db): Promise<ContentStamp | undefined> {
  const log = await db.selectFrom('changeLog').select(['contentAt', 'contentDigest']).executeTakeFirst();
  return log && { changedAt: log.contentAt, digest: log.contentDigest };
}

/** A store that is away refuses nothing: what is then served is looked at again before anything is recorded. */
export const createOrderCheck =
  (db: Db) =>
  async ({ release, content }: Pick<ReleaseFacts, 'release' | 'content'>): Promise<ReleaseRefusal | undefined> => {
    const newest = await readNewestContent(db).catch(() => undefined);
    const message = newest && describeOlderRelease(release, content, newest);
    return message ? { reason: 'older', message } : undefined;
  };

/** The next release is taken, however old it is. */
export const resetReleaseOrder = (db: Db): Promise<unknown> =>
  db.updateTable('changeLog').set({ contentAt: 0, contentDigest: '' }).execute();
