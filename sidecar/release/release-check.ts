// Which releases this room may serve.
import type { ReleaseFacts } from '#domain/release/page.ts';
import type { Db } from '../storage/store.ts';
import type { ReleaseRefusal } from './follow.ts';
import { createOrderCheck } from './release-order.ts';

/**
 * Every document of a release names its address: under another one its links would lead elsewhere. Enough for a machine
 * that follows a fleet's pointer, which alone says what is newest, also while the bucket is away.
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
 * Refuses releases of another address and, unless the machine follows the pointer of a fleet, releases that are older
 * than what its store has seen.
 */
export const createReleaseCheck =
  ({ baseUrl, db, followsFleet }: { baseUrl: string; db: Db; followsFleet: boolean }) =>
  async (facts: ReleaseFacts): Promise<ReleaseRefusal | undefined> =>
    (await refuseOtherAddress(baseUrl)(facts)) ?? (followsFleet ? undefined : await createOrderCheck(db)(facts));
