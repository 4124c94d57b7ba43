// What the compiled site is to whoever builds with it: it turns read content into releases, one after the other.
import type { RateClass } from '#contract/limits.ts';
import type { MediaFile, RoomFacts, RoomItem } from '../room.ts';
import type { BuiltManifest } from './built-manifest.ts';
import type { Manifest, ManifestEntry } from './manifest.ts';
import type { ReleaseEntries } from './release-entries.ts';

/** A release on disk. */
export interface BuiltRelease {
  dir: string;
  manifest: BuiltManifest;
}

export interface ReleaseFile {
  /** Absolute. */
  path: string;
  /** Must not be modified afterwards: the write may happen later. */
  bytes: Uint8Array;
  /** RFC 3339 instant. */
  modified: string;
  /** Whether compressed variants are written beside it. */
  isCompressed: boolean;
  /** Whether the path may exist already. It may be a hard link to another release's file: it is removed, never overwritten. */
  replaces: boolean;
}

/** In bytes. */
export type CompressedSizes = NonNullable<ManifestEntry['encodings']>;

/** Writes the files of a release, possibly while others are still being made. */
export interface FileWriter {
  write: (file: ReleaseFile, done: (sizes: CompressedSizes) => void) => void;
  /** Throws an Error if the content of a file must not be published. */
  check: (path: string, content: string | Uint8Array) => void;
  /** Resolves when the backlog is small enough to go on; to be awaited between files. */
  keepUp: () => Promise<void>;
  /** Resolves when everything is written; rejects if a file could not be written. */
  finish: () => Promise<void>;
}

/** How far a step is. */
export interface Progress {
  done: number;
  of: number;
}

export interface BuildSettings {
  /** Prints a line that the creator should read. */
  warn: (line: string) => void;
  contentDir: string;
  facts: RoomFacts;
  /** Newest first; the same object as at the build before where an item did not change. */
  items: RoomItem[];
  /** Of the content: what the manifest says of it. */
  stamp: Manifest['content'];
  baseUrl: string;
  /** Whether a Nexus is run beside the room. */
  nexus: boolean;
  rates: Record<RateClass, number>;
  /** Digest of the code that shapes the output. */
  codeHash: string;
  /** Style sheets, scripts and fonts of the compiled pages. */
  assetsDir: string;
  /** Name of the release. */
  release: string;
  /** Its name where search bundles are left for later; without it none are. */
  unfinished?: string | undefined;
  /** Made anew. */
  releaseDir: string;
  /** The release that is live, if there is one. */
  previous?: BuiltRelease | undefined;
  /** A release whose folder the new release takes over. */
  old?: BuiltRelease | undefined;
  files: FileWriter;
  /** Makes a few files that the live release has: whatever makes a file for the first time is slow. */
  rehearses?: boolean;
  /** Called when a step begins, and during a long one with its progress. */
  step: (name: string, progress?: Progress) => void;
}

/** Builds one room; what it made of an item is known at the next build. */
export interface Site {
  build: (settings: BuildSettings) => Promise<BuiltManifest>;
  /** Writes what other servers need to know of a release, where it has not been written. */
  host: (release: BuiltRelease) => Promise<void>;
  /** Whether it made the release with these entries, so that it knows what they were made of. */
  remembers: (entries: ReleaseEntries) => boolean;
  /** The pictures of which a size is neither kept from an earlier build nor at its address. */
  unmadePictures: (media: MediaFile[], isThere: (path: string) => boolean) => MediaFile[];
  /** Encodes their sizes, which the next build finds. */
  makePictures: (contentDir: string, media: MediaFile[]) => Promise<void>;
  /** Makes the search bundles that the last build left for later, which the next one finds. */
  makeSearch: () => Promise<void>;
}

export interface SiteEntry {
  openSite: () => Site;
}
