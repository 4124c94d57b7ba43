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
      /** Of the origin; members of one host are visited one after the other. */
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
      /** Of the first failed visit since then. */
      failedSince: number | null;
      failures: number;
      nextVisitAt: number;
      /** A worker visits the room until then. */
      claimedUntil: number;
      indexEtag: string | null;
      profileEtag: string | null;
      /** Of the room's feed of changes. */
      cursor: string | null;
      itemCount: number;
      /** Of changes, read one after the other without the usual pause between. */
      pagesInARow: Generated<number>;
    };
    /** Hosts whose rooms are not listed: each with all its ports and subdomains. */
    blockedHosts: BlockedHost;
    /** Of members that are listed; rank and sortName are the member's. */
    memberTerms: { tenantId: string; term: string; rank: number; sortName: string };
    memberItems: Omit<MemberItem, 'topics'> & {
      row: Generated<number>;
      tenantId: string;
      /** JSON array, lower case. */
      topics: string;
      /** What they are recognised by: JSON array. */
      topicKeys: string;
    };
  }
}
