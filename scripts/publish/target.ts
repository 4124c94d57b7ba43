// A publish target: a place with files by key, and the note of what is there, from which any process can resume.
import { type Encoding, encodings, encodingSuffix, type ReleasePage } from '#domain/release/page.ts';

export interface PageSource {
  kind: 'page';
  page: ReleasePage;
  encoding: Encoding | undefined;
}

export type FileSource =
  | PageSource
  | { kind: 'text'; text: string }
  /** A symbolic link; folders alone have them. */
  | { kind: 'link'; to: string };

export interface TargetFile {
  source: FileSource;
  /** Equal if nothing needs to be written. */
  fingerprint: string;
  headers?: Record<string, string>;
}

export type TargetFiles = Map<string, TargetFile>;

export const sourceSize = ({ page, encoding }: PageSource): number =>
  encoding ? page.encodings![encoding]! : page.size;

/** Forms of a page, as it is and compressed, by the end of their names. */
export const pageForms = (page: ReleasePage): [suffix: string, source: PageSource][] =>
  [undefined, ...encodings.filter((encoding) => page.encodings?.[encoding] !== undefined)].map((encoding) => [
    encoding ? encodingSuffix[encoding] : '',
    { kind: 'page', page, encoding },
  ]);

/** The release was replaced by a newer one, and an object of it is gone. */
export class ReleaseReplaced extends Error {
  constructor(file: string) {
    super(`${file} is gone, because newer releases follow each other.`);
  }
}

export interface PublishTarget {
  /** Number of files that are written at a time. */
  concurrency: number;
  /** At most this many changes are repeated after an interruption. */
  noteEvery: number;
  /** Undefined if there is no such file. */
  read: (key: string) => Promise<string | undefined>;
  /** Replaces the file in one step. Returns the number of bytes sent. Throws ReleaseGone if the object is gone. */
  put: (key: string, file: TargetFile) => Promise<number>;
  remove: (key: string) => Promise<void>;
  /** Keys of files that only the room writes. */
  list: () => Promise<string[]>;
}
