// One address of a release: where its bytes lie, with the headers that are computed once, at build.

export interface ReleasePage {
  /** Name of the file in a plain tree for other servers, relative to its root. */
  file: string;
  /** Served by the sidecar alone. */
  private?: boolean;
  type: string;
  /** Strong validator without quotes: the beginning of the SHA-256 of the bytes, hex. It names the object that holds them. */
  etag: string;
  /** RFC 3339 instant, whole seconds. */
  lastModified: string;
  /** Size of the bytes without compression. */
  size: number;
  /** Sizes of the compressed forms, in bytes. */
  encodings?: Partial<Record<Encoding, number>>;
  /** Estimated number of tokens of a text that language models read. */
  tokens?: number;
  /** The HTML page is available as Markdown at its address with `.md`. */
  markdown?: true;
  /** A frame that the sidecar fills in; the file alone is never an answer. */
  frame?: true;
  /** Hash of everything that the bytes depend on. A build keeps the page while it is the same. */
  inputs?: string;
  /** An asset of the release before, retained for pages that are still open. */
  retired?: boolean;
}

/** State of the content that a release was made of. */
export interface ContentStamp {
  digest: string;
  /** Milliseconds since the epoch at which a build first saw it. It only moves forward. */
  changedAt: number;
}

/** Name of a release, and what it was made of. */
export interface ReleaseFacts {
  release: string;
  baseUrl: string;
  content: ContentStamp;
}

export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];
export const encodingSuffix: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

/** RFC 9110 §8.8.3: a strong validator differs between codings. */
export const entityTag = (etag: string, encoding?: Encoding): string => `"${etag}${encoding ? `-${encoding}` : ''}"`;

export const etagLength = 32;

/** Path of an object below `dist/objects`. */
export const objectPath = (etag: string, encoding?: Encoding): string =>
  `${etag.slice(0, 2)}/${etag}${encoding ? encodingSuffix[encoding] : ''}`;
