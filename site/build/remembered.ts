// What this process knows of the releases that it made: the next build looks only at what is different.
import type { Lists } from '#domain/lists/lists.ts';
import type { ManifestEntry } from '#domain/release/manifest.ts';
import type { ReleaseEntries } from '#domain/release/release-entries.ts';
import type { RoomItem } from '#domain/room.ts';
import type { ItemFiles } from '../release/item-files.ts';
import type { ArchivePage } from '../release/pages.ts';

export interface Remembered {
  items: ItemFiles[];
  pages: ArchivePage[];
  /** Files of the static search, by the folder of their bundle. */
  bundles: ReadonlyMap<string, ReadonlyMap<string, ManifestEntry>>;
  /** Style sheets and the like, and the folder of the compiled pages that they come from. */
  assets: ReadonlyMap<string, ManifestEntry>;
  assetsDir: string;
  /** Everything else that has an address, and they. */
  ofRoom: ReadonlyMap<string, ManifestEntry>;
  lists: Lists;
  /** What shaped the texts besides `searched`, the items that may be found. */
  frame: object;
  searched: RoomItem[];
}

/** By the entries of a release. */
export const remembered = new WeakMap<ReleaseEntries, Remembered>();
