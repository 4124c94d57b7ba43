// The record of one address of a release.

export interface ReleasePage {
  /** Name of the file in a plain tree for other servers, relative to its root. */
  file: string;
  /** Set if only the sidecar may serve the page. */
  private?: boolean;
  type: string;
  /**
   * Strong validator without quotes: a prefix of the SHA-256 of the bytes in hex, which is also the name of the
   * object.
   */
  etag: string;
  /** RFC 3339 instant, whole seconds. */
  lastModified: string;
  /** Size of the bytes without compression. */
  size: number;
  /** Sizes of the compressed forms, in bytes. */
  encodings?: Partial<Record<Encoding, number>>;
  /** Estimated number of tokens of a text for language models. */
  tokens?: number;
  /** Set if the HTML page has a Markdown version at its address with `.md`. */
  markdown?: true;
  /** Set for a template that the sidecar fills in and never serves unchanged. */
  frame?: true;
  /** Hash of everything that the bytes depend on. A build keeps the page while it is the same. */
  inputs?: string;
  /** Set for an asset of the previous release, retained for pages that are still open. */
  retired?: boolean;
}

/** State of the content of a release. */
export interface ContentStamp {
  digest: string;
  /** Milliseconds since the epoch at which a build first saw it. It only moves forward. */
  changedAt: number;
}

/** Name of a release, and the state of its content. */
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
