// What this process knows of the releases that it made: the next build looks only at what is different.
import type { ManifestEntry } from '#domain/release/manifest.ts';
import type { ReleaseEntries } from '#domain/release/release-entries.ts';
import type { Lists } from '#domain/lists/lists.ts';
import type { RoomItem } from '#domain/room.ts';
import type { ItemFiles } from '../release/item-files.ts';

export interface Remembered {
  items: ItemFiles[];
  /** Everything that has an address, but for what has it because of an item. */
  ofRoom: ReadonlyMap<string, ManifestEntry>;
  lists: Lists;
  /** What shaped the texts besides `searched`, the items that may be found. */
  frame: object;
  searched: RoomItem[];
}

/** By the entries of a release. */
export const remembered = new WeakMap<ReleaseEntries, Remembered>();
