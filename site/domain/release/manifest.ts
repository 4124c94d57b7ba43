// The manifest of a release: every address it answers, with the validators that are computed once, at build.

/** In the build folder of the content: `content` of the manifest. */
export const contentStampFile = 'stamp.json';

export interface ManifestEntry {
  /** File in the release, relative to its public or private folder. */
  file: string;
  private?: boolean;
  type: string;
  /** Strong validator of the bytes as they are, without quotes; `-br` and `-gzip` are added for encodings. */
  etag: string;
  /** RFC 3339 instant, whole seconds. */
  lastModified: string;
  size: number;
  /** Sizes of the compressed files beside it. */
  encodings?: Partial<Record<Encoding, number>>;
  /** Estimate for a text that language models read. */
  tokens?: number;
  /** Of a page: the same lies as Markdown at its address with `.md`. */
  markdown?: true;
  /** A frame that the sidecar sends, filled; the file alone is never an answer. */
  frame?: true;
  /** Equal keys mean equal bytes, so that the next build need not render it. */
  key?: string;
  /** An asset of the release before, kept for pages that are still open. */
  retired?: boolean;
}

export interface Manifest {
  release: string;
  baseUrl: string;
  entries: Record<string, ManifestEntry>;
  /** Of the content it was made of: its digest, and when the build first saw it so, in milliseconds. It only moves forward. */
  content: { digest: string; changedAt: number };
  /**
   * Where most is as it was in an earlier release, the manifest of that one lies beside as `baseFile`: `entries` are those
   * that differ, and `gone` are the addresses that only the earlier one has.
   */
  base?: { gone: string[] };
  /** Files that are at no address, relative to the release, with their sizes. */
  others: Record<string, number>;
  /** Brought here from the bucket of a fleet: files at addresses may still be on their way. */
  isFetched?: true;
}

export const entriesFollow = ',"entries":{';

export type ManifestFacts = Omit<Manifest, 'entries'>;

/** What the first line says; undefined where an older version wrote it, all in one line. */
export const manifestHead = (line: string): ManifestFacts | undefined =>
  line.endsWith(entriesFollow) ? JSON.parse(`${line.slice(0, -entriesFollow.length)}}`) : undefined;

/** In the folder of a release, beside its manifest. */
export const baseFile = 'base.json';

/** With more changes than this since the manifest that others change, one is written, and read, whole. */
export const mostChanges = 8000;

/** In the same place: what is different from the release before. */
export const deltaFile = 'delta.json';

export interface ManifestDelta extends Omit<Manifest, 'entries' | 'base'> {
  /** Name of the release before. */
  from: string;
  changed: Manifest['entries'];
  gone: string[];
  /** Ids of the items whose texts may have changed; if absent, any may have. */
  texts?: string[];
}

export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];
export const encodingSuffix: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

/** RFC 9110 §8.8.3: a strong validator differs between codings. */
export const entityTag = (etag: string, encoding?: Encoding): string => `"${etag}${encoding ? `-${encoding}` : ''}"`;
