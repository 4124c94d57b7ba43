// Interface between the compiled site and the program that builds with it.
import type { ListName } from '#contract/content-types.ts';
import type { SkippedItems } from '#contract/schemas/skipped-items.ts';
import type { RateClass } from '#contract/limits.ts';
import type { HiddenItem, IndexedItem } from '../lists/content-index.ts';
import type { MediaFile, RoomFacts, RoomItem } from '../room.ts';
import type { TextSource } from '../search/text-index.ts';
import type { ReleasePage } from './page.ts';

/** Sizes of the compressed forms, in bytes. */
export type CompressedSizes = NonNullable<ReleasePage['encodings']>;

export interface ReleaseObject {
  etag: string;
  /** Must not be modified afterwards: the write may happen later. */
  bytes: Uint8Array;
  /** True if compressed forms are also stored. */
  isCompressed: boolean;
}

/** Writes the objects of a release, possibly while others are still being made. */
export interface ObjectWriter {
  /** Calls `done` with the sizes of the compressed forms. */
  write: (object: ReleaseObject, done: (sizes: CompressedSizes) => void) => void;
  /** Stores a file of the content folder as an object without reading it. */
  link: (etag: string, from: string, mode: 'link' | 'copy') => void;
  /** Throws an Error if the content of a file must not be published. */
  check: (path: string, content: string | Uint8Array) => void;
  /** Resolves when the backlog is small enough to go on; to be awaited between files. */
  keepUp: () => Promise<void>;
  /** Resolves when everything is written; rejects if an object could not be written. */
  finish: () => Promise<void>;
}

export interface StepProgress {
  done: number;
  of: number;
}

export interface BuildSettings {
  /** Prints a line that the creator should read. */
  warn: (line: string) => void;
  contentDir: string;
  facts: RoomFacts;
  /** Newest first. */
  items: RoomItem[];
  baseUrl: string;
  /** True if a Nexus runs next to the room. */
  nexus: boolean;
  rates: Record<RateClass, number>;
  /** True if the release contains a search for hosts of static files. */
  hasStaticSearch: boolean;
  /** Digest of the code that shapes the output. */
  codeHash: string;
  /** Style sheets, scripts and fonts of the compiled pages. */
  assetsDir: string;
  /** Pages of the live release by path. Those whose inputs are unchanged are kept. */
  live: ReadonlyMap<string, ReleasePage>;
  objects: ObjectWriter;
  /** Called when a step begins, and during a long one with its progress. */
  step: (name: string, progress?: StepProgress) => void;
}

export interface ListRow {
  id: string;
  /** Hash of everything that the JSON depends on. */
  inputs: string;
  json: () => string;
}

/** A row of the content index, with the values that queries filter by. */
export interface ItemRow extends ListRow {
  indexed: () => IndexedItem;
}

/** Everything that a release consists of. */
export interface BuiltRoom {
  /** Pages by path. Those of `live` that did not change are the same objects. */
  pages: Map<string, ReleasePage>;
  /** Items that cannot be rendered. */
  leftOut: SkippedItems['items'];
  /** Newest first. */
  items: ItemRow[];
  lists: Record<ListName, ListRow[]>;
  /** Facts of the room as JSON. */
  facts: string;
  /** Items that the creator hid from the API. */
  hidden: HiddenItem[];
  texts: {
    language: string;
    /** Changes with everything besides the items that the index depends on. */
    salt: string;
    free: TextSource[];
    /** Undefined if no text has a price. */
    priced: TextSource[] | undefined;
  };
}

/** Functions of the compiled site. */
export interface SiteBuilder {
  build: (settings: BuildSettings) => Promise<BuiltRoom>;
  /** Returns the pictures of which a size is neither stored from an earlier build nor published. */
  unmadePictures: (media: MediaFile[], isThere: (path: string) => boolean) => MediaFile[];
  /** Creates the sizes for the next build. */
  makePictures: (contentDir: string, media: MediaFile[]) => Promise<void>;
}
