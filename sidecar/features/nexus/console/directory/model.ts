// Rooms and blocked hosts of a Nexus as the console shows them.
import type { ListedRoom } from '../../moderation.ts';
import type { BlockedHost } from '../../tables.ts';
import type { ItemPager } from '#sidecar/console/content/model.ts';
import type { ConsoleMessage } from '#sidecar/console/messages/messages.ts';
import type { Tab } from '#sidecar/console/ui/listing.ts';

export const roomLabels = { active: 'Active', stale: 'Not responding', dropped: 'Delisted' } as const;
export const roomTones = {
  active: 'good',
  stale: 'waiting',
  dropped: 'over',
} as const satisfies Record<ListedRoom['status'], string>;

/** Row of a room. Its name is untrusted text. */
export interface RoomRow extends ListedRoom {
  /** Host without the port; blocks apply to all ports. */
  host: string;
}

/** Value of a field for a host, and the problem with it. */
export interface HostField {
  typed: string;
  problem?: ConsoleMessage;
}

export interface DirectoryModel {
  tabs: Tab[];
  /** List of the current tab. */
  list: { kind: 'rooms'; rows: RoomRow[] } | { kind: 'blocked'; rows: BlockedHost[] };
  pages: ItemPager;
  search: HostField;
  block: HostField;
}

/** Model of the confirmation page. */
export interface BlockHostModel {
  host: string;
  /** The first of the rooms that would be removed. */
  rooms: RoomRow[];
  total: number;
  /** Existing block of the host or of a parent domain. */
  blockedBy?: BlockedHost;
}
