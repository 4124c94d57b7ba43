// Types that the command line and the console share for the moderation of a Nexus.
import { plainLine } from '#domain/text/plain-line.ts';
import type { MemberStatus } from './tables.ts';

/** A room as the operator sees it. Times are in milliseconds since the epoch. */
export interface ListedRoom {
  origin: string;
  name: string;
  status: MemberStatus;
  itemCount: number;
  registeredAt: number;
  /** Time of its last response. */
  seenAt: number;
}

/** Page of a list, optionally limited to one host. */
export interface HostListQuery {
  host?: string | undefined;
  limit: number;
  offset?: number;
}

export const maxReasonLength = 300;

/** Reduces the reason to one line; null if it is empty. */
export const parseReason = (text: string): string | null => plainLine(text, maxReasonLength) || null;
