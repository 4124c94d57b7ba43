// Tables of the directory: members, their search terms and their items.
import type { Generated } from 'kysely';
import type { ItemType } from '#contract/content-types.ts';

export type MemberStatus = 'active' | 'stale' | 'dropped';

export interface MemberItem {
  itemId: string;
  type: ItemType;
  title: string;
  url: string;
  /** YYYY-MM-DD. */
  date: string;
  summary: string;
  topics: string[];
}

/** A blocked host; `blockedAt` is in milliseconds since the epoch. */
export interface BlockedHost {
  host: string;
  blockedAt: number;
  reason: string | null;
}

declare module '../../storage/tables.ts' {
  interface Tables {
    members: {
      tenantId: string;
      /** agentBaseUrl, unique for each member. */
      origin: string;
      /** Host of the origin; members of one host are visited one after the other. */
      host: string;
      status: MemberStatus;
      name: string;
      oneLiner: string;
      /** JSON array. */
      topics: string;
      mediaRoomUrl: string;
      bookingRequestUrl: string | null;
      profileUrl: string;
      changesUrl: string | null;
      /** Name in lower case, for sorting. */
      sortName: string;
      /**
       * Negative time of the newest change, so that the newest come first in ascending order, like the ids that break
       * ties.
       */
      rank: number;
      registeredAt: number;
      /** Time of the last response of the room. */
      seenAt: number;
      /** Time of the first failed visit since then, in milliseconds. */
      failedSince: number | null;
      failures: number;
      nextVisitAt: number;
      /** End of the claim of a worker that visits the room. */
      claimedUntil: number;
      indexEtag: string | null;
      profileEtag: string | null;
      /** Cursor in the room's feed of changes. */
      cursor: string | null;
      itemCount: number;
      /** Number of pages of changes that were read without the usual pause between them. */
      pagesInARow: Generated<number>;
    };
    /** Hosts whose rooms are not listed, with all ports and subdomains. */
    blockedHosts: BlockedHost;
    /** Search terms of listed members; rank and sortName are those of the member. */
    memberTerms: { tenantId: string; term: string; rank: number; sortName: string };
    memberItems: Omit<MemberItem, 'topics'> & {
      row: Generated<number>;
      tenantId: string;
      /** JSON array, lower case. */
      topics: string;
      /** Keys of the topics, as a JSON array. */
      topicKeys: string;
    };
  }
}
