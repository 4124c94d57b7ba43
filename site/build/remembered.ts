// What this process remembers of the releases that it made, so that the next build handles only what differs.
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
  /** Style sheets, scripts and fonts, and the folder of the compiled pages that they come from. */
  assets: ReadonlyMap<string, ManifestEntry>;
  assetsDir: string;
  /** Everything that has an address and is not of an item, a list or a bundle; includes the assets. */
  ofRoom: ReadonlyMap<string, ManifestEntry>;
  lists: Lists;
  /** The full-text index depends on the frame and on `searched`, the items in it. */
  frame: object;
  searched: RoomItem[];
}

/** By the entries of a release. */
export const remembered = new WeakMap<ReleaseEntries, Remembered>();
