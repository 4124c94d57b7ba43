// The tables of the directory: members, the terms they are found by, and their items.
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

/** `blockedAt` is in milliseconds. */
export interface BlockedHost {
  host: string;
  blockedAt: number;
  reason: string | null;
}

declare module '../../storage/tables.ts' {
  interface Tables {
    members: {
      tenantId: string;
      /** agentBaseUrl: one member an origin. */
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
      /** The name in lower case, as lists are sorted by it. */
      sortName: string;
      /** Newest change in milliseconds, negative: so that newest first ascends, as the ids that break ties do. */
      rank: number;
      registeredAt: number;
      /** When the room last answered. */
      seenAt: number;
      /** Time of the first failed visit since then, in milliseconds. */
      failedSince: number | null;
      failures: number;
      nextVisitAt: number;
      /** A worker visits the room until then. */
      claimedUntil: number;
      indexEtag: string | null;
      profileEtag: string | null;
      /** Cursor in the room's feed of changes. */
      cursor: string | null;
      itemCount: number;
      /** Number of pages of changes that were read without the usual pause between them. */
      pagesInARow: Generated<number>;
    };
    /** Hosts whose rooms are not listed: each with all its ports and subdomains. */
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
