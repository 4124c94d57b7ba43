// Decides which releases this room may serve.
import type { ReleaseFacts } from '#domain/release/page.ts';
import type { Db } from '../storage/store.ts';
import type { ReleaseRefusal } from './follow.ts';
import { createOrderCheck } from './release-order.ts';

/**
 * Refuses releases that were built for another address, since their links would lead there. This check is sufficient
 * for a machine of a fleet: the pointer of the fleet names the newest release, even while the bucket is unreachable.
 */
const refuseOtherAddress =
  (baseUrl: string) =>
  async (facts: Pick<ReleaseFacts, 'baseUrl'>): Promise<ReleaseRefusal | undefined> =>
    facts.baseUrl === baseUrl
      ? undefined
      : {
          reason: 'other_address',
          message: `The new release was built for ${facts.baseUrl}, but BASE_URL of this room is ${baseUrl}; it is not served. Give \`npm run build\` the same settings.`,
        };

/**
 * Refuses releases of another address and, on machines that do not follow the pointer of a fleet, releases with older
 * content than the database has recorded.
 */
export const createReleaseCheck =
  ({ baseUrl, db, followsFleet }: { baseUrl: string; db: Db; followsFleet: boolean }) =>
  async (facts: ReleaseFacts): Promise<ReleaseRefusal | undefined> =>
    (await refuseOtherAddress(baseUrl)(facts)) ?? (followsFleet ? undefined : await createOrderCheck(db)(facts));
