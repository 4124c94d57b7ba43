// The rooms of a Nexus and the hosts that it does not list, as the console shows them.
import type { ListedRoom } from '../../moderation.ts';
import type { BlockedHost } from '../../tables.ts';
import type { ItemPager } from '#sidecar/console/content/model.ts';
import type { Tab } from '#sidecar/console/ui/listing.ts';

export const roomLabels = { active: 'Active', stale: 'Stale', dropped: 'Dropped' } as const;
export const roomTones = {
  active: 'good',
  stale: 'waiting',
  dropped: 'over',
} as const satisfies Record<ListedRoom['status'], string>;

/** What strangers call their rooms is anyone's word. */
export interface RoomRow extends ListedRoom {
  /** Blocked as a whole, whatever the port. */
  host: string;
}

/** A field for a host, and what is wrong with what was typed. */
export interface HostField {
  typed: string;
  problem?: string;
}

export interface DirectoryModel {
  tabs: Tab[];
  /** One of them is shown. */
  list: { kind: 'rooms'; rows: RoomRow[] } | { kind: 'blocked'; rows: BlockedHost[] };
  pages: ItemPager;
  search: HostField;
  block: HostField;
}

/** Asked before a host is blocked. */
export interface BlockHostModel {
  host: string;
  /** The first of those that would leave. */
  rooms: RoomRow[];
  total: number;
  /** Its own, or one of a host above it. */
  blockedBy?: BlockedHost;
}
