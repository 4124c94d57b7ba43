// What the operator of a Nexus sees of its rooms and blocked hosts, on a terminal and in the console.
import { plainLine } from '#domain/text/plain-line.ts';
import type { MemberStatus } from './tables.ts';

/** Instants are in milliseconds. */
export interface ListedRoom {
  origin: string;
  name: string;
  status: MemberStatus;
  itemCount: number;
  registeredAt: number;
  /** When it last answered. */
  seenAt: number;
}

/** Which part of a list; with `host` what concerns it alone. */
export interface HostListQuery {
  host?: string | undefined;
  limit: number;
  offset?: number;
}

export const maxReasonLength = 300;

/** One line; null where nothing is said. */
export const parseReason = (text: string): string | null => plainLine(text, maxReasonLength) || null;
