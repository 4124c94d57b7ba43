// Interface of a publish target: a store of files by key, and a note of its contents, from which any process can
// resume.
import { type Encoding, encodings, encodingSuffix, type ReleasePage } from '#domain/release/page.ts';

export interface PageSource {
  kind: 'page';
  page: ReleasePage;
  encoding: Encoding | undefined;
}

export type FileSource =
  | PageSource
  | { kind: 'text'; text: string }
  /** Target of a symbolic link. Only folders support links. */
  | { kind: 'link'; to: string };

export interface TargetFile {
  source: FileSource;
  /** Fingerprint of the file; an equal one means that nothing needs to be written. */
  fingerprint: string;
  headers?: Record<string, string>;
}

export type TargetFiles = Map<string, TargetFile>;

export const sourceSize = ({ page, encoding }: PageSource): number =>
  encoding ? page.encodings![encoding]! : page.size;

/** Returns the forms of a page, uncompressed and compressed, by the suffix of their names. */
export const pageForms = (page: ReleasePage): [suffix: string, source: PageSource][] =>
  [undefined, ...encodings.filter((encoding) => page.encodings?.[encoding] !== undefined)].map((encoding) => [
    encoding ? encodingSuffix[encoding] : '',
    { kind: 'page', page, encoding },
  ]);

/** Error for an object that is gone because a newer release replaced this one. */
export class ReleaseReplaced extends Error {
  constructor(file: string) {
    super(`${file} no longer exists, because a newer release replaced it.`);
  }
}

export interface PublishTarget {
  /** Number of files that are written concurrently. */
  concurrency: number;
  /** Number of changes between two writes of the note, which are repeated after an interruption. */
  noteEvery: number;
  /** Reads a file, or returns undefined if it does not exist. */
  read: (key: string) => Promise<string | undefined>;
  /** Replaces the file in one step. Returns the number of bytes sent. Throws ReleaseReplaced if the object is gone. */
  put: (key: string, file: TargetFile) => Promise<number>;
  remove: (key: string) => Promise<void>;
  /** Returns the keys of files that only the room writes. */
  list: () => Promise<string[]>;
}
