// Sends changelog.updated once for each version of the API, from the sidecar that starts first.
import { changelogEntries } from '#contract/changelog.ts';
import { apiVersion } from '#contract/version.ts';
import { isoTime } from '#domain/instants.ts';
import { endpointUrl } from '#domain/links.ts';
import type { Db } from '../../storage/store.ts';
import { emit } from './emit.ts';

/** Returns true if the version was new. */
export const announceVersion = (db: Db, baseUrl: string, now: number, version: string = apiVersion): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const fresh = await tx
      .insertInto('announcedVersions')
      .values({ version, announcedAt: now })
      .onConflict((on) => on.column('version').doNothing())
      .returning('version')
      .executeTakeFirst();
    if (!fresh) return false;
    const [latestEntry] = changelogEntries;
    const changelogUrl = endpointUrl(baseUrl, 'changelog');
    const deliveredAt = isoTime(now);
    await emit(
      tx,
      'changelog.updated',
      { version, changelogUrl, ...(latestEntry && { latestEntry }), deliveredAt },
      now,
    );
    return true;
  });
